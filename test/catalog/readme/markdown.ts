/** Markdown as fast-check makes it, for properties that hold of any README. */
import fc from 'fast-check'

/** Headings and fences of every kind, lines that only look like them, and any text. */
const line = fc.oneof(
  fc.constantFrom(
    ...['', '   ', '# One', '## Two', '## Two', '### Two 1', '#### `code` *and* [link](https://a.example)'],
  ),
  fc.constantFrom(...['#none', '## Closed ##', '  ## Indented', '##\tTab', '####### seven', '<b>', '## Ünï 😀']),
  fc.constantFrom(...['```', '````', '~~~', '```bash', '~~~~ js', '   ```', '```a`b', '    # code', '# a comment']),
  fc.constantFrom('Plain words.', 'text\r', '😀'.repeat(9)),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)

/** Lines put together with one kind of line end. */
export const markdown = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.join(end))

const words = fc.constantFrom('Plain words.', 'Go:', '**Python**', '', '| a | b |\n| - | - |\n| Go | x |', '[a]: /b')
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('One', 'Go', 'Two `x`', 'Python', '[a]', '', 'Ünï 😀'))
  .map(([level, text]) => `${'#'.repeat(level)} ${text}`)
const setext = fc.constantFrom('Over\n====', 'Over two\nlines\n---')
const html = fc.constantFrom(
  ...['<div>', '</div>', '<!-- # no\n\n## yes -->', '<pre>\n# no\n</pre>', '<h2>Raw</h2>', '<b># no</b>'],
)
const code = fc.constantFrom('# comment', '```python', '~~~', '## Go', 'call()', '', '- # item')
const fence = fc
  .tuple(
    fc.constantFrom('```', '````', '~~~'),
    fc.constantFrom('', 'go', 'python', 'sh'),
    fc.array(code, { maxLength: 4 }),
    fc.boolean(),
  )
  .map(([mark, info, lines, closed]) => [`${mark}${info}`, ...lines, ...(closed ? [mark] : [])].join('\n'))
const indented = fc.constantFrom('    # code', '    ## more\n    code')

const indent = (by: string, text: string, first = by): string =>
  text
    .split('\n')
    .map((line, at) => (at === 0 ? first : by) + line)
    .join('\n')

/** Fences, lists, quotes and raw HTML inside each other, with headings in all of them. */
export const nested = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 5 }).map((blocks) => blocks.join('\n\n')),
  block: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(words, heading, setext, html, fence, indented),
    tie('blocks').map((text) => indent('> ', text)),
    tie('blocks').map((text) => indent('  ', text, '- ')),
    tie('blocks').map((text) => indent('   ', text, '1. ')),
  ),
})).blocks
