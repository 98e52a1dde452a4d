/** A README for one language: nothing lost that is not tied to another one. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languageNamed } from '../../../src/catalog/readme/language.ts'
import { LineKind } from '../../../src/catalog/readme/readme.ts'
import { LANGUAGES, type Language } from '../../../src/catalog/record/languages.ts'
import { embedded } from '../../embedded.ts'
import { runs } from '../../property.ts'
import { inLanguage, languages, lines, openingSections, outline, shortOutline } from './of-text.ts'

const readmes = [...embedded.readmes.values()]
const README = readmes.find((text) => languages(text).length >= 6)!
/** Their shapes repeat. */
const sample = readmes.filter((_, at) => at % 12 === 0)
const KINDS = ['ts', 'py', 'go', 'rb', 'cpp'] as const

test('a name of a language is understood as headings, info strings and people write it', () => {
  for (const [language, label] of Object.entries(LANGUAGES)) {
    for (const name of [language, label, label.toUpperCase(), ` ${label} `]) expect(languageNamed(name)).toBe(language)
  }
  expect(['Golang', 'python3', 'C++', 'cs', 'rs'].map(languageNamed)).toEqual(['go', 'py', 'cpp', 'csharp', 'rust'])
  expect(['', 'bash', 'json', 'constructor', 'Go CLI'].map(languageNamed)).toEqual(Array(5).fill(undefined))
})

