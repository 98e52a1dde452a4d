/** Markdown as fast-check makes it, for properties that hold of any README. */
import fc from 'fast-check'

/** Headings of every kind, fences, what only looks like them, and any text. */
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

/** Lines put together with one kind of line end. */
export const markdown = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.join(end))
