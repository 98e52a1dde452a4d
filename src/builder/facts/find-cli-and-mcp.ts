/** The repository's CLI and MCP server: name, Go version, and their words and tools by name, from source or README. */

import type { Cli, McpServer } from '../../catalog/record/facts.ts'
import { baseName } from '../../code/install.ts'
import { nonEmpty, withoutUndefined } from '../../system/optional-members.ts'

import { type RepositoryFiles, readText } from './repository-files.ts'

const PROGRAMS = {
  cli: {
    source: 'words.go',
    /** `for _, op := range []string{"list", "load"}` */
    namesIn: (code: string) =>
      [...(/\[\]string\{([^}]*)\}/.exec(code)?.[1] ?? '').matchAll(/"(\w+)"/g)].map(([, word]) => word!),
  },
  mcp: {
    source: 'tools.go',
    namesIn: (code: string) => [...code.matchAll(/mcp\.Tool\{\s*Name:\s*"([^"]+)"/g)].map(([, name]) => name!),
  },
}

/** The programs of the repository; `idle` are the words and tools that no operation of an entity serves. */
export async function programsOf(
  files: RepositoryFiles,
  entities: readonly { ops: readonly string[] }[],
): Promise<{ cli?: Cli; mcp?: McpServer }> {
  const isServed = (name: string): boolean =>
    entities.some(({ ops }) => ops.some((op) => name === op || name.endsWith(`_${op}`)))
  const withIdle = (names: string[]) => nonEmpty(names.filter((name) => !isServed(name)))
  const cli = await readProgram(files, 'cli')
  const mcp = await readProgram(files, 'mcp')
  return withoutUndefined({
    cli: cli && withoutUndefined({ ...cli.program, words: cli.names, idle: withIdle(cli.names) }),
    mcp: mcp && withoutUndefined({ ...mcp.program, tools: mcp.names, idle: withIdle(mcp.names) }),
  })
}

async function readProgram(files: RepositoryFiles, kind: 'cli' | 'mcp') {
  const folder = `go-${kind}`
  if (!files.paths.includes(`${folder}/main.go`) && !files.paths.includes(`${folder}/go.mod`)) return undefined
  const { source, namesIn } = PROGRAMS[kind]
  const stated = namesIn((await readText(files, `${folder}/${source}`)) ?? '')
  // READMEs name the program as the rule does, so they are read only where the source names nothing.
  const readme = (stated.length === 0 && (await readText(files, `${folder}/README.md`))) || ''
  const module = await readText(files, `${folder}/go.mod`)
  const built = new RegExp(`go build -o (\\S+-${kind})\\b`).exec(readme)
  const heading = new RegExp(`^# (\\S+-${kind})\\s*$`, 'm').exec(readme)
  const program = withoutUndefined({
    name: built?.[1] ?? heading?.[1] ?? `${baseName(files.slug)}-${kind}`,
    go: (module && /^go\s+(\S+)/m.exec(module)?.[1]) || undefined,
    replace: module === undefined ? undefined : /^replace\s/m.test(module),
  })
  return { program, names: stated.length > 0 ? stated : namesInTable(readme) }
}

/** First column of README's table of words or tools. */
function namesInTable(readme: string): string[] {
  const table = /^\|\s*(?:Word|Tool)\s*\|[^\n]*\n\|[^\n]*\n((?:\|[^\n]*(?:\n|$))*)/m.exec(readme)?.[1] ?? ''
  return [...table.matchAll(/^\|\s*`([^`]+)`/gm)].map(([, name]) => name!)
}
