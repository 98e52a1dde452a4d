/** What is generated for each API, and how to get it. */
import type { Cli, McpServer } from '../catalog/record/facts.ts'
import type { OperationName } from '../catalog/record/languages.ts'

export interface Surface {
  id: 'sdk' | 'cli' | 'mcp' | 'skills' | 'repl' | 'model'
  name: string
  /** What it is, in one sentence. */
  what: string
  /** How to get it, in one sentence. */
  how: string
  /** Folder in a generated repository. */
  folder: string
}

export const SURFACES: readonly Surface[] = [
  {
    id: 'sdk',
    name: 'SDK',
    what: 'Typed clients in several languages. You call the entities of an API instead of building URLs.',
    how: 'Install the package for your language as the README of the SDK describes.',
    folder: 'ts/ py/ php/ go/ rb/ lua/',
  },
  {
    id: 'cli',
    name: 'CLI',
    what: 'Shell commands that read: list and load, for the entities that have them.',
    how: 'With Go 1.24.7 or later: git clone {repository} && cd {slug}/go-cli && go build -o {name}-cli .',
    folder: 'go-cli/',
  },
  {
    id: 'mcp',
    name: 'MCP server',
    what: 'Two tools for an agent: one lists, one loads records of any entity.',
    how: 'With Go 1.25 or later: git clone {repository} && cd {slug}/go-mcp && go build -o {name}-mcp . Then add the binary to the MCP client.',
    folder: 'go-mcp/',
  },
  {
    id: 'skills',
    name: 'Agent skills',
    what: 'Short instructions that teach an agent when and how to use the SDK.',
    how: 'Look for SKILL.md files in the repository. Where there are none yet, the README has the same steps.',
    folder: 'SKILL.md',
  },
  {
    id: 'repl',
    name: 'REPL',
    what: 'An interactive prompt for trying entities and operations by hand.',
    how: 'It is part of the CLI: run the built command without arguments.',
    folder: 'go-cli/',
  },
  {
    id: 'model',
    name: 'Semantic model',
    what: 'The entities, fields, operations and relations of the API as data. Everything else is generated from it.',
    how: 'Read the .sdk folder of the repository. It also has the OpenAPI description that the model was made from.',
    folder: '.sdk/',
  },
]

/** Words or tools of a program that work; undefined if none are on record. */
export function capabilities(program: Cli | McpServer): string[] | undefined {
  const names = 'words' in program ? program.words : 'tools' in program ? program.tools : undefined
  return names?.filter((name) => !program.idle?.includes(name))
}

/** Whether the program is known to have the operation, as a word of the CLI or a tool of the MCP server. */
export const hasOperation = (program: Cli | McpServer, op: OperationName): boolean =>
  capabilities(program)?.some((name) => name === op || name.endsWith(`_${op}`)) ?? false

/** Joins them by commas; "" if unknown. */
export const capabilityText = (program: Cli | McpServer | undefined): string =>
  (program && capabilities(program))?.join(', ') ?? ''
