/** What a repository's own files state, with what only its README says where they are silent. */
import { OperationsFile, RecordFacts } from '../../catalog/record/facts.ts'
import { LANGUAGES, type Language } from '../../catalog/record/languages.ts'
import { type Facts, readFacts } from '../facts/facts.ts'
import type { Repository } from '../sources/repository.ts'
import type { ApiInfo } from './api-info.ts'
import type { ReadmeFacts } from './readme-facts.ts'

/** @param about a member of the record, or a file and line */
export type WarnAbout = (about: string, detail: string) => void

export interface StatedFacts {
  facts: RecordFacts
  operations?: OperationsFile
}

export async function statedFacts(
  repository: Repository,
  readme: ReadmeFacts,
  info: ApiInfo,
  warn: WarnAbout,
): Promise<StatedFacts> {
  const read = await readFacts(repository)
  for (const { file, line, detail } of read.warnings) warn(line === undefined ? file : `${file}:${line}`, detail)
  const { facts, operations } = accepted(read, warn)
  const computed = Object.entries(facts.packages).flatMap(([language, names]) => (names?.computed ? [language] : []))
  if (computed.length > 0) warn('packages', `no manifest names those of ${computed.join(', ')}; they follow a rule`)
  return { facts: completed(facts, repository, readme, info, warn), ...(operations && { operations }) }
}

/** Files may state what the schema refuses. */
function accepted({ facts, operations }: Facts, warn: WarnAbout): StatedFacts {
  const checked = RecordFacts.safeParse(facts)
  const file = OperationsFile.safeParse(operations)
  const refused = checked.error ?? (operations && file.error)
  if (refused) {
    const { path, message } = refused.issues[0]!
    warn('facts', `${path.join('.')}: ${message}`)
  }
  if (!checked.success) return { facts: RecordFacts.parse({}) }
  if (!file.success || file.data.entities.length === 0) {
    const { first_call: _, ...rest } = checked.data
    return { facts: rest }
  }
  return { facts: checked.data, operations: file.data }
}

/** A repository without entities in its files is not whole: README.md may know of languages and programs that are not at hand. */
function completed(
  facts: RecordFacts,
  { slug, folders }: Repository,
  readme: ReadmeFacts,
  info: ApiInfo,
  warn: WarnAbout,
): RecordFacts {
  const guessed: string[] = []
  const isWhole = facts.entities.length > 0
  const base = slug.replace(/-sdk$/, '')
  const guess = <T>(member: string, value: T): T => {
    guessed.push(member)
    return value
  }
  const said = readme.languages.length > 0 ? readme.languages : (Object.keys(LANGUAGES) as Language[])
  const more = said.filter(
    (language) =>
      !facts.languages.includes(language) && (readme.languages.length > 0 ? !isWhole : folders.includes(language)),
  )
  const program = (member: 'cli' | 'mcp', named: boolean) =>
    facts[member] === undefined && (folders.includes(`go-${member}`) || (named && !isWhole))
      ? { [member]: guess(member, { name: `${base}-${member}` }) }
      : {}
  const added: Partial<RecordFacts> = {
    ...(more.length > 0 && {
      languages: guess(
        'languages',
        (Object.keys(LANGUAGES) as Language[]).filter((code) => [...facts.languages, ...more].includes(code)),
      ),
    }),
    ...program('cli', readme.cli),
    ...program('mcp', readme.mcp),
    ...(!isWhole && readme.entities.length > 0 && { entities: guess('entities', readme.entities) }),
    ...(facts.servers.length === 0 && { servers: serversOf(info) }),
  }
  if (guessed.length > 0) warn('guessed', `${guessed.join(', ')}: from README.md and folders, as no other file says it`)
  return { ...facts, ...added }
}

const serversOf = ({ servers }: ApiInfo): RecordFacts['servers'] =>
  servers
    .filter((url) => url.length <= 300 && /^https?:\/\/[^\s/]+\.[^\s]+$/.test(url))
    .slice(0, 1)
    .map((url) => ({ url }))
