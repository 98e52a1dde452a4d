/** A README for one language: nothing lost that is not tied to another one. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadEmbedded } from '../../src/catalog/load.ts'
import { lines, outline } from '../../src/catalog/readme.ts'
import { inLanguage, languageNamed, languagesIn, shortOutline } from '../../src/catalog/readme-language.ts'
import { LANGUAGES, type Language } from '../../src/catalog/record.ts'
import { runs } from '../property.ts'

const { readmes } = loadEmbedded()
const README = [...readmes.values()].find((text) => languagesIn(text).length >= 6)!
const KINDS = ['ts', 'py', 'go', 'rb', 'cpp'] as const

describe('a name of a language', () => {
  test('is understood as headings, info strings and people write it', () => {
    for (const [language, label] of Object.entries(LANGUAGES)) {
      for (const name of [language, label, label.toUpperCase(), ` ${label} `])
        expect(languageNamed(name)).toBe(language)
    }
    expect(['Golang', 'python3', 'C++', 'cs', 'rs'].map(languageNamed)).toEqual(['go', 'py', 'cpp', 'csharp', 'rust'])
    expect(['', 'bash', 'json', 'constructor', 'Go CLI'].map(languageNamed)).toEqual(Array(5).fill(undefined))
  })
})

describe('a README in one language', () => {
  test('keeps its own subsection and code and leaves out those of the others', () => {
    const text = inLanguage(README, 'py')
    expect(text).toContain('### Python')
    expect(text).toContain('```python')
    expect(text).not.toMatch(/^### (Go|Ruby|Lua|PHP|TypeScript)$/m)
    expect(text).not.toMatch(/^```(go|ruby|lua|php|ts)$/m)
    expect(languagesIn(text)).toEqual(['py'])
  })

  test('keeps tables, prose, shell commands and JSON', () => {
    const text = inLanguage(README, 'lua')
    const isTied = (line: string) => /^(\||[A-Z`].*\.$|- )/.test(line)
    for (const line of README.split('\n').filter(isTied)) expect(text).toContain(line)
    expect(text).toContain('```bash')
    expect(text).toContain('```json')
  })

  test('takes a label before the code away with it, in bold or with a colon, and leaves other bold words', () => {
    const text =
      '## X\n\n**Python:**\n```python\na\n```\n\n**Go**\n\n```go\nb\n```\n\n**Ruby:** is a word here.\n\nPHP:\n\n**Note:**\n'
    expect(inLanguage(text, 'go')).toBe('## X\n\n**Go**\n\n```go\nb\n```\n\n**Ruby:** is a word here.\n\n**Note:**\n')
  })

  test('takes a comment in a fence for neither heading nor label', () => {
    const text = '## X\n\n```ruby\n## Python\nPython:\n```\n\n```python\n# Ruby\n```\n\nend\n'
    expect(inLanguage(text, 'rb')).toBe('## X\n\n```ruby\n## Python\nPython:\n```\n\nend\n')
  })

  test('keeps a section about another language when that is the section asked for', () => {
    const ruby = '### Ruby\n\n```ruby\nx\n```\n'
    expect(inLanguage(ruby, 'py')).toBe(ruby)
  })

  test('of an API that is called like a language is not left empty', () => {
    const text = '# Swift\n\nBank codes.\n\n## Install\n\n```python\nx\n```\n'
    expect(inLanguage(text, 'py')).toBe(text)
  })

  test('keeps every line that is tied to no language, whatever the text, and adds none', () => {
    const block = fc.oneof(
      fc.constantFrom(
        '# One',
        '## Two',
        '### Python',
        '### Go',
        '#### Deep',
        'Prose.',
        '',
        '**Ruby:**',
        '| a | b |',
        'text\r',
      ),
      fc
        .tuple(fc.constantFrom('```', '~~~'), fc.constantFrom('python', 'go', 'bash', '', 'c++'), fc.string())
        .map(([fence, info, code]) => `${fence}${info}\n${code.replaceAll(/[`~]/g, '')}\n${fence}`),
    )
    fc.assert(
      fc.property(fc.array(block, { maxLength: 25 }), fc.constantFrom(...KINDS), (blocks, language) => {
        const text = blocks.join('\n')
        const kept = inLanguage(text, language)
        const before = text.split('\n')
        let at = 0
        for (const line of kept === '' ? [] : kept.split('\n')) {
          at = before.indexOf(line, at) + 1
          expect(at).toBeGreaterThan(0)
        }
        expect(inLanguage(kept, language)).toBe(kept)
        const others = languagesIn(kept).filter((other) => other !== language)
        if (languageNamed(outline(text)[0]?.heading ?? '') === undefined) expect(others).toEqual([])
      }),
      runs(500),
    )
  })

  test('leaves no fence open', () => {
    for (const text of readmes.values()) {
      for (const language of KINDS) {
        const last = [...lines(`${inLanguage(text, language)}\nend`)].at(-1)!
        expect(last.inFence).toBe(false)
      }
    }
  })
})

describe('a short outline', () => {
  test('names the sections without the title and without those of languages', () => {
    const anchors = shortOutline(README, 1_000).sections.map(({ anchor }) => anchor)
    expect(anchors).toContain('install')
    expect(anchors).toContain('quickstart')
    for (const one of ['typescript', 'python', 'go', 'ruby', 'lua', 'php']) expect(anchors).not.toContain(one)
    expect(anchors).not.toContain(outline(README)[0]!.anchor)
  })

  test('says how large a section is in the language asked for', () => {
    const size = (language?: Language) =>
      shortOutline(README, 1_000, language).sections.find(({ anchor }) => anchor === 'quickstart')!.approx_tokens
    expect(size('py')).toBeLessThan(size()! / 2)
  })

  test('gives up the deeper levels first, then the last sections, and says how many', () => {
    const text = ['# T', ...Array.from({ length: 30 }, (_, at) => `## S${at}\n\n### Deep ${at}`)].join('\n\n')
    const { sections, leftOff } = shortOutline(text, 700)
    expect(sections.every(({ anchor }) => anchor.startsWith('s'))).toBe(true)
    expect(sections.length + leftOff).toBe(30)
    expect(shortOutline(text, 100_000)).toMatchObject({ leftOff: 0, sections: { length: 60 } })
  })

  test('of a README of nothing but headings takes no longer than of prose', () => {
    expect(shortOutline('## a\n'.repeat(100_000), 1_000).sections.length).toBeGreaterThan(5)
  }, 5_000)
})
