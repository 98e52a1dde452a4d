/** Who may import whom, and what a source file may be: the plan of the house as a table, read from real imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

interface Rule {
  /** Rooms and files of other rooms that it may import; its own room always. */
  rooms: readonly string[]
  /** Packages and built-in modules that it may not. */
  not: readonly string[]
}

const HTTP = ['hono', '@hono/node-server', 'node:http', 'node:https']
const MCP = ['@modelcontextprotocol/server', '@modelcontextprotocol/sdk', '@modelcontextprotocol/client']

/** Room -> what it may know. The inbox speaks to webhooks and mail servers by itself, so it may know HTTP clients. */
const RULES: Record<string, Rule> = {
  catalog: { rooms: [], not: [...HTTP, ...MCP] },
  pages: { rooms: ['catalog'], not: [...HTTP, ...MCP] },
  inbox: { rooms: [], not: ['hono', '@hono/node-server', ...MCP] },
  tools: { rooms: ['catalog', 'pages', 'inbox'], not: [...HTTP, ...MCP, 'node:fs', 'node:fs/promises'] },
  mcp: { rooms: ['tools', 'catalog', 'pages'], not: HTTP },
  rest: { rooms: ['tools', 'catalog', 'pages', 'inbox', 'documents'], not: MCP },
  documents: {
    rooms: ['tools', 'catalog', 'pages', 'rest/routes.ts', 'rest/problem.ts', 'mcp/json-rpc.ts'],
    not: [...HTTP, ...MCP],
  },
  'config.ts': { rooms: [], not: [...HTTP, ...MCP] },
}

/** The command line, which puts the rooms together. */
const MAIN = ['main.ts', 'commands']

interface Source {
  path: string
  /** First folder, or the file itself where it stands in none. */
  room: string
  text: string
  /** As written; files of this project by their path under src. */
  imports: readonly string[]
}

const placed = (name: string, importer: string): string =>
  name.startsWith('.') ? normalize(join(dirname(importer), name)).replaceAll('\\', '/') : name

const sources: readonly Source[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map((path) => {
    const text = readFileSync(join(SOURCE, path), 'utf8')
    return { path, room: path.split('/')[0]!, text, imports: importsOf(text).map((name) => placed(name, path)) }
  })

/** Static, re-exporting, side-effect and dynamic imports, types too: a type is knowledge as well. */
function importsOf(text: string): string[] {
  const statements = text.matchAll(
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  )
  return [...statements].map(([, from, alone, dynamic]) => (from ?? alone ?? dynamic)!)
}

const isOurs = (name: string): boolean => name.endsWith('.ts')
/** What runs: without comments, and without the code that the catalogue shows to others. */
const running = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, "''")
/** `hono/streaming` is hono, `fs` is node:fs. */
const packageOf = (name: string): string =>
  builtinModules.includes(name) ? `node:${name}` : name.split('/', name.startsWith('@') ? 2 : 1).join('/')
const lineCount = (text: string): number => text.split('\n').length - 1

/** `rest/app.ts imports x` for each import that breaks the rule. */
function breaches(of: readonly Source[], broken: (name: string, source: Source) => boolean): string[] {
  return of.flatMap((source) =>
    source.imports.filter((name) => broken(name, source)).map((name) => `${source.path} imports ${name}`),
  )
}

