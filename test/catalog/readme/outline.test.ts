/** A README by its headings: its outline, its sections, and the introduction. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSection, outline as outlineOf } from '../../../src/catalog/readme/outline.ts'
import { parseMarkdown } from '../../../src/catalog/readme/readme.ts'
import { approxTokens } from '../../../src/text/approx-tokens.ts'
import { embedded } from '../../embedded.ts'
import { runs } from '../../property.ts'
import { markdown } from './markdown.ts'
import { introduction, outline, section } from './of-text.ts'

const { readmes } = embedded

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
    ])
      expect(outline(`# A\n\n${open}\n${code}\n${close}\n\n# B\n`).map(({ heading }) => heading)).toEqual(['A', 'B'])
    expect(outline(`# A\n\n\`\`\`\`\n\`\`\`\n${code}\n\`\`\`\`\n# B`).map(({ heading }) => heading)).toEqual(['A', 'B'])
    expect(outline(`# A\n\`\`\`\n${code}`).map(({ heading }) => heading)).toEqual(['A'])
  })

  test('a line of backticks with a backtick after them opens no fence', () =>
    expect(outline('```js`\n# Heading\n').map(({ heading }) => heading)).toEqual(['Heading']))

  test('keeps the sign at the end of C#, which closes no heading', () => {
    const headings = outline('### C#\n\n### C ##\n\n### F#\r\n\n## ##\n').map(({ heading }) => heading)
    expect(headings).toEqual(['C#', 'C', 'F#', ''])
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

  test('is found by heading or anchor, in any case, with or without signs', () => {
    const text = '# T\n\n## Use it (MCP)\n\nx\n'
    for (const name of ['Use it (MCP)', 'use it (mcp)', 'use-it-mcp', '#use-it-mcp', '## Use it (MCP)', ' USE-IT-MCP '])
      expect(section(text, name), name).toBe('## Use it (MCP)\n\nx\n')
  })

  test('an anchor leads to its own heading before a heading of the same words', () => {
    const text = '# x\n\n## x-1\n\n# x\n\nwanted\n'
    const [, dashed, second] = outline(text)
    expect(section(text, dashed!.anchor)).toBe('## x-1\n\n')
    expect(section(text, second!.anchor)).toBe('# x\n\nwanted\n')
  })

  test('the top sections of a README together are the whole of it', () => {
    for (const text of [...readmes.values()].filter((_, at) => at % 12 === 0)) {
      const top = outline(text)
        .filter(({ level }) => level === 1)
        .map(({ anchor }) => section(text, anchor))
      expect(top.join('')).toBe(text)
    }
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
