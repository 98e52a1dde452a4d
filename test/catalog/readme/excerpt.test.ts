/** A README in pages: nothing lost, nothing invented, nothing cut in two, whatever the text. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LineKind, parseMarkdown } from '../../../src/catalog/readme/readme.ts'
import { corpusReadmes, hasCorpus } from '../../corpus.ts'
import { codePoint, runs } from '../../property.ts'
import { markdown } from './markdown.ts'
import { lines, openingLine, outline, page, section } from './of-text.ts'

function pagesOf(text: string, most: number): string[] {
  const pages: string[] = []
  let from: number | undefined = 0
  while (from !== undefined) {
    const { text: part, next } = page(text, from, most)
    pages.push(part)
    expect(next === undefined || next > from).toBe(true)
    from = next
  }
  return pages
}

describe('page', () => {
  test('pages of any size put together are the whole text', () =>
    fc.assert(
      fc.property(markdown, fc.integer({ min: 2, max: 120 }), (text, most) => {
        const pages = pagesOf(text, most)
        expect(pages.join('')).toBe(parseMarkdown(text).text)
        expect(pages.every((part) => part.length <= most)).toBe(true)
      }),
      runs(300),
    ))

  test('no page cuts a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), fc.integer({ min: 2, max: 20 }), (text, most) => {
        const bytes = pagesOf(text, most).map((part) => Buffer.from(part))
        expect(Buffer.concat(bytes).toString()).toBe(parseMarkdown(text).text)
      }),
      runs(200),
    )
    expect(pagesOf('a😀b', 2)).toEqual(['a', '😀', 'b'])
  })

  test('ends behind a paragraph outside a fence where there is one', () => {
    const text = 'one\n\ntwo\n\n```\n\ncode\n\n```\n'
    expect(pagesOf(text, 16)).toEqual(['one\n\ntwo\n\n', '```\n\ncode\n\n```\n'])
  })

  test('never ends behind a heading, or behind a line that announces what follows', () => {
    const words = 'Plain words.\n\n'
    expect(pagesOf(`${words}${words}### Ruby\n\ncode and more\n`, 42)[0]).toBe(words + words)
    expect(pagesOf(`${words}${words}**Ruby:**\n\ncode and more\n`, 42)[0]).toBe(words + words)
    expect(pagesOf(`${words}${words}They are:\n\n- one\n- two\n- three\n`, 42)[0]).toBe(words + words)
  })

  test('is at least half full, so that a table behind one line does not leave it nearly empty', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `| \`Row${at}\` | list, load |`)
    const text = `## Entities\n\nThe API has 40:\n\n| Entity | Operations |\n| --- | --- |\n${rows.join('\n')}\n\nAfter.\n`
    const pages = pagesOf(text, 400)
    expect(pages.join('')).toBe(text)
    for (const part of pages.slice(0, -1)) {
      expect(part.length).toBeGreaterThan(200)
      expect(part).toMatch(/ \|\n$/)
    }
    for (const part of pages.slice(1)) expect(part).toMatch(/^\| `Row/)
  })

  test('does not part the head of a table from its rows', () => {
    const text = `${'Words. '.repeat(10)}\n| Entity | Operations |\n| --- | --- |\n| \`One\` | list |\n| \`Two\` | list |\n`
    for (let most = 100; most <= 120; most++) expect(pagesOf(text, most)[0]).not.toMatch(/(Operations|---) \|\n$/)
  })

  test('ends inside a fence only where the fence is longer than half of it, and then behind a line', () => {
    const code = Array.from({ length: 40 }, (_, at) => `call(${at})\n\n`).join('')
    const pages = pagesOf(`Before.\n\n\`\`\`js\n${code}\`\`\`\n\nAfter.\n`, 200)
    for (const part of pages.slice(0, -1)) expect(part).toMatch(/\n$/)
    const short = `${'Words.\n\n'.repeat(8)}\`\`\`js\n${'call()\n\n'.repeat(3)}\`\`\`\n\nAfter.\n`
    expect(pagesOf(short, 85)[0]).toBe('Words.\n\n'.repeat(8))
  })

  test('parts a line that is too long behind a word, or behind a sentence where words have no spaces', () => {
    const [english] = pagesOf('seventeen words '.repeat(50), 100)
    expect(english).toMatch(/(seventeen|words) $/)
    const [chinese] = pagesOf('目录列出从接口描述生成的软件包。'.repeat(20), 100)
    expect(chinese).toMatch(/。$/)
    expect(chinese!.length).toBeGreaterThan(50)
    expect(pagesOf('漢'.repeat(30), 10)).toEqual(['漢'.repeat(10), '漢'.repeat(10), '漢'.repeat(10)])
  })

  test('of text that is made to be slow is no quadratic work', () => {
    for (const text of ['|-'.repeat(250_000), `${'-'.repeat(500_000)}x`, ': '.repeat(250_000), ' '.repeat(500_000)])
      expect(pagesOf(`${text}\nend`, 100_000).join('')).toBe(`${text}\nend`)
  })

  describe.runIf(hasCorpus)('of the READMEs in the repositories', () => {
    test.each([16_000, 4_000])('of %i characters are the whole, and cut nothing in two', (most) => {
      let cuts = 0
      for (const text of corpusReadmes().values()) {
        const parts = [text, ...outline(text).map(({ anchor }) => section(text, anchor)!)]
        for (const part of parts.filter(({ length }) => length > most)) {
          const pages = pagesOf(part, most)
          expect(pages.join('')).toBe(part)
          let at = 0
          for (const shown of pages.slice(0, -1)) {
            at += shown.length
            cuts++
            expect(shown.length).toBeGreaterThan(most / 2)
            expect(shown).toMatch(/\n$/)
            const before = lines(part).findLast(({ offset, line }) => offset < at && line.trim() !== '')
            const next = lines(part).find(({ offset }) => offset === at)
            expect(before!.kinds & LineKind.heading).toBe(0)
            expect(next!.kinds & (LineKind.fenced | LineKind.opening)).not.toBe(LineKind.fenced)
          }
        }
      }
      expect(cuts).toBeGreaterThan(5)
    })
  })
})

describe('what a page goes on inside of', () => {
  const text = 'a\n\n| Head |\n| --- |\n| 1 |\n| 2 |\n\n```js\none\n\ntwo\n```\nb\n'
  test.each([
    ['a row', '| 2 |', '| Head |'],
    ['the middle of a row', '1 |', '| Head |'],
    ['the rule under the head', '| ---', '| Head |'],
    ['code', 'two', '```js'],
    ['the end of code', '```\nb', '```js'],
    ['the head', '| Head', undefined],
    ['the beginning of code', '```js', undefined],
    ['words', 'b\n', undefined],
  ])('at %s is the line that began it', (_, at, opening) => expect(openingLine(text, text.indexOf(at))).toBe(opening))
})
