/** A template tag that writes HTML and escapes every value, unless it is Markup already. */
import { escapeMarkup } from '../../text/markup.ts'

export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Markup | string | number | false | undefined | readonly Piece[]

/** `false` and `undefined` write nothing; lists are joined. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  let text = strings[0]!
  pieces.forEach((piece, index) => {
    text += write(piece) + strings[index + 1]!
  })
  return new Markup(text)
}

function write(piece: Piece): string {
  if (piece === false || piece === undefined) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'object') return piece.map(write).join('')
  return escapeMarkup(String(piece))
}

export const raw = (text: string): Markup => new Markup(text)

/** JSON for a script element, which "</script>" in a string would end. */
export const json = (value: unknown): Markup => raw(JSON.stringify(value).replaceAll('<', '\\u003c'))

/** For errors and advice, which programs read with straight quotation marks; pages show curly ones. */
export const curlyQuotes = (text: string): string => text.replace(/"([^"]*)"/g, '“$1”')
