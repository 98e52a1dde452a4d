/** The file of `catalog probe`: a line of JSON for each time that the API of an SDK was asked, the newest last. */
import { AnswerLine, type RecordedAnswer } from '../catalog/record/observed.ts'
import { hasFailed } from '../catalog/record/traits.ts'
import { readJsonLines } from './json-lines.ts'

/** Each SDK's newest answer by slug. */
export type Answers = ReadonlyMap<string, RecordedAnswer>

/** @throws InvalidCatalog for a line that breaks the schema, with file, line and rule */
export const readAnswerLines = (path: string): AnswerLine[] => readJsonLines(AnswerLine, path).map(({ value }) => value)

/** An SDK that was left out the last time has none: it may have opted out, or need a key by now. */
export function newestAnswers(lines: readonly AnswerLine[]): Answers {
  const answers = new Map<string, RecordedAnswer>()
  for (const { slug, operation, ...line } of lines) {
    const failures = hasFailed(line) ? (answers.get(slug)?.failures ?? 0) + 1 : undefined
    if (operation === undefined) answers.delete(slug)
    else answers.set(slug, { ...line, operation, ...(failures && { failures }) })
  }
  return answers
}