describe('a README in one language', () => {
  test('takes a label before the code away with it, in bold or with a colon, and leaves other bold words', () => {
    const text =
      '## X\n\n**Python:**\n```python\na\n```\n\n**Go**\n\n```go\nb\n```\n\n**Ruby:** is a word here.\n\nPHP:\n\n**Note:**\n'
    expect(inLanguage(text, 'go')).toBe('## X\n\n**Go**\n\n```go\nb\n```\n\n**Ruby:** is a word here.\n\n**Note:**\n')
  })

  test('keeps its own row of a table by language, and every row where it has none', () => {
    const table =
      '| Language | Package |\n| --- | --- |\n| Go | `a` |\n| **Python** | `b` |\n| Go CLI | `c` |\n\nEnd.\n'
    expect(inLanguage(table, 'py')).toBe(
      '| Language | Package |\n| --- | --- |\n| **Python** | `b` |\n| Go CLI | `c` |\n\nEnd.\n',
    )
    expect(inLanguage(table, 'rb')).toBe(table)
    const other = '| Entity | Operations |\n| --- | --- |\n| Swift | list |\n'
    expect(inLanguage(`${table}\n${other}`, 'go')).toContain(other)
    expect(inLanguage('```text\n| Go |\n| Python |\n```\n', 'go')).toBe('```text\n| Go |\n| Python |\n```\n')
  })

  const SHARP = '## X\n\n### C\n\n```c\na\n```\n\n### C#\n\n```csharp\nb\n```\n'
  const RUBY = '### Ruby\n\n```ruby\nx\n```\n'
  const SWIFT = '# Swift\n\nBank codes.\n\n## Install\n\n```python\nx\n```\n'
  test.each<[string, string, Language, string]>([
    ['takes C# for a language of its own', SHARP, 'csharp', '## X\n\n### C#\n\n```csharp\nb\n```\n'],
    ['takes C for another than C#', SHARP, 'c', '## X\n\n### C\n\n```c\na\n```\n'],
    ['keeps a section about another language when that is the section asked for', RUBY, 'py', RUBY],
    ['of an API that is called like a language is not left empty', SWIFT, 'py', SWIFT],
  ])('%s', (_, text, language, shown) => expect(inLanguage(text, language)).toBe(shown))

  test('keeps every line that is tied to no language, whatever the text, and adds none', () => {
    const block = fc.oneof(
      fc.constantFrom(...['# One', '## Two', '### Python', '### Go', '#### Deep']),
      fc.constantFrom(...['Prose.', '', '**Ruby:**', '| a | b |', 'text\r']),
      fc
        .tuple(fc.constantFrom('```', '~~~'), fc.constantFrom('python', 'go', 'bash', '', 'c++'), fc.string())
        .map(([fence, info, code]) => `${fence}${info}\n${code.replaceAll(/[`~]/g, '')}\n${fence}`),
    )
    fc.assert(
      fc.property(fc.array(block, { maxLength: 25 }), fc.constantFrom(...KINDS), (blocks, language) => {
        const text = blocks.join('\n')
        const part = inLanguage(text, language)
        const linesOf = (some: string) => some.split(/\r\n?|\n/)
        const before = linesOf(text)
        let at = 0
        for (const line of part === '' ? [] : linesOf(part)) {
          at = before.indexOf(line, at) + 1
          expect(at).toBeGreaterThan(0)
        }
        expect(inLanguage(part, language)).toBe(part)
        const others = languages(part).filter((other) => other !== language)
        if (languageNamed(outline(text)[0]?.heading ?? '') === undefined) expect(others).toEqual([])
      }),
      runs(200),
    )
  })

  test('leaves no fence open', () => {
    for (const text of sample) {
      for (const language of KINDS) {
        const last = lines(`${inLanguage(text, language)}\nend`).at(-1)!
        expect(last.kinds & LineKind.fenced).toBe(0)
      }
    }
  })
})

describe('a short outline', () => {
  test('says how large a section is in the language asked for', () => {
    const size = (language?: Language) =>
      shortOutline(README, 1_000, language).sections.find(({ anchor }) => anchor === 'quickstart')!.approx_tokens
    expect(size('py')).toBeLessThan(size()! / 2)
  })

  test('gives up the deeper levels first, then the last sections, and says how many', () => {
    const deep = `### Deep\n\n${'Plain words. '.repeat(50)}\n\n`
    const text = ['# T', ...Array.from({ length: 30 }, (_, at) => `## S${at}\n\n${deep}${deep}`)].join('\n\n')
    const { sections, leftOff } = shortOutline(text, 700)
    expect(sections.every(({ anchor }) => anchor.startsWith('s'))).toBe(true)
    expect(sections.length + leftOff).toBe(30)
    expect(shortOutline(text, 100_000)).toMatchObject({ leftOff: 0, sections: { length: 90 } })
  })

  test('begins with the introduction', () => {
    const text = '# T\n\nAbout it.\n\n## A\n\nx\n'
    expect(shortOutline(text, 1_000).sections).toEqual([
      { anchor: 'introduction', approx_tokens: 4 },
      { anchor: 'a', approx_tokens: 2 },
    ])
    expect(shortOutline('# T\n\n## A\n\nx\n', 1_000).sections).toEqual([{ anchor: 'a', approx_tokens: 2 }])
    expect(shortOutline('# T\n\nNothing but words.\n', 1_000).sections).toEqual([])
  })

  test('leaves out what has nothing under its heading in the language asked for', () => {
    const text =
      '## Quickstart\n\n### TypeScript\n\n```ts\na\n```\n\n## More\n\n### Python\n\n```py\nb\n```\n\n## Empty\n'
    const anchors = (language?: Language) => shortOutline(text, 1_000, language).sections.map(({ anchor }) => anchor)
    expect(anchors()).toEqual(['quickstart', 'more'])
    expect(anchors('py')).toEqual(['more'])
    expect(anchors('ts')).toEqual(['quickstart'])
  })

  test('names the section that holds another, and no part of a small one or that is nearly all of it', () => {
    const words = (count: number) => 'word '.repeat(count)
    const large = `## Large\n\n${words(300)}\n\n### Inside\n\n${words(200)}\n\n#### Small in it\n\nx\n\n`
    const small = '## Small\n\nx\n\n### Part\n\ny\n\n'
    const only = `## Only\n\n### All of it\n\n${words(400)}\n`
    const { sections } = shortOutline(large + small + only, 1_000)
    expect(sections.map(({ anchor, in: holder }) => [anchor, holder])).toEqual([
      ['large', undefined],
      ['inside', 'large'],
      ['small', undefined],
      ['only', undefined],
    ])
  })

  test('of a README of nothing but headings is no quadratic work', () => {
    expect(shortOutline('## a\n'.repeat(30_000), 1_000).sections).toEqual([])
    expect(shortOutline('## a\nx\n'.repeat(30_000), 1_000, 'py').sections.length).toBeGreaterThan(5)
  })
})

describe('what one reads first', () => {
  test('keeps to its size, takes no section twice, and is nothing in a language that is not there', () => {
    const code = (lines: number) => `\`\`\`py\n${'call()\n'.repeat(lines)}\`\`\`\n\n`
    const text = `## Getting started\n\n### Installation\n\n${code(1)}## Usage\n\n${code(90)}## Quick start\n\n${code(2)}`
    expect(outline(openingSections(text, 400, 'py')).map(({ anchor }) => anchor)).toEqual([
      'getting-started',
      'installation',
      'quick-start',
    ])
    expect(openingSections(text, 400, 'go')).toBe('')
  })
})
