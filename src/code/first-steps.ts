/** From nothing to a printed answer: an install line and a program, in a language or by the CLI or the MCP server. */

import type { Scalar } from '../catalog/record/facts.ts'
import { isProgram, LANGUAGES, type Language, type ProgramKind, type Target } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { serverUrl } from '../catalog/record/traits.ts'
import { withoutUndefined } from '../system/optional-members.ts'
import { joinParts } from '../text/join-parts.ts'
import type { Call } from './arguments.ts'
import { callName, callNotes, keyNotes, keyVariable, passesKey } from './client-options.ts'
import { cliInstall, languageInstall, mcpInstall } from './install.ts'
import { codeFor, firstCallOf, type Quickstart } from './quickstart.ts'
import { shellComments, shownCurl } from './reference/curl.ts'
import { pairsOf } from './reference/plain-request.ts'
import { isFile } from './request-by-api-names.ts'
import { serverNotes } from './server-url.ts'
import { markedCall, marksOf, type Plan, plainValue, planOf, type Shown } from './shown-call.ts'
import { commentText, type Entries, type Expression, isMap, List, Marked } from './values/expression.ts'
import { cliCommand, mcpSettings, mcpToolCall, programFailure } from './writers/cli-and-mcp.ts'

/** Code with what a reader has to know beside it. */
export interface Start extends Omit<Quickstart, 'code'> {
  /** Name of the package or program; absent, like `install`, where the code needs neither. */
  package?: string
  /** One shell line, from nothing to installed; absent if a release tag is the way. */
  install?: string
  /** What has to be there beside the language itself. */
  needs?: string
  /** The program; absent where nothing can be called. */
  code?: string
  /** What it calls: `Cat.list (GET /cats)`. */
  call?: string
  /** Of an MCP server: the tool call. */
  tool?: { name: string; arguments: object }
  /** Says what each value of `tool` means, by its name. */
  marks?: Record<string, string>
}

/** A plan; of some SDKs no call is known. */
export type Startable<Value = Scalar> = Pick<Plan, 'record'> & Partial<Plan<Value>>

/** The plan of the SDK's first call. */
export function firstPlan(record: SdkRecord): Startable {
  const call = firstCallOf(record)
  return call ? planOf(record, call) : { record }
}

/**
 * Undefined for a program that the SDK does not have. Where the record knows that this way fails, it is a `curl`.
 * @param requested what to write in: JavaScript can use the package for TypeScript
 */
export function startFor(plan: Startable<Expression>, target: Target, requested: Target = target): Start | undefined {
  const { record, call, shown } = plan
  if (isProgram(target) && !record[target]) return undefined
  if (!call || !shown)
    return isProgram(target) ? programStart(record, target) : languageStart(record, target, requested)
  const { repeated, ...written } = withPlainValues(markedCall(call, shown), shown)
  const failure = repeated
    ? `The API takes ${repeated} once for each value, and the clients send it once.`
    : failureOf(record, target, written, shown)
  const plain = failure ? curlStart(plan, failure) : undefined
  if (plain) return plain
  return isProgram(target)
    ? programStart(record, target, written, failure)
    : languageStart(record, target, requested, written)
}

/** The plain request, with the reason why it stands here; undefined where the place of an argument is not on record. */
export function curlStart({ record, call, shown }: Startable<Expression>, why: string): Start | undefined {
  if (!call || !shown || !isPlaced(call, shown)) return undefined
  const notes = [why, ...callNotes({ ...call, direct: undefined }), ...keyNotes(record, call), ...serverNotes(record)]
  return { fence: 'bash', code: shownCurl({ record, call, shown }), call: callName(call), notes }
}

/** Lists and objects outside the body as texts, as clients write none; `repeated` is a name that would occur twice. */
function withPlainValues(call: Call<Expression>, { parameters }: Shown): Call<Expression> & { repeated?: string } {
  const pairs = (values: Entries): [string, Expression][] =>
    Object.entries(values).flatMap(([name, value]): [string, Expression][] => {
      const parameter = parameters.find((each) => each.name === name)
      const isNested = (value instanceof List || isMap(value)) && parameter && parameter.in !== 'body'
      return isNested ? pairsOf(parameter, plainValue(value)) : [[name, value]]
    })
  const { arguments: values, direct } = call
  const written = pairs(values)
  const [repeated] = written.find(([name], at) => written.findIndex(([other]) => other === name) !== at) ?? []
  const plain = (entries?: Entries) => entries && Object.fromEntries(pairs(entries))
  return {
    ...call,
    arguments: Object.fromEntries(written),
    ...(direct && { direct: { ...direct, params: plain(direct.params), query: plain(direct.query) } }),
    ...(repeated !== undefined && { repeated }),
  }
}

function languageStart(record: SdkRecord, target: Language, requested: Target, call?: Call<Expression>): Start {
  const { package: name, command: install, needs } = languageInstall(record, target)
  const isByOther = requested === 'js' && target === 'ts'
  const { fence = '', code, notes = [] } = (call && codeFor(record, target, call, isByOther ? 'js' : target)) ?? {}
  return withoutUndefined({
    ...{ package: name, install, needs, fence, code },
    call: code && callName(call!),
    notes: [...(isByOther ? ['The package is the one for TypeScript.'] : []), ...notes],
  })
}

/** Whether the code needs nothing of the SDK. */
export const isCurl = (start: Pick<Start, 'package'>): boolean => start.package === undefined

export type FirstCode = Start & { code: string; id: Language | 'curl'; label: string }

