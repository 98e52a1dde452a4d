/** Writing markdown: text that must not act as markup, and code. */

/** Third-party text on one line, so that none of it reads as markup: in a link, a list item, a heading or a table. */
export const escapeMarkdown = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_~[\]<>&|]/g, '\\$&')
    .replace(/^(?:[#+-]|\d+[.)])(?= |$)/, (mark) => `${mark.slice(0, -1)}\\${mark.slice(-1)}`)

/** @param info language, as in the info string of CommonMark 4.5; the fence is longer than any in the code */
export function fenced(info: string, code: string): string {
  const longest = Math.max(2, ...(code.match(/^ {0,3}`{3,}/gm) ?? []).map((run) => run.trim().length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${code}\n${fence}`
}

/** A row of a GFM table: each cell on one line, its bars escaped. */
export const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`
