/** The facts of the embedded data set: what code that is made from them may rely on. */
import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { canonical, withProgramNames } from '../../../scripts/refresh/records.ts'
import { readValues, unusedLines, withValues } from '../../../scripts/refresh/stated-values.ts'
import { OperationsFile, type Parameter, type Point } from '../../../src/catalog/record/facts.ts'
import type { SdkRecord } from '../../../src/catalog/record/record.ts'
import { needsNoKey } from '../../../src/catalog/record/traits.ts'
import { easiestEndpoint } from '../../../src/code/choose-endpoint.ts'
import { contradictions } from '../../../src/store/operations.ts'
import { embedded } from '../../embedded.ts'

const FOLDER = new URL('../../../src/catalog/embedded/', import.meta.url)
const { records } = embedded
const recordOf = new Map(records.map((record) => [record.slug, record]))

const files = readdirSync(new URL('operations/', FOLDER)).map((name) => {
  const text = readFileSync(new URL(`operations/${name}`, FOLDER), 'utf8')
  return { slug: name.replace(/\.json$/, ''), text, operations: OperationsFile.parse(JSON.parse(text)) }
})
const operationsOf = new Map(files.map(({ slug, operations }) => [slug, operations]))

const pointsOf = (file: OperationsFile | undefined): Point[] =>
  (file?.entities ?? []).flatMap(({ operations }) => operations.flatMap(({ points }) => points))

/** What breaks a rule, by slug; a failing test then shows all of it. */
const breaking = (breaks: (record: SdkRecord) => unknown) => records.filter(breaks).map(({ slug }) => slug)

/** The endpoints that a first call may reach. */
function pointsCalled({ slug, first_call: call }: SdkRecord): Point[] {
  const entity = operationsOf.get(slug)?.entities.find(({ name }) => name === call?.entity)
  const points = entity?.operations.find(({ op }) => op === call?.op)?.points ?? []
  return points.filter(({ method, path }) => method === call?.method && path === call.path)
}

describe('the records', () => {
  test('stand as the refresh writes them', () =>
    expect(readFileSync(new URL('sdks.jsonl', FOLDER), 'utf8')).toBe(
      records.map((record) => `${JSON.stringify(canonical(record))}\n`).join(''),
    ))

  test('have languages and entities, and packages only in their languages', () => {
    expect(breaking(({ languages }) => languages.length === 0)).toEqual([])
    expect(breaking(({ entities }) => entities.length === 0)).toEqual([])
    expect(
      breaking(({ languages, packages }) => Object.keys(packages).some((code) => !languages.some((l) => l === code))),
    ).toEqual([])
  })

  test('name the Go module by the repository', () => {
    const isOther = ({ github_url, packages: { go } }: SdkRecord) => go && `https://${go.name}` !== `${github_url}/go`
    expect(breaking(isOther)).toEqual([])
  })

  test('have programs with the names of the rule, where their files were read, too', () => {
    const named = records.map(({ cli, mcp, ...record }) => ({
      isRead: !cli?.computed && !mcp?.computed,
      cli,
      mcp,
      ruled: withProgramNames({
        ...record,
        ...(cli && { cli: { name: cli.name } }),
        ...(mcp && { mcp: { name: mcp.name } }),
      }),
    }))
    expect(named.filter(({ isRead }) => isRead).length).toBeGreaterThan(400)
    for (const { cli, mcp, ruled } of named) {
      expect(mcp?.tools).toEqual(ruled.mcp?.tools)
      expect(mcp?.idle).toEqual(ruled.mcp?.idle)
      expect(cli?.words ?? []).toEqual(expect.arrayContaining(ruled.cli?.words ?? []))
    }
  })

  test('never say that no key is needed where an operation or the own description asks for one', () => {
    const asks = ({ slug, description = '' }: SdkRecord) =>
      pointsOf(operationsOf.get(slug)).some(({ key }) => key) ||
      /\bwith (an? )?(API key|access token)/.test(description)
    expect(breaking((record) => needsNoKey(record) && asks(record))).toEqual([])
    const praised = ({ description = '' }: SdkRecord) => /without (an? )?(API )?key\b/.test(description)
    expect(breaking((record) => praised(record) && !needsNoKey(record))).toEqual([])
  })

  test('are small: 2.6 KB in the middle, 40 KB at most, needs aside', () => {
    const sizes = records
      .map((record) => Buffer.byteLength(JSON.stringify({ ...record, needs: [] })))
      .sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(2_600)
    expect(sizes.at(-1)).toBeLessThan(40_000)
  })
})

