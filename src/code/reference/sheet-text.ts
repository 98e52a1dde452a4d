/** The sheet of operations as text; operation-sheet.ts writes its lines. */

/** How any of them is requested, where the code is of another one. */
const DIRECT = "direct: client.direct({path, method, params, query, body}), by the API's names"

/** Puts the lines below a title that explains their marks. */
export function sheetText(title: string, lines: readonly string[]): string {
  const marks = [
    ...(lines.some((line) => line.includes('*')) ? ['* required'] : []),
    ...(lines.some((line) => line.includes(') direct ')) ? [DIRECT] : []),
    ...(lines.some((line) => line.includes(') curl ')) ? ['curl: the program cannot request it'] : []),
  ]
  const legend = marks.length > 0 ? ` (${marks.join('; ')})` : ''
  return [`${title}${legend}:`, ...lines.map((line) => `- ${line}`)].join('\n')
}
