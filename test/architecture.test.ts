/** Who may import whom, and what a source file may be: a table that is held against the real imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

interface Rule {
  /** Modules that it may import besides itself. */
  modules: readonly string[]
  /** Packages and built-in modules that it may not. */
  not: readonly string[]
}

const HONO = ['hono', '@hono/node-server']
const MCP = ['@modelcontextprotocol/server', '@modelcontextprotocol/sdk', '@modelcontextprotocol/client']
const NETWORK = [...HONO, ...MCP, 'node:http', 'node:https']
const FILES = ['node:fs', 'node:fs/promises']

/** Small pieces without knowledge of the subject: strings, and what the operating system offers. */
const BASE = ['text', 'system']
/** What is on record, without opinion. */
const DATA = [...BASE, 'catalog/packed', 'catalog/record']
/** From a catalogue and a sentence to what answers it, lowest first. */
const CATALOG = [...DATA, 'code', 'catalog/readme', 'query', 'search', 'store']
const DEFINE = [...CATALOG, 'pages', 'inbox', 'tools/define']
const TOOLS = [...DEFINE, 'operations', 'answers', 'tools']
/** The table of REST operations. */
const ROUTES = ['rest/routes.ts']

/** Module -> what it may import. A file belongs to the longest of these that begins its path. */
const RULES: Record<string, Rule> = {
  text: { modules: [], not: [...NETWORK, ...FILES] },
  system: { modules: ['text'], not: NETWORK },
  'catalog/packed': { modules: BASE, not: [...NETWORK, ...FILES] },
  'catalog/record': { modules: [...BASE, 'catalog/packed'], not: [...NETWORK, ...FILES] },
  code: { modules: DATA, not: [...NETWORK, ...FILES] },
  'catalog/readme': { modules: DATA, not: NETWORK },
  query: { modules: [...DATA, 'code'], not: NETWORK },
  search: { modules: [...DATA, 'code', 'query'], not: NETWORK },
  store: { modules: CATALOG, not: NETWORK },
  builder: { modules: CATALOG, not: NETWORK },
  pages: { modules: CATALOG, not: NETWORK },
  // It calls webhooks and mail servers, so it may use HTTP clients.
  inbox: { modules: BASE, not: [...HONO, ...MCP] },
  'tools/define': { modules: DEFINE, not: [...NETWORK, ...FILES] },
  operations: { modules: DEFINE, not: [...NETWORK, ...FILES] },
  answers: { modules: [...DEFINE, 'operations'], not: [...NETWORK, ...FILES] },
  tools: { modules: TOOLS, not: [...NETWORK, ...FILES] },
  // It calls the servers of SDKs, with a client of its own.
  call: { modules: TOOLS, not: [...NETWORK, ...FILES] },
  'rest/routes.ts': { modules: TOOLS, not: [...NETWORK, ...FILES] },
  http: { modules: [...BASE, 'inbox', 'tools/define'], not: [...MCP, 'hono', 'node:http', 'node:https', ...FILES] },
  mcp: { modules: [...TOOLS, 'http'], not: [...HONO, 'node:http', 'node:https'] },
  documents: { modules: [...TOOLS, ...ROUTES, 'http'], not: NETWORK },
  ard: { modules: [...TOOLS, 'http', 'documents'], not: NETWORK },
  site: { modules: [...TOOLS, ...ROUTES, 'http', 'documents'], not: NETWORK },
  rest: {
    modules: [...TOOLS, ...ROUTES, 'http', 'documents', 'ard', 'site'],
    not: [...MCP, 'node:http', 'node:https', ...FILES],
  },
  'http/server': {
    modules: [...BASE, 'inbox', 'tools/define', 'http'],
    not: [...MCP, 'hono', ...FILES],
  },
  // It fetches the archive of a catalogue.
  follow: { modules: [...CATALOG, 'builder'], not: [...HONO, ...MCP] },
  // It serves the metrics on a port of their own.
  observe: {
    modules: [...TOOLS, 'documents'],
    not: [...HONO, ...MCP],
  },
  'config.ts': { modules: BASE, not: NETWORK },
}

/** The command line and the library, which put the modules together. */
const MAIN = ['main.ts', 'index.ts', 'version.ts', 'commands']

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

const resolveImport = (name: string, importer: string): string =>
  name.startsWith('.') ? normalize(join(dirname(importer), name)).replaceAll('\\', '/') : name

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .sort()
const sources: readonly Source[] = files
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const text = readFileSync(join(SOURCE, path), 'utf8')
    return { path, module: moduleOf(path), text, imports: importsOf(text).map((name) => resolveImport(name, path)) }
  })

/** Static, re-exporting, side-effect and dynamic imports, types too: a type is knowledge as well. */
function importsOf(text: string): string[] {
  const statements = text.matchAll(
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  )
  return [...statements].map(([, from, alone, dynamic]) => (from ?? alone ?? dynamic)!)
}

/** Names that a file declares and exports; re-exports are not its own. */
const exportsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm)].map(
      ([, name]) => name!,
    ),
  )

const isSource = (name: string): boolean => name.endsWith('.ts')
/** What runs: without comments, and without the code that the catalogue shows to others. */
const running = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, "''")
/** `hono/streaming` is hono, `fs` is node:fs. */
const packageOf = (name: string): string =>
  builtinModules.includes(name) ? `node:${name}` : name.split('/', name.startsWith('@') ? 2 : 1).join('/')
const lineCount = (text: string): number => text.split('\n').length - 1