describe('the files of operations', () => {
  test('are there for at least 690 SDKs of the set, on one line each', () => {
    expect(files.length).toBeGreaterThanOrEqual(690)
    expect(files.filter(({ slug, operations }) => operations.slug !== slug || !recordOf.has(slug))).toEqual([])
    const untidy = files.filter(({ text, operations }) => text !== `${JSON.stringify(operations)}\n`)
    expect(untidy.map(({ slug }) => slug)).toEqual([])
  })

  test('have the operations that the record has, or say that the model was read in part', () => {
    for (const { slug, operations } of files) {
      expect(contradictions(recordOf.get(slug)!, operations)).toEqual([])
      if (operations.partial) continue
      const names = operations.entities.map((entity) => [entity.name, entity.operations.map(({ op }) => op)])
      const { entities } = recordOf.get(slug)!
      expect(names, slug).toEqual(entities.filter(({ ops }) => ops.length > 0).map(({ name, ops }) => [name, ops]))
    }
  })

  test('hold values and names, no prose', () => {
    const isProse = (text: string) => text.trim().split(/\s+/).length > 14
    const values = (value: unknown): string[] =>
      typeof value === 'string'
        ? [value]
        : value && typeof value === 'object'
          ? Object.values(value).flatMap(values)
          : []
    expect(
      files.flatMap(({ slug, operations }) =>
        values(operations)
          .filter(isProse)
          .map((text) => [slug, text]),
      ),
    ).toEqual([])
  })

  test('are not shown by an endpoint that deletes, where another one writes', () => {
    const deletes = ({ path }: Point): boolean => /[/_-](?:delete|remove)$/i.test(path)
    const wrong = files.flatMap(({ slug, operations }) =>
      operations.entities.flatMap(({ name, operations }) =>
        operations
          .filter(({ op, points }) => op !== 'remove' && points.some(deletes) && !points.every(deletes))
          .filter((operation) => deletes(easiestEndpoint(name, operation, recordOf.get(slug)!.auth).point))
          .map(({ op }) => `${slug} ${name}.${op}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('state what values are: types of items, formats, bounds, choices, styles, and the operation that lists them', () => {
    const parameters = files.flatMap(({ operations }) => pointsOf(operations)).flatMap((point) => point.parameters)
    const count = (is: (parameter: Parameter) => unknown) => parameters.filter(is).length
    const isNested = ({ in: where, type }: Parameter) => where === 'body' && (type === 'array' || type === 'object')
    const floors: [most: number, (parameter: Parameter) => unknown][] = [
      [90, ({ type, items }) => type === 'file' || items === 'file'],
      [1_200, ({ items }) => items],
      [4_200, ({ format }) => format],
      [3_800, (parameter) => parameter.enum],
      [900, ({ pattern }) => pattern],
      [800, ({ minimum, maximum }) => (minimum ?? maximum) !== undefined],
      [2_400, ({ length }) => length],
      [1_200, ({ style, explode }) => (style ?? explode) !== undefined],
      [6_800, ({ from }) => from],
      [0.68 * count(isNested), (parameter) => isNested(parameter) && (parameter.members ?? parameter.items)],
    ]
    const counts = floors.map(([, is]) => count(is))
    expect(
      counts.filter((number, index) => number < floors[index]![0]),
      String(counts),
    ).toEqual([])
  })

  test('name as source of values only operations that list and that the SDK has', () => {
    const wrong = files.flatMap(({ slug, operations }) => {
      const lists = operations.entities
        .filter((entity) => entity.operations.some(({ op }) => op === 'list'))
        .map(({ name }) => `${name}.list`)
      return pointsOf(operations)
        .flatMap(({ parameters }) => parameters.flatMap(({ from }) => from ?? []))
        .filter((from) => !lists.includes(from))
        .map((from) => `${slug} ${from}`)
    })
    expect(wrong).toEqual([])
  })

  test('have the values that people stated, each on a parameter', () => {
    const lines = readValues(
      readFileSync(new URL('../../../scripts/refresh/stated-values.tsv', import.meta.url), 'utf8'),
    )
    const bySlug = Map.groupBy(lines, ({ slug }) => slug)
    const all = files.map(({ operations }) => operations)
    const stale = all.filter(
      ({ slug, entities }) => !isDeepStrictEqual(withValues(entities, bySlug.get(slug) ?? []), entities),
    )
    expect(stale.map(({ slug }) => slug)).toEqual([])
    expect(unusedLines(lines, all)).toEqual([])
    expect(lines.filter(({ facts: { meaning } }) => meaning && /[.?!]$/.test(meaning))).toEqual([])
  })

  test('have no sentence of a description', () => {
    const parameters = files.flatMap(({ operations }) => pointsOf(operations)).flatMap((point) => point.parameters)
    expect(parameters.filter(({ about }) => about !== undefined)).toEqual([])
  })

  test('take less than 13.5 MB together, bodies and answers of large APIs included', () =>
    expect(files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)).toBeLessThan(13_500_000))
})

describe('the first calls', () => {
  const calling = records.filter(({ first_call }) => first_call)

  test('are known wherever the operations are, but for a few that need nested values', () => {
    expect(calling.length).toBeGreaterThanOrEqual(files.length - 10)
    expect(calling.filter(({ slug }) => !operationsOf.has(slug))).toEqual([])
  })

  test('reach an endpoint of the operations and give what it requires', () => {
    const lacks = (record: SdkRecord) => {
      const { arguments: given, key_argument: key } = record.first_call!
      const isGiven = (name: string) => name in given || name === key
      return !pointsCalled(record).some(({ parameters }) =>
        parameters.every((parameter) => !parameter.required || parameter.in === 'header' || isGiven(parameter.name)),
      )
    }
    expect(calling.filter(lacks).map(({ slug, first_call }) => [slug, first_call])).toEqual([])
  })

  test('have the parameters of their endpoint, so that what reads no file of operations knows the types', () => {
    const lacks = (record: SdkRecord) => {
      const { takes = [] } = record.first_call!
      const known = pointsCalled(record)[0]!.parameters
      return (
        takes.length !== Math.min(12, known.length) ||
        takes.some((each) => !known.some(({ name }) => name === each.name)) ||
        Object.keys(record.first_call!.arguments).some(
          (name) => known.some((each) => each.name === name) && !takes.some((each) => each.name === name),
        )
      )
    }
    expect(calling.filter(lacks).map(({ slug }) => slug)).toEqual([])
  })

  test('fill every placeholder of their path', () => {
    const leaves = (record: SdkRecord) => {
      const { path, arguments: given, key_argument: key } = record.first_call!
      const parameters = pointsCalled(record).flatMap((point) => point.parameters)
      const fills = (placeholder: string) =>
        parameters.some(
          ({ name, api_name, in: where }) =>
            where === 'path' && (api_name ?? name) === placeholder && (name in given || name === key),
        )
      return [...path.matchAll(/\{([^}]*)\}/g)].some(([, placeholder]) => !fills(placeholder!))
    }
    expect(calling.filter(leaves).map(({ slug, first_call }) => [slug, first_call])).toEqual([])
  })
})
