/** One document, many readers: what they say of a README agrees with each other and with the page made of it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readmeFacts } from '../../../src/builder/derive/readme-facts.ts'
import { excerpt, pageOf } from '../../../src/catalog/readme/excerpt.ts'
import { findSection, outline } from '../../../src/catalog/readme/outline.ts'
import {
  isKind,
  LineKind,
  languagesIn,
  lineText,
  type MarkdownDocument,
  parseMarkdown,
  rangeText,
  unparsed,
  wholeOf,
} from '../../../src/catalog/readme/readme.ts'
import { renderReadmeHtml } from '../../../src/catalog/readme/render-html.ts'
import { corpusReadmes, hasCorpus } from '../../corpus.ts'
import { runs } from '../../property.ts'
import { nested } from './markdown.ts'

/** Ids of headings in the HTML, in its order, without their prefix. */
const headingIds = (html: string): string[] =>
  [...html.matchAll(/<h[2-6][^>]* id="user-content-([^"]*)"/g)].map(([, id]) => id!)

const unescaped = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Words of the code that the page shows. */
const codeInHtml = (html: string): string[] =>
  [...html.matchAll(/<pre tabindex="0"><code[^>]*>([\s\S]*?)<\/code><\/pre>/g)].flatMap(([, code]) =>
    unescaped(code!.replace(/<\/?span[^>]*>/g, ''))
      .split(/\s+/)
      .filter(Boolean),
  )

function agree(markdown: string): void {
  const document = parseMarkdown(markdown)
  const html = renderReadmeHtml(markdown, 'https://github.com/example/x-sdk')
  const anchors = outline(document).map(({ anchor }) => anchor)

  expect(headingIds(html)).toEqual(anchors.filter(Boolean))
  for (const section of document.sections) {
    expect(findSection(document, section.anchor)).toBe(section)
    expect(isKind(document, section.startLine, LineKind.heading)).toBe(true)
    expect(isKind(document, section.startLine, LineKind.fenced | LineKind.indented)).toBe(false)
  }
  expect(languagesIn(document, wholeOf(document))).toEqual(document.languages)
  for (const language of document.languages) {
    const { lines } = excerpt(document, undefined, language)
    const others = new Set([...lines].flatMap((line) => languagesIn(document, { startLine: line, endLine: line + 1 })))
    others.delete(language)
    // A README whose first line is the heading of a language is all about that.
    if (document.lineLanguages[0] === 0) expect([...others]).toEqual([])
  }
  expect(rangeText(document, wholeOf(document))).toBe(document.text)
}

/** Whatever is code on the page is code in the document. */
function agreeOnCode(document: MarkdownDocument, html: string): void {
  const inCode = [...document.lineKinds.keys()]
    .filter((line) => isKind(document, line, LineKind.fenced | LineKind.indented))
    .map((line) => lineText(document, line))
    .join('')
  for (const word of new Set(codeInHtml(html))) expect(inCode).toContain(word)
}

describe('the readers of a README', () => {
  test('agree, however fences, lists, quotes and raw HTML are nested', () =>
    fc.assert(
      fc.property(nested, (markdown) => {
        agree(markdown)
        agreeOnCode(parseMarkdown(markdown), renderReadmeHtml(markdown, 'https://github.com/example/x-sdk'))
      }),
      runs(250),
    ))

  test.runIf(hasCorpus)('agree on the READMEs of the repositories', () => {
    for (const readme of corpusReadmes().values()) agree(readme)
  })

  test('all take a fence with a language inside a bare fence for code', () => {
    const text = '# A\n\n```\n```python\n## Entities\n\n| **Dog** | The Dog entity (list). | `/` |\n```\n\n## B\n\nb\n'
    const document = parseMarkdown(text)
    expect(outline(document).map(({ anchor }) => anchor)).toEqual(['a', 'b'])
    expect(document.languages).toEqual([])
    expect(excerpt(document, undefined, 'go').text).toBe(text)
    expect(readmeFacts(text).entities).toEqual([])
    expect(renderReadmeHtml(text, 'https://github.com/example/x-sdk')).toContain('```python\n## Entities')
  })
})

describe('a document', () => {
  test('ends a section in a quote or a list item with that', () => {
    const document = parseMarkdown('# A\n\n> ## Note\n>\n> x\n\nstill A\n\n- # Item\n\n  y\n\n## B\n')
    const text = (anchor: string) => rangeText(document, findSection(document, anchor)!)
    expect(text('note')).toMatch(/^> ## Note\n>\n> x\n\n?$/)
    expect(text('item')).toMatch(/^- # Item\n\n {2}y\n\n?$/)
    expect(text('a')).toBe(document.text)
  })

  test('names a heading by its words: of links, code, pictures and entities, without raw HTML', () => {
    const { sections } = parseMarkdown('# [a](b) `c` ![d](e) &amp; *f* <b>g</b> snake_case\n\nTwo\nlines\n===\n')
    expect(sections.map(({ heading, anchor, level }) => [heading, anchor, level])).toEqual([
      ['a c d & f g snake_case', 'a-c-d--f-g-snake_case', 1],
      ['Two lines', 'two-lines', 1],
    ])
  })

  test('has no byte order mark, and shows characters that would hide something', () => {
    const { text, sections } = parseMarkdown('\ufeff# A\u202e\n')
    expect(text).toBe('# A\ufffd\n')
    expect(sections[0]!.anchor).toBe('a')
  })

  test('knows lines that end with LF, CR LF or CR', () => {
    const document = parseMarkdown('a\r\n\r\n# b\rc\n\nd')
    expect([...document.lineKinds.keys()].map((line) => lineText(document, line))).toEqual([
      ...['a\r\n', '\r\n', '# b\n', 'c\n', '\n', 'd'],
    ])
    expect(document.sections).toMatchObject([{ anchor: 'b', startLine: 2, endLine: 6 }])
  })

  test('that could not be parsed in time can still be read by pages', () => {
    const document = unparsed(`# A\n\n${'word '.repeat(100)}`)
    expect(document.sections).toEqual([])
    expect(pageOf(excerpt(document), 0, 100).next).toBeGreaterThan(50)
  })
})