/** `rest/app.ts imports x` for each import that breaks the rule. */
function breaches(of: readonly Source[], isBreach: (name: string, source: Source) => boolean): string[] {
  return of.flatMap((source) =>
    source.imports.filter((name) => isBreach(name, source)).map((name) => `${source.path} imports ${name}`),
  )
}

/** Rings of names that lead back to where they began. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const rings: string[] = []
  const done = new Set<string>()
  function visit(name: string, trail: readonly string[]): void {
    if (trail.includes(name)) rings.push([...trail.slice(trail.indexOf(name)), name].join(' -> '))
    if (trail.includes(name) || done.has(name)) return
    for (const next of graph.get(name) ?? []) visit(next, [...trail, name])
    done.add(name)
  }
  for (const name of graph.keys()) visit(name, [])
  return rings
}

describe('the imports', () => {
  it('are read from every kind of statement', () => {
    const text = [
      ...["import a from 'one'", "import type { B } from 'two'", "import 'three'", "export { c } from 'four'"],
      ...["import {\n  d,\n} from 'five'", "const e = await import('six')", "// import f from 'none'"],
      ...["export * from 'seven'"],
    ].join('\n')
    expect(importsOf(text).sort()).toEqual(['five', 'four', 'one', 'seven', 'six', 'three', 'two'])
    expect(sources.length).toBeGreaterThan(30)
    expect(breaches(sources, (name) => isSource(name) && !sources.some(({ path }) => path === name))).toEqual([])
  })

  it('belong to modules that each have a rule', () => {
    const modules = new Set(sources.map(({ module }) => module))
    expect([...modules].filter((module) => !(module in RULES) && !MAIN.includes(module))).toEqual([])
  })

  it.each(Object.entries(RULES))('of %s follow the table', (module, { modules, not }) => {
    const members = sources.filter((source) => source.module === module)
    expect(members.length).toBeGreaterThan(0)
    const isForbidden = (name: string): boolean =>
      isSource(name)
        ? ![module, ...modules].includes(moduleOf(name))
        : [name, packageOf(name)].some((n) => not.includes(n))
    expect(breaches(members, isForbidden)).toEqual([])
  })

  it('of the table itself make no circle', () => {
    const rules = Object.entries(RULES).map(([name, { modules }]) => [name, modules.filter((next) => next !== name)])
    expect(circles(new Map(rules as [string, string[]][]))).toEqual([])
  })

  it('make no circle between files, types included', () =>
    expect(circles(new Map(sources.map(({ path, imports }) => [path, imports])))).toEqual([]))

  it.each([
    ['the MCP SDK', 'mcp', MCP],
    ['Hono', 'rest', ['hono']],
  ])('of %s are in %s/ only', (_, module, packages) => {
    const elsewhere = sources.filter((source) => source.module !== module)
    expect(breaches(elsewhere, (name) => packages.includes(packageOf(name)))).toEqual([])
  })

  it('of a tool name no other tool', () => {
    const tools = sources.filter(isTool)
    expect(tools.length).toBeGreaterThan(4)
    expect(breaches(tools, (name) => tools.some(({ path }) => path === name))).toEqual([])
  })

  it('never name the command line', () => {
    const modules = sources.filter(({ module }) => !MAIN.includes(module))
    expect(breaches(modules, (name) => MAIN.some((main) => name === main || name.startsWith(`${main}/`)))).toEqual([])
  })
})

/** A file that defines a capability. */
function isTool({ module, text }: Source): boolean {
  return module === 'tools' && /\bdefine(Tool|MessageOperation)\(\{/.test(text)
}

it('an exported name has one meaning: one file declares it, the public interface aside', () => {
  const declarations = files
    .filter((path) => /\.[jt]s$/.test(path) && path !== 'index.ts')
    .flatMap((path) => [...exportsOf(readFileSync(join(SOURCE, path), 'utf8'))].map((name) => ({ name, path })))
  const byName = Map.groupBy(declarations, ({ name }) => name)
  const repeated = [...byName].filter(([, { length }]) => length > 1)
  expect(repeated.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([])
})

it('a file is known by its name: only index.ts and operations.ts occur twice', () => {
  const names = sources.map(({ path }) => path.split('/').at(-1)!).sort()
  const repeated = names.filter((name, at) => name === names[at - 1])
  expect([...new Set(repeated)]).toEqual(['index.ts', 'operations.ts'])
})

describe('a source file', () => {
  it('has at most 300 lines, a tool at most 150', () => {
    const long = sources.filter((source) => lineCount(source.text) > (isTool(source) ? 150 : 300))
    expect(long.map(({ path, text }) => `${path}: ${lineCount(text)} lines`)).toEqual([])
  })

  it('is in a folder of at most 12, but for data with a file for each SDK or language', () => {
    const isData = (path: string) => /^catalog\/embedded\/operations\/|\/word-lists\/lexicon\//.test(path)
    const folders = Map.groupBy(
      files.filter((path) => /\.\w+$/.test(path) && !isData(path)),
      (path) => dirname(path),
    )
    const full = [...folders].filter(([, { length }]) => length > 12)
    expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
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
    const unlisted = sources.filter((source) => isTool(source) && !listed.includes(source.path))
    expect(unlisted.map(({ path }) => path)).toEqual([])
  })
})

it('a test measures no time: what must not come back is counted as work, and speed is a benchmark', () => {
  const folder = fileURLToPath(new URL('./', import.meta.url))
  const clock = /performance\.now\(|\b(?:threadCpuUsage|cpuUsage|hrtime)\(/
  const measuring = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.[jt]s$/.test(path) && clock.test(readFileSync(join(folder, path), 'utf8')),
  )
  expect(measuring).toEqual([])
})
