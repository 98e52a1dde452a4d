/** The facts that a repository's files state, completed from its README. */

import { MAX_OPERATIONS_BYTES } from '../../catalog/record/bounds.ts'
import { OperationsFile, RecordFacts } from '../../catalog/record/facts.ts'
import { LANGUAGE_CODES, type Language } from '../../catalog/record/languages.ts'
import { baseName } from '../../code/install.ts'
import { type Facts, readFacts } from '../facts/read-facts.ts'
import type { Warn } from '../facts/repository-files.ts'
import type { Repository } from '../sources/repository.ts'
import type { ReadmeFacts } from './readme-facts.ts'

type StatedFacts = Pick<Facts, 'facts' | 'operations' | 'info'>

export async function statedFacts(repository: Repository, readme: ReadmeFacts, warn: Warn): Promise<StatedFacts> {
  const read = await readFacts(repository)
  for (const { about, detail } of read.warnings) warn(about, detail)
  const { facts, operations } = validated(read, warn)
  const computed = Object.entries(facts.packages).flatMap(([language, names]) => (names?.computed ? [language] : []))
  if (computed.length > 0) warn('packages', `no manifest names those of ${computed.join(', ')}; they follow a rule`)
  return { info: read.info, facts: completed(facts, repository, readme, warn), ...(operations && { operations }) }
}

/** Files may state what the schema refuses. */
function validated(read: Facts, warn: Warn): Omit<StatedFacts, 'info'> {
  const checked = RecordFacts.safeParse(read.facts)
  const file = OperationsFile.safeParse(read.operations)
  const refused = checked.error ?? (read.operations && file.error)
  if (refused) {
    const { path, message } = refused.issues[0]!
    warn('facts', `${path.join('.')}: ${message}`)
  }
  if (!checked.success) return { facts: RecordFacts.parse({}) }
  const bytes = file.success ? Buffer.byteLength(JSON.stringify(file.data)) : 0
  if (bytes > MAX_OPERATIONS_BYTES)
    warn('facts', `the operations need ${bytes} bytes; ${MAX_OPERATIONS_BYTES} are kept`)
  if (!file.success || file.data.entities.length === 0 || bytes > MAX_OPERATIONS_BYTES) {
    const { first_call: _, ...facts } = checked.data
    return { facts }
  }
  return { facts: checked.data, operations: file.data }
}

/** Files without entities are not all files of a repository: README.md may name what the others state. */
function completed(facts: RecordFacts, { slug, folders }: Repository, readme: ReadmeFacts, warn: Warn): RecordFacts {
  const isComplete = facts.entities.length > 0
  const guessed: Partial<RecordFacts> = {}
  if (!isComplete && readme.entities.length > 0) guessed.entities = readme.entities
  const more = isComplete && facts.languages.length > 0 ? [] : languagesBeside(readme, folders)
  if (more.some((language) => !facts.languages.includes(language)))
    guessed.languages = LANGUAGE_CODES.filter((code) => more.includes(code) || facts.languages.includes(code))
  for (const program of ['cli', 'mcp'] as const) {
    const isNamed = folders.includes(`go-${program}`) || (readme[program] && !isComplete)
    if (!facts[program] && isNamed) guessed[program] = { name: `${baseName(slug)}-${program}` }
  }
  const members = Object.keys(guessed).join(', ')
  if (members) warn('guessed', `${members}: taken from README.md and folders, as no file at hand states them`)
  return { ...facts, ...guessed }
}

const languagesBeside = ({ languages }: ReadmeFacts, folders: readonly string[]): readonly Language[] =>
  languages.length > 0 ? languages : LANGUAGE_CODES.filter((language) => folders.includes(language))
