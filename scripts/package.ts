/**
 * Bundles src/ and all its dependencies into dist/, which `npm pack` ships: Node strips no types under node_modules, and
 * one file for each part of the service loads several times faster than hundreds. Runs at prepack.
 *
 * Every output file is in dist/ itself. Files that the code reads beside itself keep their paths: what was in
 * src/pages/content is in dist/pages/content, and `import.meta.url` still names the place of the source.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import { SOURCES as RENDERER } from '../src/catalog/readme/renderer.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const SOURCE = join(ROOT, 'src')
const TARGET = join(ROOT, 'dist')
/** Without it, what the code requires is bundled as well, and still runs only when it is required. */
const REQUIRE = /^const require = createRequire\(import\.meta\.url\)$/m
/** How the code names the file of a thread. */
const THREAD = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

const sources = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(SOURCE, join(parentPath, name)).replaceAll(sep, '/'))

/** `catalog/readme/worker.ts` -> `catalog-readme-worker` */
const flat = (path: string): string => path.replace(/\.ts$/, '').replaceAll('/', '-')

function threadEntries(): Record<string, string> {
  const found: Record<string, string> = {}
  for (const path of sources.filter((name) => name.endsWith('.ts'))) {
    for (const [, name] of readFileSync(join(SOURCE, path), 'utf8').matchAll(THREAD)) {
      const thread = join(dirname(path), `${name}.ts`)
      found[flat(thread)] = join(SOURCE, thread)
    }
  }
  return found
}

const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform(code, id) {
    if (!id.startsWith(SOURCE + sep) || !code.includes('import.meta.url')) return undefined
    const path = relative(SOURCE, id).replaceAll(sep, '/')
    const threads = code
      .replace(REQUIRE, '')
      .replaceAll(THREAD, (_, name) => `new URL('./${flat(join(dirname(path), `${name}.ts`))}.js', import.meta['url'])`)
    const placed = threads.replaceAll('import.meta.url', `new URL('./${path}', import.meta['url']).href`)
    // Each replacement stays on its line, so the map of the file before it is right for it too.
    return { code: placed.replaceAll("import.meta['url']", 'import.meta.url'), map: null }
  },
}

/** Code in place of packages that others would bring along for what no call of ours reaches. */
const STAND_INS: Readonly<Record<string, string>> = {
  // Answers to elicitations are held against their schema, and this server asks for none: Ajv is five times as large.
  '@modelcontextprotocol/server/_shims': `
    export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker'
    export { default as process } from 'node:process'`,
  // sanitize-html reads the styles with it that it is told to keep; where it throws, a style is dropped.
  postcss: `export const parse = () => { throw new Error('postcss is not in the package') }`,
}

const standIns: Plugin = {
  name: 'stand-ins',
  resolveId: (name) => (name in STAND_INS ? `\0${name}` : undefined),
  load: (id) => STAND_INS[id.slice(1)],
}

async function bundle(): Promise<OutputChunk[]> {
  const build = await rolldown({
    input: {
      main: join(SOURCE, 'main.ts'),
      stdio: join(SOURCE, 'stdio.ts'),
      index: join(SOURCE, 'index.ts'),
      ...threadEntries(),
    },
    platform: 'node',
    // pg loads the first where somebody has installed it; the second is a program for each platform.
    external: ['pg-native', '@resvg/resvg-js'],
    plugins: [placesOfSources, standIns],
  })
  const { output } = await build.write({
    dir: TARGET,
    format: 'esm',
    cleanDir: true,
    sourcemap: true,
    // Functions and classes keep their names, for traces that people read.
    minify: { compress: true, mangle: { keepNames: true }, codegen: true },
    chunkFileNames: 'chunk-[name]-[hash].js',
    entryFileNames: '[name].js',
  })
  return output.filter((part) => part.type === 'chunk')
}

/** A chunk with less of our own code among its sources has no map, unless a command or program begins in it. */
const OWN_SHARE = 0.25

/**
 * Source maps lead from a trace to files and lines of our own sources. The text of these is in the repository, and what
 * is mapped to packages would be half of the size.
 */
function onlyOwnPlaces(chunk: OutputChunk): void {
  if (!chunk.sourcemapFileName) return
  const path = join(TARGET, chunk.sourcemapFileName)
  const map = JSON.parse(readFileSync(path, 'utf8')) as { sources: string[]; mappings: string }
  const own = map.sources.filter((name) => !packageFolder(name))
  if (!chunk.isEntry && own.length < OWN_SHARE * map.sources.length) {
    const code = join(TARGET, chunk.fileName)
    writeFileSync(code, readFileSync(code, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, ''))
    rmSync(path)
    return
  }
  const numbers = new Map(own.map((name, at) => [map.sources.indexOf(name), at]))
  const lines = decode(map.mappings).map((segments) => ownSegments(segments, numbers))
  const kept = { version: 3, file: chunk.fileName, sources: own, names: [], mappings: encode(lines) }
  writeFileSync(path, JSON.stringify(kept))
}

/**
 * The first segment of each line of our own sources: with one for each name, as bundlers write, maps would be three times
 * as large, to tell columns.
 * @param numbers new by old number of each source that is kept
 */
function ownSegments(segments: readonly SourceMapSegment[], numbers: ReadonlyMap<number, number>): SourceMapSegment[] {
  const kept: SourceMapSegment[] = []
  for (const [column, source, line] of segments) {
    const number = source === undefined ? undefined : numbers.get(source)
    const [, numberBefore, lineBefore] = kept.at(-1) ?? []
    if (number === undefined) {
      // Up to the next segment nothing is known; otherwise it would belong to the one before.
      if (numberBefore !== undefined) kept.push([column])
    } else if (number !== numberBefore || line !== lineBefore) kept.push([column, number, line!, 0])
  }
  return kept
}

/** What lexicons.bin.br is made from; the words without meaning are read as they are. */
const LEXICON = /\/lexicon\/(?!function-words)/

/** Everything in src/ that the code reads; the renderer's own code is among it, as its name is a hash of that. */
function copyAssets(): void {
  const renderer = RENDERER.map((name) => join('catalog/readme', name))
  for (const path of [...sources.filter((name) => !name.endsWith('.ts') && !LEXICON.test(name)), ...renderer]) {
    mkdirSync(join(TARGET, dirname(path)), { recursive: true })
    cpSync(join(SOURCE, path), join(TARGET, path))
  }
}

/** `/…/node_modules/a/b.js` -> `/…/node_modules/a`, for the innermost package */
const packageFolder = (id: string): string | undefined =>
  /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll(sep, '/'))?.[1]

/** The licences of everything in the bundle, which they demand. */
function licences(chunks: readonly OutputChunk[]): string {
  const folders = new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => packageFolder(id) ?? [])))
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
    return `${name} ${version}, ${license}\n\n${text}`.trim()
  })
  return `${texts.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** The types of what `import 'sdk-catalog'` gives; src/index.ts states all of them itself. */
function declarations(): string {
  const path = join(SOURCE, 'index.ts')
  const { code, errors } = isolatedDeclarationSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`src/index.ts: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}

rmSync(TARGET, { recursive: true, force: true })
const chunks = await bundle()
chunks.forEach(onlyOwnPlaces)
copyAssets()
writeFileSync(join(TARGET, 'LICENCES.txt'), licences(chunks))
writeFileSync(join(TARGET, 'index.d.ts'), declarations())
