/**
 * What the readers of facts find in a folder of repositories or of their models (a folder each; a file TREE may list
 * all paths): `node test/bench/facts.ts [FOLDER] [--list [KIND] | --json]`. Without a folder it reads the fixtures.
 * `--list` names every warning (of a kind), `--json` prints the facts, one repository a line.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Facts, readFacts } from '../../src/builder/facts/facts.ts'
import { OperationsFile, RecordFacts } from '../../src/catalog/record/facts.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/generated', import.meta.url))
const [folder = FIXTURES, flag, listed] = process.argv.slice(2)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

interface Read extends Facts {
  slug: string
}

const started = performance.now()
const all = await readAll(folder)
report(all, (performance.now() - started) / 1000)
if (flag === '--list') list(all, listed ?? '')
if (flag === '--json') for (const { slug, facts } of all) print(JSON.stringify({ slug, ...facts }))

async function readAll(root: string): Promise<Read[]> {
  const slugs = (await readdir(root)).filter((name) => name.endsWith('-sdk')).sort()
  const all: Read[] = []
  for (const slug of slugs) {
    const paths = await pathsOf(join(root, slug))
    const read = (path: string) => readFile(join(root, slug, path)).catch(() => undefined)
    all.push({ slug, ...(await readFacts({ slug, paths, read })) })
  }
  return all
}

async function pathsOf(root: string): Promise<string[]> {
  const tree = await readFile(join(root, 'TREE'), 'utf8').catch(() => undefined)
  if (tree !== undefined) return tree.split('\n').filter(Boolean)
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

function report(all: readonly Read[], seconds: number): void {
  const points = all.flatMap(({ operations }) =>
    (operations?.entities ?? []).flatMap((entity) => entity.operations.flatMap((operation) => operation.points)),
  )
  const parameters = points.flatMap((point) => point.parameters)
  const required = parameters.filter((parameter) => parameter.required && parameter.in !== 'body')
  const stated = required.filter(({ example, default: usual, enum: choices }) => example ?? usual ?? choices)
  const count = (of: (read: Read) => unknown): string => tally(all.map((read) => String(of(read) ?? 'absent')))
  print(`${all.length} repositories in ${seconds.toFixed(1)} s`)
  print(
    `read whole: ${all.filter(({ warnings, operations }) => operations && !warnings.some(({ kind }) => kind === 'broken_file')).length}`,
  )
  print(
    `refused by the schema: ${
      all
        .filter((read) => !isValid(read))
        .map(({ slug }) => slug)
        .join(', ') || 'none'
    }`,
  )
  print(
    `without languages: ${all.filter(({ facts }) => facts.languages.length === 0).length}, without entities: ${
      all
        .filter(({ facts }) => facts.entities.length === 0)
        .map(({ slug }) => slug)
        .join(', ') || 'none'
    }`,
  )
  print(
    `entities ${sum(all, ({ facts }) => facts.entities.length)}, operations ${sum(all, ({ facts }) => facts.entities.flatMap(({ ops }) => ops).length)}, endpoints ${points.length}`,
  )
  print(`parameters ${parameters.length}: ${tally(parameters.map((parameter) => parameter.in))}`)
  print(`required ones outside of bodies ${required.length}, with a stated value ${stated.length}`)
  print(`endpoints with the fields of their answer ${points.filter(({ answer }) => answer).length}`)
  print(`generation: ${count(({ facts }) => facts.generation)}`)
  print(`auth: ${count(({ facts }) => facts.auth.scheme)}`)
  print(`  needed: ${count(({ facts }) => facts.auth.needed)}`)
  print(`  pass: ${count(({ facts }) => facts.auth.pass)}`)
  print(`first call, values: ${count(({ facts }) => facts.first_call?.values)}`)
  print(`  operation: ${count(({ facts }) => facts.first_call && `${facts.first_call.method} ${facts.first_call.op}`)}`)
  print(`  reasons: ${tally(all.flatMap(({ facts }) => facts.first_call?.why ?? []))}`)
  print(
    `CLI words: ${count(({ facts }) => facts.cli?.words?.join(' '))}; idle ${count(({ facts }) => facts.cli?.idle?.length)}`,
  )
  print(
    `MCP tools: ${count(({ facts }) => facts.mcp?.tools?.length)}; idle ${count(({ facts }) => facts.mcp?.idle?.length)}`,
  )
  print(`warnings: ${tally(all.flatMap(({ warnings }) => warnings.map(({ kind }) => kind)))}`)
  print(`bytes, facts of a record: ${sizes(all.map(({ facts }) => facts))}`)
  print(`bytes, first call: ${sizes(all.flatMap(({ facts }) => facts.first_call ?? []))}`)
  print(`bytes, operations file: ${sizes(all.flatMap(({ operations }) => operations ?? []))}`)
}

function isValid({ facts, operations }: Read): boolean {
  return RecordFacts.safeParse(facts).success && (!operations || OperationsFile.safeParse(operations).success)
}

function sum(all: readonly Read[], of: (read: Read) => number): number {
  return all.reduce((total, read) => total + of(read), 0)
}

function tally(values: readonly string[]): string {
  const groups = [...Map.groupBy(values, (value) => value)].sort(([, a], [, b]) => b.length - a.length)
  return groups.map(([value, { length }]) => `${value} ${length}`).join(', ')
}

function sizes(values: readonly unknown[]): string {
  const sorted = values.map((value) => Buffer.byteLength(JSON.stringify(value))).sort((a, b) => a - b)
  return `median ${sorted[Math.floor(sorted.length / 2)]}, longest ${sorted.at(-1)}`
}

function list(all: readonly Read[], kind: string): void {
  for (const { slug, warnings } of all) {
    for (const warning of warnings) {
      if (kind !== '' && warning.kind !== kind) continue
      const place = warning.line === undefined ? warning.file : `${warning.file}:${warning.line}`
      print(`${slug}  ${warning.kind}  ${place}  ${warning.detail}`)
    }
  }
}
