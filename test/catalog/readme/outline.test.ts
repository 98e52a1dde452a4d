/** A README by its headings, its introduction, and in pages: nothing lost, invented or cut in two. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSection, outline as outlineOf } from '../../../src/catalog/readme/outline.ts'
import { parseMarkdown } from '../../../src/catalog/readme/readme.ts'
import { approxTokens } from '../../../src/text/approx-tokens.ts'
import { codePoint, runs } from '../../property.ts'
import { markdown } from './markdown.ts'
import { introduction, openingLine, outline, page, section } from './of-text.ts'

describe('outline', () => {
  test('lists the headings in order, with level and anchor as code hosts make them', () => {
    const text = '# Title\n\n## Use it from *an* `agent` (MCP)\n\n## Install\n\n### Install\n\n## Closed ##\n'
    expect(outline(text).map(({ level, heading, anchor }) => [level, heading, anchor])).toEqual([
      [1, 'Title', 'title'],
      [2, 'Use it from an agent (MCP)', 'use-it-from-an-agent-mcp'],
      [2, 'Install', 'install'],
      [3, 'Install', 'install-1'],
      [2, 'Closed', 'closed'],
    ])
  })

  test('reads CRLF as LF', () =>
    fc.assert(
      fc.property(markdown, (text) => {
        const unix = text.replaceAll('\r', '')
        const headings = (source: string) =>
          outline(source).map(({ heading, anchor, level }) => [heading, anchor, level])
        expect(headings(unix.replaceAll('\n', '\r\n'))).toEqual(headings(unix))
      }),
      runs(150),
    ))

  test('gives every heading an anchor of its own, under which its section is found', () =>
    fc.assert(
      fc.property(markdown, (text) => {
        const document = parseMarkdown(text)
        const parts = outlineOf(document)
        expect(new Set(parts.map(({ anchor }) => anchor)).size).toBe(parts.length)
        for (const { anchor, heading, level, approx_tokens } of parts) {
          expect(findSection(document, anchor)).toMatchObject({ anchor, heading, level })
          const part = section(text, anchor)!
          expect(approxTokens(part)).toBe(approx_tokens)
          expect(document.text).toContain(part)
        }
      }),
      runs(200),
    ))

  test('of a README made of nothing but headings is no quadratic work, and names the first 2,000', () => {
    const parts = outline('# a\n'.repeat(128 * 1024))
    expect(parts.length).toBe(2_000)
    expect(parts.at(-1)!.anchor).toBe('a-1999')
  })

  test.each(['[', '[](', '](', '*'])('of a heading made of "%s" is no quadratic work', (mark) =>
    expect(outline(`# ${mark.repeat(150_000)}`)).toHaveLength(1),
  )
})

describe('section', () => {
  test('holds its subsections and ends at the next heading of its level or above', () => {
    const text = '# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n'
    expect(section(text, 'b')).toBe('## B\n\nb\n\n### C\n\nc\n\n')
    expect(section(text, 'c')).toBe('### C\n\nc\n\n')
    expect(section(text, 'A')).toBe(text)
    expect(section(text, 'e')).toBeUndefined()
  })

  test('an anchor leads to its own heading before a heading of the same words', () => {
    const text = '# x\n\n## x-1\n\n# x\n\nwanted\n'
    const [, dashed, second] = outline(text)
    expect(section(text, dashed!.anchor)).toBe('## x-1\n\n')
    expect(section(text, second!.anchor)).toBe('# x\n\nwanted\n')
  })
})

describe('the introduction', () => {
  test('is the text before the first section, with the title', () => {
    expect(introduction('# T\n\nAbout.\n\n## Install\n\nx\n')).toBe('# T\n\nAbout.\n\n')
    expect(introduction('About.\n\n# T\n\nx\n')).toBe('About.\n\n')
    expect(introduction('# T\n\n## Install\n\nx\n')).toBe('')
    expect(introduction('```sh\n# no heading\n```\n## Install\n')).toBe('```sh\n# no heading\n```\n')
  })

  test('is read like a section, unless a heading has its name', () => {
    expect(section('# T\n\nAbout.\n\n## A\n', 'Introduction')).toBe('# T\n\nAbout.\n\n')
    expect(section('# T\n\nAbout.\n\n## Introduction\n\nx\n', 'introduction')).toBe('## Introduction\n\nx\n')
    expect(section('# T\n\n## A\n', 'introduction')).toBeUndefined()
  })
})

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
