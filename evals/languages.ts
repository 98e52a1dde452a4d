/**
 * How well find_sdk answers needs in every language that it reads: everyday queries with function words and inflected words,
 * written after the lexicons, half of them held out from whoever completes these. The same needs are asked in many languages.
 */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { SdkRecord } from '../src/catalog/record/record.ts'
import { NATURAL_LANGUAGES, type NaturalLanguage } from '../src/query/languages/natural-languages.ts'
import { rankedOver } from '../test/embedded.ts'
import { mean, recallAt5 } from './measure.ts'

const file = (name: string): string => readFileSync(new URL(`./queries/${name}`, import.meta.url), 'utf8')

const LanguageQuery = z.strictObject({
  query: z.string().min(1).max(500),
  /** Key of language-needs.json. */
  need: z.string(),
  language: z.enum(NATURAL_LANGUAGES),
  held_out: z.boolean(),
})
export type LanguageQuery = z.infer<typeof LanguageQuery>

export const readLanguageQueries = (): LanguageQuery[] =>
  file('languages.jsonl')
    .trim()
    .split('\n')
    .map((line) => LanguageQuery.parse(JSON.parse(line)))

/** Need -> every SDK that is a right answer. */
export const languageNeeds = z
  .record(z.string(), z.array(z.string()).min(1))
  .parse(JSON.parse(file('language-needs.json')))

export interface LanguageFigures {
  queries: number
  recall: number
  /** Queries that are read as another language, or as English. */
  misread: string[]
}

/** Of a few words each may be of the other too. */
const ALIKE: readonly (readonly NaturalLanguage[])[] = [
  ['zh', 'zh-Hant'],
  ['da', 'no', 'sv'],
  ['es', 'pt'],
  ['ru', 'uk'],
]
const isRead = (language: NaturalLanguage | undefined, wanted: NaturalLanguage): boolean =>
  language === wanted || ALIKE.some((alike) => alike.includes(wanted) && alike.some((other) => other === language))

export function measureLanguages(records: readonly SdkRecord[], heldOut: boolean): Map<string, LanguageFigures> {
  const rank = rankedOver(records)
  const queries = readLanguageQueries().filter(({ held_out }) => held_out === heldOut)
  return new Map(
    NATURAL_LANGUAGES.map((language) => {
      const answered = queries
        .filter((one) => one.language === language)
        .map(({ query, need }) => ({ query, right: languageNeeds[need]!, answer: rank(query, {}, 5) }))
      const recalls = answered.map(({ right, answer }) =>
        recallAt5(
          answer.hits.map(({ record }) => record.slug),
          right,
        ),
      )
      const misread = answered.filter(({ answer }) => !isRead(answer.translation?.language, language))
      return [language, { queries: answered.length, recall: mean(recalls), misread: misread.map(({ query }) => query) }]
    }),
  )
}

export function printLanguages(print: (line: string) => void, records: readonly SdkRecord[]): void {
  const [tuned, held] = [measureLanguages(records, false), measureLanguages(records, true)]
  print('needs in each language: queries and recall@5, tuned on and held out; read as another language')
  for (const [language, { queries, recall, misread }] of tuned) {
    const other = held.get(language)!
    print(
      `${language.padEnd(8)} ${queries} ${recall.toFixed(2)}  ${other.queries} ${other.recall.toFixed(2)}  ${[...misread, ...other.misread].length}`,
    )
  }
  const overall = (figures: Map<string, LanguageFigures>): string =>
    mean([...figures.values()].map(({ recall }) => recall)).toFixed(3)
  print(`mean     ${overall(tuned)}  ${overall(held)}`)
}
