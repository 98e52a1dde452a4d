/** From nothing to a printed answer: an install line and a program, in a language or by the CLI or the MCP server. */
import type { Parameter } from '../record/facts.ts'
import { isProgram, type ProgramKind, type Target } from '../record/languages.ts'
import type { SdkRecord } from '../record/record.ts'
import type { Call } from './arguments.ts'
import { callName, callNotes, keyNotes, keyVariable } from './client.ts'
import { cliInstall, languageInstall, mcpInstall } from './install.ts'
import { cliCommand, mcpSettings, mcpToolCall, programNotes } from './programs.ts'
import { codeFor } from './quickstart.ts'
import { serverNotes } from './server.ts'
import { capabilityText } from './surfaces.ts'

export interface Start {
  /** Name of the package or program. */
  package: string
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
  /** A sentence each. */
  notes: string[]
}

/** Facts of the endpoint that a program shows beside the values of the call. */
export interface Shown {
  parameters: readonly Parameter[]
  /** Optional ones that are printed commented out, in this order. */
  offered: readonly Parameter[]
}

/**
 * Undefined for a program that the SDK does not have.
 * @param requested what to write in: JavaScript can use the package for TypeScript
 */
export function startFor(
  record: SdkRecord,
  target: Target,
  call: Call | undefined,
  requested: Target = target,
  _shown?: Shown,
): Start | undefined {
  if (isProgram(target)) return programStart(record, target, call)
  const { package: name, command: install, needs } = languageInstall(record, target)
  const isByOther = requested === 'js' && target === 'ts'
  const program = call && codeFor(record, target, call, undefined, isByOther ? 'js' : target)
  return {
    package: name,
    ...(install && { install }),
    ...(needs && { needs }),
    fence: program?.fence ?? '',
    ...(program && { code: program.code, call: callName(call) }),
    notes: [...(isByOther ? ['The package is the one for TypeScript.'] : []), ...(program?.notes ?? [])],
  }
}

function programStart(record: SdkRecord, target: ProgramKind, call: Call | undefined): Start | undefined {
  const program = target === 'cli' ? cliInstall(record) : mcpInstall(record)
  if (!program) return undefined
  const { package: name, command: install, needs } = program
  const notes = call
    ? [
        ...callNotes({ ...call, direct: undefined }),
        ...programNotes(record, call),
        ...keyNotes(record),
        ...serverNotes(record),
        ...(record[target]?.computed
          ? [
              `Its ${target === 'cli' ? 'commands' : 'tools'} follow the rule of the generator: its files were not at hand.`,
            ]
          : []),
      ]
    : []
  const start = { package: name, install, ...(needs && { needs }) }
  const missingNotes = () => {
    const names = capabilityText(record[target])
    if (!call || !names) return []
    const has = names.split(', ').some((name) => name === call.op || name.endsWith(`_${call.op}`))
    return [has ? `Its ${call.op} requests another path.` : `It has no ${call.op}, only ${names}.`]
  }
  if (target === 'cli') {
    const code = call && cliCommand(record, call)
    const key = record.auth.scheme !== 'none' && record.auth.needed !== 'optional'
    const lines = code && (key ? `export ${keyVariable(record)}=…\n${code}` : code)
    return { ...start, fence: 'bash', ...(lines ? { code: lines, notes } : { notes: missingNotes() }) }
  }
  const tool = call && mcpToolCall(record, call)
  const calling = tool ? [`Call its tool ${tool.name} with ${JSON.stringify(tool.arguments)}.`] : missingNotes()
  return {
    ...start,
    fence: 'json',
    code: JSON.stringify(mcpSettings(record)),
    notes: [...calling, ...(tool ? notes : [])],
  }
}
