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
