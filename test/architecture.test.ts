/** Who may import whom, and what a source file may be: a table that is held against the real imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

interface Rule {
  /** Modules that it may import besides itself, text and system. */
  modules: readonly string[]
  /** Packages and built-in modules that it may not. */
  not: readonly string[]
}

const HTTP = ['hono', '@hono/node-server', 'node:http', 'node:https']
const MCP = ['@modelcontextprotocol/server', '@modelcontextprotocol/sdk', '@modelcontextprotocol/client']
const FILES = ['node:fs', 'node:fs/promises']
const NETWORK = [...HTTP, ...MCP]

/** Small pieces without knowledge of the subject: strings, and what the operating system offers. */
const BASE = ['text', 'system']

/** What the catalogue consists of, lowest first; a module that may import the catalogue may import all of it. */
const CATALOG = [
  'catalog/packed',
  'catalog/record',
  'catalog/usage',
  'catalog/readme',
  'catalog/search',
  'catalog/rank',
  'catalog/store',
  'catalog',
]

/** Module -> what it may import. A file belongs to the longest of these that begins its path. */
const RULES: Record<string, Rule> = {
  text: { modules: [], not: [...NETWORK, ...FILES] },
  system: { modules: [], not: NETWORK },
  // Typed arrays, and what is kept in them.
  'catalog/packed': { modules: [], not: [...NETWORK, ...FILES] },
  'catalog/record': { modules: ['catalog/packed'], not: [...NETWORK, ...FILES] },
  'catalog/usage': { modules: ['catalog/record'], not: [...NETWORK, ...FILES] },
  'catalog/readme': { modules: ['catalog/record', 'catalog/usage'], not: NETWORK },
  'catalog/search': { modules: ['catalog/packed', 'catalog/record'], not: [...NETWORK, ...FILES] },
  'catalog/rank': { modules: ['catalog/packed', 'catalog/record', 'catalog/usage', 'catalog/search'], not: NETWORK },
  'catalog/store': {
    modules: ['catalog/packed', 'catalog/record', 'catalog/readme', 'catalog/search', 'catalog/rank'],
    not: NETWORK,
  },
  catalog: { modules: CATALOG, not: [...NETWORK, ...FILES] },
  builder: { modules: CATALOG, not: NETWORK },
  pages: { modules: CATALOG, not: NETWORK },
  // It calls webhooks and mail servers, so it may use HTTP clients.
  inbox: { modules: [], not: ['hono', '@hono/node-server', ...MCP] },
  tools: { modules: [...CATALOG, 'pages', 'inbox'], not: [...NETWORK, ...FILES] },
  interface: { modules: ['tools', 'inbox'], not: [...NETWORK, ...FILES] },
  mcp: { modules: ['interface', 'tools', 'pages', ...CATALOG], not: HTTP },
  documents: { modules: ['interface', 'tools', 'pages', ...CATALOG], not: NETWORK },
  http: { modules: ['interface', 'tools'], not: [...NETWORK, ...FILES] },
  site: { modules: ['http', 'documents', 'interface', 'tools', 'pages', 'inbox', ...CATALOG], not: NETWORK },
  rest: { modules: ['site', 'http', 'documents', 'interface', 'tools', 'inbox', 'pages', ...CATALOG], not: MCP },
  // It fetches the archive of a catalogue.
  follow: { modules: ['builder', ...CATALOG], not: ['hono', '@hono/node-server', ...MCP] },
  // It serves the metrics on a port of their own.
  observe: {
    modules: ['documents', 'interface', 'tools', 'inbox', ...CATALOG],
    not: ['hono', '@hono/node-server', ...MCP],
  },
  'config.ts': { modules: [], not: NETWORK },
}

/** The command line and the library, which put the modules together. */
const MAIN = ['main.ts', 'index.ts', 'program.ts', 'commands']

const moduleOf = (path: string): string =>
  Object.keys(RULES)
    .filter((name) => path === name || path.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0] ?? path.split('/')[0]!

interface Source {
  path: string
  /** As named in RULES, or its first folder. */
  module: string
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
    return { path, module: moduleOf(path), text, imports: importsOf(text).map((name) => placed(name, path)) }
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