/** The first code in each language that has a writer; once where it is a `curl`. */
export function quickstarts(record: SdkRecord): FirstCode[] {
  const codes = record.languages.flatMap((language) => firstCode(record, language) ?? [])
  return codes[0]?.id === 'curl' ? codes.slice(0, 1) : codes
}

export function firstCode(record: SdkRecord, language: Language): FirstCode | undefined {
  const { code, ...start } = startFor(firstPlan(record), language)!
  if (code === undefined) return undefined
  return {
    ...start,
    code,
    ...(isCurl(start) ? { id: 'curl', label: 'curl' } : { id: language, label: LANGUAGES[language] }),
  }
}

/** Whether the record has the endpoint, and the place of each argument in its request. */
const isPlaced = ({ path, arguments: values }: Call<unknown>, { parameters }: Shown): boolean =>
  path !== undefined && Object.keys(values).every((name) => parameters.some((each) => each.name === name))

const isGiven = (value: unknown): boolean => value !== undefined && !(value instanceof Marked && value.isOffered)

const NOT_OBJECTS: Readonly<Record<string, string>> = {
  form: 'a form',
  multipart: 'multipart/form-data',
  list: 'a list',
  file: 'the bytes of a file',
}
const NOT_RETURNED: Readonly<Record<string, string>> = { text: 'text', binary: 'a file' }

/** Why the SDK's own way fails, as far as the record knows; a sentence. */
function failureOf(record: SdkRecord, target: Target, call: Call<unknown>, shown: Shown): string | undefined {
  const { pass, in: where, name } = record.auth
  if (shown.server) return `It is at ${URL.parse(shown.server)!.host}, and the clients have one server.`
  const isSent = call.method !== 'GET' && call.method !== 'HEAD'
  const sendsFile = shown.parameters.some((each) => isFile(each) && isGiven(call.arguments[each.name]))
  const body = isSent && NOT_OBJECTS[sendsFile ? 'multipart' : (shown.body ?? call.body ?? '')]
  if (body) return `The API takes ${body}, and the clients send an object in JSON.`
  const returned = NOT_RETURNED[shown.answer?.body ?? '']
  if (returned) return `The API answers with ${returned}, which the clients do not return.`
  const isLost = pass === 'none' && passesKey(record, call) && name !== undefined
  if (isLost && !serverUrl(record)?.includes(`{${name}}`)) return `The clients cannot send the key as ${where} ${name}.`
  return isProgram(target) ? programFailure(record, target, call) : undefined
}

function programStart(record: SdkRecord, target: ProgramKind, call?: Call<Expression>, failure?: string): Start {
  const { package: name, command: install, needs } = (target === 'cli' ? cliInstall(record) : mcpInstall(record))!
  const { notes = [], ...start } = target === 'cli' ? cliStart(record, call) : mcpStart(record, call)
  const computed = `Its ${target === 'cli' ? 'commands' : 'tools'} follow the rule of the generator: its files were not at hand.`
  const notesOfCall = call && [
    ...(failure ? [failure] : callNotes({ ...call, direct: undefined })),
    ...keyNotes(record, call),
    ...serverNotes(record),
    ...(record[target]?.computed ? [computed] : []),
  ]
  return withoutUndefined({ ...{ package: name, install, needs }, ...start, notes: [...notes, ...(notesOfCall ?? [])] })
}

function cliStart(record: SdkRecord, call?: Call<Expression>): Partial<Start> & Pick<Start, 'fence'> {
  const command = call && cliCommand(record, call, valuesOf(call))
  if (!command) return { fence: 'bash' }
  const key = passesKey(record, call) && `export ${keyVariable(record)}=${record.auth.test_key ?? '…'}`
  const argument = oneOffer(call)
  const form = argument && commentText(`# one is passed so: ${cliCommand(record, call, argument)}`)
  return { fence: 'bash', code: joinParts('\n', ...shellComments({ '': call.arguments }), form, key, command) }
}

function mcpStart(record: SdkRecord, call?: Call<Expression>): Partial<Start> & Pick<Start, 'fence'> {
  const start = { fence: 'json', code: JSON.stringify(mcpSettings(record)) }
  const tool = call && mcpToolCall(record, call, valuesOf(call))
  if (!tool) return start
  const marks = marksOf(call.arguments).map(({ name, value, mark, isOffered }): [string, string] => [
    name,
    isOffered ? joinParts(', ', 'optional', value !== undefined && String(value), mark) : mark,
  ])
  const told = marks.map(([name, mark]) => `${name}: ${mark}`).join('; ')
  const argument = oneOffer(call)
  const notes = [
    `Call its tool ${tool.name} with ${JSON.stringify(tool.arguments)}.`,
    ...(told ? [`Of these: ${told}.`] : []),
    ...(argument ? [`One is passed so: ${JSON.stringify(mcpToolCall(record, call, argument)?.arguments)}.`] : []),
  ]
  return { ...start, tool, ...(told && { marks: Object.fromEntries(marks) }), notes }
}

/** Where a call passes nothing, one argument that it may pass, to show how that is written. */
function oneOffer(call: Call<Expression>): Record<string, unknown> | undefined {
  if (Object.keys(valuesOf(call)).length > 0) return undefined
  const offers = marksOf(call.arguments).filter(({ isOffered }) => isOffered)
  const offer = offers.find(({ value }) => value !== undefined) ?? offers[0]
  return offer && { [offer.name]: offer.value ?? 'VALUE' }
}

const valuesOf = (call: Call<Expression>) => plainValue(call.arguments) as Record<string, unknown>