describe('the imports', () => {
  it('are read from every kind of statement', () => {
    const text = [
      "import a from 'one'",
      "import type { B } from 'two'",
      "import 'three'",
      "export { c } from 'four'",
      "import {\n  d,\n} from 'five'",
      "const e = await import('six')",
      "// import f from 'none'",
      "export * from 'seven'",
    ].join('\n')
    expect(importsOf(text).sort()).toEqual(['five', 'four', 'one', 'seven', 'six', 'three', 'two'])
    expect(sources.length).toBeGreaterThan(30)
    expect(breaches(sources, (name) => isOurs(name) && !sources.some(({ path }) => path === name))).toEqual([])
  })

  it('belong to rooms of which each has a rule', () => {
    const rooms = new Set(sources.map(({ room }) => room))
    expect([...rooms].filter((room) => !(room in RULES) && !MAIN.includes(room))).toEqual([])
  })

  it.each(Object.entries(RULES))('of %s go where the plan lets them', (room, { rooms, not }) => {
    const own = sources.filter((source) => source.room === room)
    expect(own.length).toBeGreaterThan(0)
    const allowed = [room, ...rooms]
    const strayed = (name: string): boolean =>
      isOurs(name)
        ? !allowed.some((place) => name === place || name.startsWith(`${place}/`))
        : not.includes(name) || not.includes(packageOf(name))
    expect(breaches(own, strayed)).toEqual([])
  })

  it('of the MCP SDK stand in mcp/ only', () => {
    const elsewhere = sources.filter(({ room }) => room !== 'mcp')
    expect(breaches(elsewhere, (name) => name.startsWith('@modelcontextprotocol/'))).toEqual([])
  })

  it('of Hono stand in rest/ only', () => {
    const elsewhere = sources.filter(({ room }) => room !== 'rest')
    expect(breaches(elsewhere, (name) => ['hono', '@hono/node-server'].includes(packageOf(name)))).toEqual([])
  })

  it('of a tool name no other tool', () => {
    const tools = sources.filter(isTool)
    expect(tools.length).toBeGreaterThan(4)
    expect(breaches(tools, (name) => tools.some(({ path }) => path === name))).toEqual([])
  })

  it('of the room of tools from inside it never reach its list, which would be a circle', () => {
    const tools = sources.filter(({ room }) => room === 'tools')
    expect(breaches(tools, (name) => name === 'tools/index.ts')).toEqual([])
  })

  it('make no circle between files', () => {
    expect(circles()).toEqual([])
  })

  it('of what serves a catalogue name nothing that builds one', () => {
    const builders = ['catalog/build/', 'catalog/import/']
    const servers = sources.filter(
      ({ path, room }) => !MAIN.includes(room) && !builders.some((of) => path.startsWith(of)),
    )
    expect(breaches(servers, (name) => builders.some((of) => name.startsWith(of)))).toEqual([])
  })

  it('of another room come through a file, never through the command line', () => {
    const rooms = sources.filter(({ room }) => !MAIN.includes(room))
    expect(breaches(rooms, (name) => MAIN.some((main) => name === main || name.startsWith(`${main}/`)))).toEqual([])
  })
})

/** A file that defines a capability. */
function isTool({ room, path, text }: Source): boolean {
  return room === 'tools' && path !== 'tools/define.ts' && /\bdefineTool\(\{/.test(text)
}

/** Paths of files that import each other in a ring; imports of types alone do not count. */
function circles(): string[] {
  const needs = new Map(
    sources.map(({ path, text }) => {
      const atRunTime = text.replaceAll(/^\s*(?:import|export)\s+type\b[^'"]*?['"][^'"]+['"]/gm, '')
      return [path, importsOf(atRunTime).map((name) => placed(name, path))] as const
    }),
  )
  const found: string[] = []
  const done = new Set<string>()
  function visit(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
    if (trail.includes(path) || done.has(path)) return
    for (const next of needs.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const { path } of sources) visit(path, [])
  return found
}

describe('a source file', () => {
  it('has at most 300 lines, a tool at most 150', () => {
    const long = sources.filter((source) => lineCount(source.text) > (isTool(source) ? 150 : 300))
    expect(long.map(({ path, text }) => `${path}: ${lineCount(text)} lines`)).toEqual([])
  })

  it('says in its first lines what it is', () => {
    const silent = sources.filter(({ text }) => !/^(?:#!.*\n)?\/\*\*/.test(text))
    expect(silent.map(({ path }) => path)).toEqual([])
  })

  it('writes nothing to standard output or the console; only the command line does', () => {
    const writing = /\bconsole\.\w+\(|\bprocess\.stdout\b|\bprocess\.stderr\b/
    const loud = sources.filter(({ room, text }) => !MAIN.includes(room) && writing.test(running(text)))
    expect(loud.map(({ path }) => path)).toEqual([])
  })

  it('that defines a tool is in the list of tools', () => {
    const listed = sources.find(({ path }) => path === 'tools/index.ts')!.imports
    expect(sources.filter((source) => isTool(source) && !listed.includes(source.path)).map(({ path }) => path)).toEqual(
      [],
    )
  })
})
