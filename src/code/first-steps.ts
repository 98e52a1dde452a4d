/** From nothing to a printed answer: an install line and a program, in a language or by the CLI or the MCP server. */

import { isProgram, LANGUAGES, type Language, type ProgramKind, type Target } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { serverUrl } from '../catalog/record/traits.ts'
import { joinParts } from '../text/join-parts.ts'
import type { Call } from './arguments.ts'
import { callName, callNotes, keyNotes, keyVariable, passesKey } from './client-options.ts'
import { cliInstall, languageInstall, mcpInstall } from './install.ts'
import { codeFor, firstCallOf } from './quickstart.ts'
import { shellComments, shownCurl } from './reference/curl.ts'
import { serverNotes } from './server-url.ts'
import { markedCall, marksOf, plainValue, type Shown, shownOf } from './shown-call.ts'
import type { Expression } from './values/expression.ts'
import { cliCommand, mcpSettings, mcpToolCall, programFailure } from './writers/cli-and-mcp.ts'

export interface Start {
  /** Name of the package or program; absent, like `install`, where the code needs neither. */
  package?: string
  /** One shell line, from nothing to installed; absent if a release tag is the way. */
  install?: string
  /** Required beside the language itself. */
  needs?: string
  /** Info string of the code fence. */
  fence: string
  /** Absent where nothing can be called. */
  code?: string
  /** What it calls: `Cat.list (GET /cats)`. */
  call?: string
  /** Of an MCP server: the tool call. */
  tool?: { name: string; arguments: object }
  /** What is to know of the values of `tool`, by their names. */
  marks?: Record<string, string>
  /** A sentence each. */
  notes: string[]
}

/**
 * Undefined for a program that the SDK does not have. Where the record knows that this way fails, it is a `curl`.
 * @param requested what to write in: JavaScript can use the package for TypeScript
 */
export function startFor(
  record: SdkRecord,
  target: Target,
  call: Call<Expression> | undefined,
  requested: Target = target,
  shown: Shown | undefined = call && shownOf(record, call),
): Start | undefined {
  if (isProgram(target) && !record[target]) return undefined
  const written = call && shown && markedCall(call, shown)
  const failure = written && failureOf(record, target, written, shown!)
  if (failure && isPlaced(call!, shown!)) {
    const notes = [failure, ...keyNotes(record, call!), ...serverNotes(record)]
    return { fence: 'bash', code: shownCurl(record, call!, shown!), call: callName(call!), notes }
  }
  if (isProgram(target)) return programStart(record, target, written, failure)
  const { package: name, command: install, needs } = languageInstall(record, target)
  const isByOther = requested === 'js' && target === 'ts'
  const program = written && codeFor(record, target, written, isByOther ? 'js' : target)
  return {
    package: name,
    ...(install && { install }),
    ...(needs && { needs }),
    fence: program?.fence ?? '',
    ...(program && { code: program.code, call: callName(call!) }),
    notes: [...(isByOther ? ['The package is the one for TypeScript.'] : []), ...(program?.notes ?? [])],
  }
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
  const { code, ...start } = startFor(record, language, firstCallOf(record))!
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
  const isSent = call.method !== 'GET' && call.method !== 'HEAD'
  const body = isSent && NOT_OBJECTS[shown.body ?? call.body ?? '']
  if (body) return `The API takes ${body}, and the clients send an object in JSON.`
  const returned = NOT_RETURNED[shown.answer?.body ?? '']
  if (returned) return `The API answers with ${returned}, which the clients do not return.`
  const isLost = pass === 'none' && passesKey(record, call) && name !== undefined
  if (isLost && !serverUrl(record)?.includes(`{${name}}`)) return `The clients cannot send the key as ${where} ${name}.`
  return isProgram(target) ? programFailure(record, target, call) : undefined
}

function programStart(
  record: SdkRecord,
  target: ProgramKind,
  call: Call<Expression> | undefined,
  failure: string | undefined,
): Start {
  const { package: name, command: install, needs } = (target === 'cli' ? cliInstall(record) : mcpInstall(record))!
  const start = { package: name, install, ...(needs && { needs }) }
  const entries = call?.arguments ?? {}
  const values = plainValue(entries) as Record<string, unknown>
  const isComputed = record[target]?.computed === true
  const notes = call
    ? [
        ...(failure ? [failure] : callNotes({ ...call, direct: undefined })),
        ...keyNotes(record, call),
        ...serverNotes(record),
        ...(isComputed
          ? [
              `Its ${target === 'cli' ? 'commands' : 'tools'} follow the rule of the generator: its files were not at hand.`,
            ]
          : []),
      ]
    : []
  if (target === 'cli') {
    const command = call && cliCommand(record, call, values)
    const key = call && passesKey(record, call) && `export ${keyVariable(record)}=${record.auth.test_key ?? '…'}`
    const code = command && joinParts('\n', ...shellComments({ '': entries }), key, command)
    return { ...start, fence: 'bash', ...(code && { code }), notes }
  }
  const tool = call && mcpToolCall(record, call, values)
  const marks = marksOf(entries).map(({ name, value, mark, isOffered }): [string, string] => [
    name,
    isOffered ? joinParts(', ', 'optional', value !== undefined && String(value), mark) : mark,
  ])
  const told = marks.length > 0 ? [`Of these: ${marks.map(([name, mark]) => `${name}: ${mark}`).join('; ')}.`] : []
  return {
    ...start,
    fence: 'json',
    code: JSON.stringify(mcpSettings(record)),
    ...(tool && { tool, ...(marks.length > 0 && { marks: Object.fromEntries(marks) }) }),
    notes: [...(tool ? [`Call its tool ${tool.name} with ${JSON.stringify(tool.arguments)}.`, ...told] : []), ...notes],
  }
}