  it('belong to modules that each have a rule', () => {
    const modules = new Set(sources.map(({ module }) => module))
    expect([...modules].filter((module) => !(module in RULES) && !MAIN.includes(module))).toEqual([])
  })

  it.each(Object.entries(RULES))('of %s follow the table', (module, { modules, not }) => {
    const own = sources.filter((source) => source.module === module)
    expect(own.length).toBeGreaterThan(0)
    const isForbidden = (name: string): boolean =>
      isOurs(name)
        ? ![module, ...BASE, ...modules].includes(moduleOf(name))
        : not.includes(name) || not.includes(packageOf(name))
    expect(breaches(own, isForbidden)).toEqual([])
  })

  it('of the table itself make no circle', () => {
    const isAbove = (above: string, below: string, seen: readonly string[] = []): boolean =>
      !seen.includes(above) &&
      (RULES[above]?.modules ?? []).some(
        (next) => next !== above && (next === below || isAbove(next, below, [...seen, above])),
      )
    expect(Object.keys(RULES).filter((name) => isAbove(name, name))).toEqual([])
  })

  it('of the MCP SDK stand in mcp/ only', () => {
    const elsewhere = sources.filter(({ module }) => module !== 'mcp')
    expect(breaches(elsewhere, (name) => name.startsWith('@modelcontextprotocol/'))).toEqual([])
  })

  it('of Hono stand in rest/ only', () => {
    const elsewhere = sources.filter(({ module }) => module !== 'rest')
    expect(breaches(elsewhere, (name) => ['hono', '@hono/node-server'].includes(packageOf(name)))).toEqual([])
  })

  it('of a tool name no other tool', () => {
    const tools = sources.filter(isTool)
    expect(tools.length).toBeGreaterThan(4)
    expect(breaches(tools, (name) => tools.some(({ path }) => path === name))).toEqual([])
  })

  it('inside tools never reach its list, which would be a circle', () => {
    const tools = sources.filter(({ module }) => module === 'tools')
    expect(breaches(tools, (name) => name === 'tools/index.ts')).toEqual([])
  })

  it('make no circle between files', () => {
    expect(circles()).toEqual([])
  })

  it('never name the command line', () => {
    const modules = sources.filter(({ module }) => !MAIN.includes(module))
    expect(breaches(modules, (name) => MAIN.some((main) => name === main || name.startsWith(`${main}/`)))).toEqual([])
  })
})

/** A file that defines a capability. */
function isTool({ module, path, text }: Source): boolean {
  return module === 'tools' && path !== 'tools/define.ts' && /\bdefine(Tool|MessageOperation)\(\{/.test(text)
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

  it('is in a folder of at most 12, but for data with a file for each SDK or language', () => {
    const data = [join('catalog', 'embedded', 'operations'), join('word-lists', 'lexicon')]
    const isData = (path: string) => data.some((folder) => path.endsWith(folder))
    const folders = Map.groupBy(
      readdirSync(SOURCE, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && !isData(entry.parentPath),
      ),
      ({ parentPath }) => parentPath,
    )
    expect(
      [...folders].filter(([, files]) => files.length > 12).map(([folder, { length }]) => `${folder}: ${length}`),
    ).toEqual([])
  })

  it('says in its first lines what it is', () => {
    const silent = sources.filter(({ text }) => !/^(?:#!.*\n)?\/\*\*/.test(text))
    expect(silent.map(({ path }) => path)).toEqual([])
  })

  it('writes nothing to standard output or the console; only the command line does', () => {
    const writing = /\bconsole\.\w+\(|\bprocess\.stdout\b|\bprocess\.stderr\b/
    const loud = sources.filter(({ module, text }) => !MAIN.includes(module) && writing.test(running(text)))
    expect(loud.map(({ path }) => path)).toEqual([])
  })

  it('that defines a tool is in the list of tools', () => {
    const listed = sources.find(({ path }) => path === 'tools/index.ts')!.imports
    expect(sources.filter((source) => isTool(source) && !listed.includes(source.path)).map(({ path }) => path)).toEqual(
      [],
    )
  })
})
