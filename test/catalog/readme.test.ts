/** A README in parts: nothing lost, nothing invented, whatever the text. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadEmbedded } from '../../src/catalog/load.ts'
import {
  approxTokens,
  headingAt,
  introduction,
  lines,
  openedBy,
  outline,
  page,
  section,
} from '../../src/catalog/readme.ts'
import { CORPUS, hasCorpus } from '../corpus.ts'
import { runs } from '../property.ts'

const { readmes } = loadEmbedded()

const line = fc.oneof(
  fc.constantFrom(
    '',
    '   ',
    '# One',
    '## Two',
    '## Two',
    '### Two 1',
    '#### `code` *and* [link](https://a.example)',
    '#none',
  ),
  fc.constantFrom(
    '```',
    '````',
    '~~~',
    '```bash',
    '~~~~ js',
    '   ```',
    '    # code',
    '# a comment',
    '```a`b',
    'text\r',
  ),
  fc.constantFrom(
    '## Closed ##',
    '  ## Indented',
    '##\tTab',
    '####### seven',
    'Plain words.',
    '😀'.repeat(9),
    '<b>',
    '## Ünï 😀',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
const markdown = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.join(end))

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

  test('takes no comment in a fence for a heading, whatever the fence', () => {
    const code = '# not a heading\n## nor this'
    for (const [open, close] of [
      ['```bash', '```'],
      ['~~~', '~~~'],
      ['````', '````'],
      ['```', '`````'],
      ['  ```', ' ```'],
    ]) {
      expect(outline(`# A\n\n${open}\n${code}\n${close}\n\n# B\n`).map(({ heading }) => heading)).toEqual(['A', 'B'])
    }
    expect(outline(`# A\n\n\`\`\`\`\n\`\`\`\n${code}\n\`\`\`\`\n# B`).map(({ heading }) => heading)).toEqual(['A', 'B'])
    expect(outline(`# A\n\`\`\`\n${code}`).map(({ heading }) => heading)).toEqual(['A'])
  })

  test('a line of backticks with a backtick after them opens no fence', () => {
    expect(outline('```js`\n# Heading\n').map(({ heading }) => heading)).toEqual(['Heading'])
  })

  test('keeps the sign at the end of C#, which closes no heading', () => {
    expect(outline('### C#\n\n### C ##\n\n### F#\r\n\n## ##\n').map(({ heading }) => heading)).toEqual([
      'C#',
      'C',
      'F#',
      '',
    ])
  })

  test('reads CRLF as LF', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const unix = text.replaceAll('\r', '')
        const headings = (source: string) =>
          outline(source).map(({ heading, anchor, level }) => [heading, anchor, level])
        expect(headings(unix.replaceAll('\n', '\r\n'))).toEqual(headings(unix))
      }),
      runs(300),
    )
  })

  test('gives every heading an anchor of its own, under which its section is found', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const parts = outline(text)
        expect(new Set(parts.map(({ anchor }) => anchor)).size).toBe(parts.length)
        for (const { anchor, heading, level, approx_tokens } of parts) {
          const found = section(text, anchor)!
          const [first] = outline(found)
          expect([first?.heading, first?.level]).toEqual([heading, level])
          expect(approxTokens(found)).toBe(approx_tokens)
          expect(text).toContain(found)
        }
      }),
      runs(500),
    )
  })

  test('of a README made of nothing but headings takes no longer than of prose', () => {
    const most = 512 * 1024
    const parts = outline('# a\n'.repeat(most / 4))
    expect(parts.length).toBe(most / 4)
    expect(parts.at(-1)!.anchor).toBe(`a-${most / 4 - 1}`)
  }, 5_000)
})

describe('section', () => {
  test('holds its subsections and ends at the next heading of its level or above', () => {
    const text = '# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n'
    expect(section(text, 'b')).toBe('## B\n\nb\n\n### C\n\nc\n\n')
    expect(section(text, 'c')).toBe('### C\n\nc\n\n')
    expect(section(text, 'A')).toBe(text)
    expect(section(text, 'e')).toBeUndefined()
  })

  test('is found by heading or anchor, in any case, with or without signs', () => {
    const text = '# T\n\n## Use it (MCP)\n\nx\n'
    for (const wanted of [
      'Use it (MCP)',
      'use it (mcp)',
      'use-it-mcp',
      '#use-it-mcp',
      '## Use it (MCP)',
      ' USE-IT-MCP ',
    ]) {
      expect(section(text, wanted), wanted).toBe('## Use it (MCP)\n\nx\n')
    }
  })

  test('an anchor leads to its own heading before a heading of the same words', () => {
    const text = '# x\n\n## x-1\n\n# x\n\nwanted\n'
    const [, dashed, second] = outline(text)
    expect(section(text, dashed!.anchor)).toBe('## x-1\n\n')
    expect(section(text, second!.anchor)).toBe('# x\n\nwanted\n')
  })

  test('the top sections of every README together are the whole of it', () => {
    for (const text of readmes.values()) {
      const top = outline(text)
        .filter(({ level }) => level === 1)
        .map(({ anchor }) => section(text, anchor))
      expect(top.join('')).toBe(text)
    }
  })
})

describe('page', () => {
  test('pages of any size put together are the whole text', () => {
    fc.assert(
      fc.property(markdown, fc.integer({ min: 2, max: 120 }), (text, most) => {
        const pages = pagesOf(text, most)
        expect(pages.join('')).toBe(text)
        expect(pages.every((part) => part.length <= most)).toBe(true)
      }),
      runs(700),
    )
  })

  test('no page cuts a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 20 }), (text, most) => {
        const bytes = pagesOf(text, most).map((part) => Buffer.from(part))
        expect(Buffer.concat(bytes).toString()).toBe(text)
      }),
      runs(500),
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

  test('of text that is made to be slow takes no longer than of prose', () => {
    for (const text of ['|-'.repeat(250_000), `${'-'.repeat(500_000)}x`, ': '.repeat(250_000), ' '.repeat(500_000)]) {
      expect(pagesOf(`${text}\nend`, 100_000).join('')).toBe(`${text}\nend`)
    }
  }, 5_000)

  describe.runIf(hasCorpus)('of the READMEs in the repositories', () => {
    const real = hasCorpus
      ? readdirSync(CORPUS).map((slug) => readFileSync(join(CORPUS, slug, 'README.md'), 'utf8'))
      : []

    test.each([16_000, 4_000])('of %i characters are the whole, and cut nothing in two', (most) => {
      let cuts = 0
      for (const text of real) {
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
            expect(headingAt(shown.trimEnd().split('\n').at(-1)!)).toBeUndefined()
            const { inFence, info } = [...lines(part)].find(({ offset }) => offset === at)!
            expect(inFence && info === undefined).toBe(false)
          }
        }
      }
      expect(cuts).toBeGreaterThan(5)
    })
  })

  test('after the end is empty', () => {
    expect(page('abc', 10, 5)).toEqual({ text: '' })
    expect(page('', 0, 5)).toEqual({ text: '' })
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
  ])('at %s is the line that began it', (_, at, opening) => {
    expect(openedBy(text, text.indexOf(at))).toBe(opening)
  })
})

describe('the introduction', () => {
  test('is what stands before the first section, with the title', () => {
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
