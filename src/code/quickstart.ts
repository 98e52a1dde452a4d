/** Programs that make one call and print what the API answers: for each language, and for the CLI. */
import type { Generation } from '../catalog/record/facts.ts'
import type { Language } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Call } from './arguments.ts'
import { argumentsOf, callNotes, directArgument, keyNotes, optionsOf, pascal } from './client-options.ts'
import { baseName, languageInstall } from './install.ts'
import { serverNotes } from './server-url.ts'
import { type Entries, type Expression, Marked, toCode, variablesOf } from './values/expression.ts'
import { go } from './writers/go.ts'
import { lua } from './writers/lua.ts'
import { php } from './writers/php.ts'
import { python } from './writers/python.ts'
import { ruby } from './writers/ruby.ts'
import { javascript, typescript } from './writers/script.ts'
import type { EntityCall, PagedCall, Program, Writer } from './writers/writer.ts'

export interface Quickstart {
  /** Info string of the code fence. */
  fence: string
  /** The code is a whole program. */
  code: string
  /** Each note is a sentence. */
  notes: string[]
}

const WRITERS: Partial<Record<Language, Writer>> = {
  ...{ ts: typescript, js: javascript, py: python, php, go, rb: ruby, lua },
}

/** The first call to show; undefined if no read is on record, or if a call needs values that cannot be made up. */
export function firstCallOf(record: SdkRecord): Call | undefined {
  const { first_call, generation, entities } = record
  // Without a generation nobody has read the repository's files, so the arguments are unknown.
  if (first_call || generation !== undefined) return first_call
  const reads = (['list', 'load'] as const).flatMap((op) =>
    entities.filter(({ ops }) => ops.includes(op)).map(({ name }) => ({ entity: name, op, arguments: {} })),
  )
  return reads[0]
}

/** The parameter that selects a page, and its next value. */
export interface PageRule extends Pick<PagedCall, 'parameter' | 'next'> {
  /** First value of the parameter; absent if the first request does without it. */
  start?: number
}

/**
 * A program that makes this call and prints the result; undefined for a language without a writer.
 * @param call with marks, if code is to have them
 * @param requested the language to write in, where the package is of another one
 */
export function codeFor(
  record: SdkRecord,
  language: Language,
  call: Call<Expression>,
  requested = language,
  pages?: PageRule,
): Quickstart | undefined {
  const writer = WRITERS[requested]
  if (!writer) return undefined
  const { syntax, fence } = writer
  const options = optionsOf(record, call)
  const argument = call.direct ? directArgument(record, call) : argumentsOf(record, call)
  const variables = variablesOf(call.seed ? argument : { options, argument })
  const program: Program = {
    module: moduleOf(record, language),
    class: classOf(record, language),
    options: Object.keys(options).length > 0 ? toCode(options, syntax) : '',
    seed: call.seed ? toCode({ entity: { [call.entity]: call.seed } }, syntax) : '',
    readsVariable: variables.length > 0,
    required: [...new Set(variables.flatMap(({ env, unset }) => (unset === undefined ? env : [])))],
    isPair: record.generation === 'old',
  }
  const records = call.direct?.records?.split('.') ?? []
  const queried = pages || (call.direct && language === 'js' && argument.query)
  const direct = {
    ...program,
    ...(queried ? queriedArgument(argument, language, pages) : { argument: toCode(argument, syntax) }),
    records,
  }
  const lines = pages
    ? writer.paged({ query: '', ...direct, ...pages })
    : call.direct
      ? writer.direct(direct)
      : writer.entity({ ...program, ...entityCall(record, language, call, argument, requested) })
  const notes = [...(pages ? [] : callNotes(call)), ...keyNotes(record, call), ...serverNotes(record)]
  return { fence, code: lines.join('\n'), notes }
}

function entityCall(
  record: SdkRecord,
  language: Language,
  call: Call<Expression>,
  argument: Entries,
  requested: Language,
): Omit<EntityCall, keyof Program> {
  const { entity, op, why } = call
  const isAny = requested === 'ts' && isUntyped(record, call)
  return {
    ...{ entity: pascal(entity), op, result: op === 'list' ? 'items' : 'record' },
    argument: toCode(argument, WRITERS[requested]!.syntax) + (isAny ? ' as any' : ''),
    hasArguments: Object.values(argument).some((value) => !(value instanceof Marked && value.isOffered)),
    isOneOfSeveral: why !== undefined && !why.includes('one_endpoint'),
    hasEntities: hasEntities(language, op, record.generation),
  }
}

/** Writes the argument of `direct` and its query, a variable. The JavaScript client sends no query: its path has it. */
function queriedArgument({ path = '', query = {}, ...others }: Entries, language: Language, pages?: PageRule) {
  const { syntax, query: variable } = WRITERS[language]!
  const fixed = Object.entries(query as Entries).filter(([name]) => name !== pages?.parameter)
  const start = pages?.start === undefined ? {} : { [pages.parameter]: pages.start }
  const argument: Entries =
    language === 'js'
      ? { path: [`${path}?`, { code: `new URLSearchParams(${variable})` }], ...others }
      : { path, ...others, query: [{ code: variable }] }
  return { query: toCode({ ...Object.fromEntries(fixed), ...start }, syntax), argument: toCode(argument, syntax) }
}

/** The types of these generations have only the parameters of the path. */
const isUntyped = ({ generation }: SdkRecord, { path = '', arguments: given, key_argument }: Call<unknown>): boolean =>
  generation !== 'old' && Object.keys(given).length + (key_argument ? 1 : 0) > path.split('{').length - 1

/** Lists are of entities, except Ruby's since the second generation; only the newest clients load entities. */
function hasEntities(language: Language, op: Call['op'], generation: Generation | undefined): boolean {
  if (op !== 'list') return generation === 'new'
  return language !== 'rb' || generation === 'old'
}

/** The client's class. */
export const classOf = ({ slug, packages }: SdkRecord, language: Language): string =>
  packages[language]?.class ??
  Object.values(packages).find((item) => item.class !== undefined)?.class ??
  `${pascal(baseName(slug))}SDK`

/** What code imports: the recorded name, else by the rule that nearly all repositories follow. */
export function moduleOf(record: SdkRecord, language: Language): string {
  const name = baseName(record.slug)
  const joined = `${name.replaceAll('-', '')}_sdk`
  const modules: Partial<Record<Language, string>> = {
    py: joined,
    php: joined,
    rb: `${pascal(name)}_sdk`,
    lua: `${name}_sdk`,
  }
  return record.packages[language]?.module ?? modules[language] ?? languageInstall(record, language).package
}
