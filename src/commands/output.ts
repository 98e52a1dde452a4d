/** What commands print, and the error that ends one with a single line. */
import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { splitList } from '../text/typed-text.ts'
import { replaceUnsafeIn } from '../text/unsafe-characters.ts'
import { CatalogError } from '../tools/define/catalog-error.ts'

export interface OutputOptions {
  json?: boolean
}

/** @param text gets the data without characters that steer a terminal, which others may have written */
export function printResult<Data>({ json }: OutputOptions, data: Data, text: (visible: Data) => string): void {
  const visible = replaceUnsafeIn(data) as Data
  process.stdout.write(`${json ? JSON.stringify(visible, null, 2) : text(visible)}\n`)
}

export const isTerminal = (): boolean => process.stdout.isTTY === true
/** As the terminal allows: styleText follows NO_COLOR and FORCE_COLOR. */
export const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  isTerminal() ? styleText(style, text, { stream: process.stdout }) : text

/** Somebody sits there: nothing is piped in or out. */
export const isInteractive = ({ json }: OutputOptions): boolean => !json && isTerminal() && process.stdin.isTTY === true

export async function isConfirmed(message: string): Promise<boolean> {
  const { confirm } = await import('@clack/prompts')
  return (await confirm({ message, initialValue: false, output: process.stderr })) === true
}

/** Names in a file, one a line, in lower case; `#` begins a comment. */
export const readNames = (file: string): string[] =>
  splitList(readFileSync(file, 'utf8').toLowerCase().replace(/#.*/g, '').replaceAll('\n', ','))

/** A command cannot do its work; the message is one line that says why and what to do. */
export class StartupError extends Error {
  override name = 'StartupError'
  exitCode = 1
}

/** On a terminal: headings and code stand out, without what marks them in markdown. */
export const rendered = (markdown: string): string =>
  isTerminal()
    ? markdown.replaceAll(/^```\w*\n([\s\S]*?)^```$\n?|^#{1,6} .+$|`([^`\n]+)`/gm, (line, block, inline) =>
        block === undefined && inline === undefined ? styled('bold', line) : styled('cyan', block ?? inline),
      )
    : markdown

/** @throws StartupError, which the command line prints before it ends with exit code 1 */
export function fail(message: string): never {
  throw new StartupError(message)
}

/** @throws StartupError with the message of an error of these kinds, and any other error as it is */
export function failWith(error: unknown, ...kinds: readonly (new (...given: never[]) => Error)[]): never {
  if (kinds.some((kind) => error instanceof kind)) fail((error as Error).message)
  throw error
}

/** @throws StartupError, with exit code 2 for wrong usage */
export function failUsage(message: string): never {
  throw Object.assign(new StartupError(message), { exitCode: 2 })
}

/**
 * @param written fields of the input -> what people write for them
 * @throws StartupError with what the error says about the input, or about a file that the command was given; an error
 *   that names fields is wrong usage
 */
export async function inOneLine<Value>(
  work: () => Promise<Value>,
  written: Readonly<Record<string, string>> = {},
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CatalogError) {
      const { detail, resolution = '', errors = [] } = error.info
      const stop = errors.length > 0 ? failUsage : fail
      const said = detail.replace(/\w+(?=: )/g, (field) => written[field] ?? field)
      // What a tool advises names its own arguments. A list of fields has no full stop.
      if (resolution === '' || errors.some(({ field }) => field in written)) return stop(said)
      return stop(`${said.replace(/[^.?!]$/, '$&.')} ${resolution}`)
    }
    const { code, path, syscall } = error as NodeJS.ErrnoException
    if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) throw error
    const action = code === 'ENOENT' && syscall === 'open' ? 'opened' : syscall === 'read' ? 'read' : 'written'
    return fail(`${path ?? 'a file'} cannot be ${action} (${code}).`)
  }
}
