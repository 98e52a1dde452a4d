/** Rows as lines of text, each column as wide as its widest cell. */
export function columns(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** At most the first `max` characters, cut after a word. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const start = text.slice(0, max)
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), max / 2)).replace(/[\s,;:.]+$/, '')}…`
}

/**
 * RFC 4180 §2.6: quotes a field that holds a quote, a comma or a line end. A spreadsheet would run a cell that begins
 * as a formula does; after an apostrophe it is text (OWASP, CSV injection).
 */
export function csvCell(text = ''): string {
  const inert = /^[\s]*[=+\-@]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
