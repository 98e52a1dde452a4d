/** What the repository's CLI and MCP server can do: their words and tools by name, from source or README. */

import type { Cli, McpServer } from '../../catalog/record/facts.ts'
import { compact } from './data.ts'
import { type RepositoryFiles, readText } from './files.ts'

export interface Programs {
  cli?: Cli
  mcp?: McpServer
}

export async function programsOf(
  files: RepositoryFiles,
  entities: readonly { ops: readonly string[] }[],
): Promise<Programs> {
  const can = (name: string): boolean =>
    entities.some(({ ops }) => ops.some((op) => name === op || name.endsWith(`_${op}`)))
  const cli = await programIn(files, 'go-cli', 'words.go', wordsIn)
  const mcp = await programIn(files, 'go-mcp', 'tools.go', toolsIn)
  const idle = (names: readonly string[]) => {
    const useless = names.filter((name) => !can(name))
    return useless.length > 0 ? { idle: useless } : {}
  }
  return compact({
    cli: cli && { ...cli.program, words: cli.names, ...idle(cli.names) },
    mcp: mcp && { ...mcp.program, tools: mcp.names, ...idle(mcp.names) },
  })
}

/** `for _, op := range []string{"list", "load"}`, or the README's table of words. */
const wordsIn = (source: string): string[] =>
  quoted(/\[\]string\{([^}]*)\}/.exec(source)?.[1] ?? '').filter((word) => /^\w+$/.test(word))

const toolsIn = (source: string): string[] =>
  [...source.matchAll(/mcp\.Tool\{\s*Name:\s*"([^"]+)"/g)].map(([, name]) => name!)

const quoted = (text: string): string[] => [...text.matchAll(/"([^"]+)"/g)].map(([, word]) => word!)

async function programIn(
  files: RepositoryFiles,
  folder: string,
  source: string,
  namesIn: (source: string) => string[],
) {
  if (!files.paths.includes(`${folder}/main.go`) && !files.paths.includes(`${folder}/go.mod`)) return undefined
  const code = await readText(files, `${folder}/${source}`)
  const stated = code === undefined ? [] : namesIn(code)
  // All known READMEs name the program as the rule does, so where the source says enough they are not read.
  const readme = (stated.length === 0 && (await readText(files, `${folder}/README.md`))) || ''
  const module = await readText(files, `${folder}/go.mod`)
  const program = compact({
    name: nameIn(readme, folder) ?? `${files.slug.replace(/-sdk$/, '')}-${folder.slice('go-'.length)}`,
    go: (module && /^go\s+(\S+)/m.exec(module)?.[1]) || undefined,
    replace: module === undefined ? undefined : /^replace\s/m.test(module),
  })
  return { program, names: stated.length > 0 ? stated : namesInTable(readme) }
}

/** First column of the table that lists words or tools. */
function namesInTable(readme: string): string[] {
  const table = /^\|\s*(?:Word|Tool)\s*\|[^\n]*\n\|[^\n]*\n((?:\|[^\n]*(?:\n|$))*)/m.exec(readme)?.[1] ?? ''
  return [...table.matchAll(/^\|\s*`([^`]+)`/gm)].map(([, name]) => name!)
}

/** What `go build` makes, as its README calls it. */
function nameIn(readme: string, folder: string): string | undefined {
  const kind = folder.slice('go-'.length)
  return (
    new RegExp(`go build -o (\\S+-${kind})\\b`).exec(readme)?.[1] ??
    new RegExp(`^# (\\S+-${kind})\\s*$`, 'm').exec(readme)?.[1]
  )
}
