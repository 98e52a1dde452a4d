/** What commands print on a terminal. */
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { rendered } from '../../src/commands/output.ts'

const MARKDOWN = '# Title\n\nCall `Author.list`:\n\n```py\nprint(1)  # `x`\n```\n\n```\nplain\n```\nend'

test('on a terminal code stands without its fences, and in a pipe markdown stays as it is', () => {
  expect(rendered(MARKDOWN)).toBe(MARKDOWN)
  const { isTTY } = process.stdout
  process.stdout.isTTY = true
  const shown = stripVTControlCharacters(rendered(MARKDOWN))
  process.stdout.isTTY = isTTY
  expect(shown).toBe('# Title\n\nCall Author.list:\n\nprint(1)  # `x`\n\nplain\nend')
})
