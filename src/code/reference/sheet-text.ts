/** The sheet of operations as text; operation-sheet.ts writes its lines. */

/** Puts the lines below a title that explains their marks. */
export function sheetText(title: string, lines: readonly string[]): string {
  const marks = [
    ...(lines.some((line) => line.includes('*')) ? ['* required'] : []),
    ...(lines.some((line) => line.includes(') direct ')) ? ["direct: client.direct, by the API's names"] : []),
    ...(lines.some((line) => line.includes(') curl ')) ? ['curl: the program cannot request it'] : []),
  ]
  const legend = marks.length > 0 ? ` (${marks.join('; ')})` : ''
  return [`${title}${legend}:`, ...lines.map((line) => `- ${line}`)].join('\n')
}
