/** The refresh of the data set: it reads repositories in every form, and replaces facts without touching texts. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { addDescribed, readDescriptions } from '../../../scripts/refresh/described.ts'
import { purposesOf, readPurposes, withPurposes } from '../../../scripts/refresh/purposes.ts'
import { addFacts, canonical, readStatedFacts, replaceFacts } from '../../../scripts/refresh/records.ts'
import { foldersBySlug, openRepository } from '../../../scripts/refresh/repository.ts'
import { mapPoints } from '../../../src/builder/facts/operations/operations.ts'
import { readFacts } from '../../../src/builder/facts/read-facts.ts'
import { OperationsFile, RecordFacts } from '../../../src/catalog/record/facts.ts'
import { SdkRecord } from '../../../src/catalog/record/record.ts'
import { scratch } from '../../scratch.ts'

const GENERATED = fileURLToPath(new URL('../../fixtures/generated/', import.meta.url))
const SLUG = 'lighthouses-sdk'
const place = scratch()

const factsAt = async (root: string) => {
  const folder = (await foldersBySlug(root)).get(SLUG)!
  return readFacts(await openRepository(SLUG, folder))
}

const fill = (name: string, folder: string): string => {
  cpSync(join(GENERATED, SLUG), join(place, name, folder), { recursive: true })
  return join(place, name)
}

describe('a repository gives the same facts', () => {
  test('as a folder in a folder, as unpacked archives are', async () =>
    expect(await factsAt(fill('nested', `${SLUG}/${SLUG}`))).toEqual(await factsAt(GENERATED)))

  test('as a bare clone that is called by owner and slug', async () => {
    const tree = join(fill('tree', SLUG), SLUG)
    const git = (...command: string[]) => execFileSync('git', command, { cwd: tree, stdio: 'pipe' })
    git('init', '--quiet')
    git('add', '--all', '--force')
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'all')
    mkdirSync(join(place, 'bare'))
    git('clone', '--quiet', '--bare', tree, join(place, 'bare', `harbour-sdk+${SLUG}`))
    const { facts, ...rest } = await factsAt(join(place, 'bare'))
    const { commit, updated, ...files } = facts
    expect({ ...rest, facts: files }).toEqual(await factsAt(GENERATED))
    expect(updated).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(commit).toMatch(/^[0-9a-f]{40}$/)
  })

  test('with the day of the commit that is noted beside its model', async () => {
    const root = fill('noted', SLUG)
    writeFileSync(join(root, SLUG, 'TREE'), 'README.md\n')
    writeFileSync(join(root, SLUG, 'COMMIT'), `${'0'.repeat(40)} 2026-03-04T23:30:00-05:00\n`)
    expect((await factsAt(root)).facts.updated).toBe('2026-03-05')
  })

  test('as its model alone, where a file TREE lists what else there is', async () => {
    const root = fill('model', SLUG)
    const folder = join(root, SLUG)
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    writeFileSync(join(folder, 'TREE'), paths.join('\n'))
    for (const language of ['ts', 'php', 'rb', 'lua']) rmSync(join(folder, language), { recursive: true })
    const [{ facts }, whole] = [await factsAt(root), (await factsAt(GENERATED)).facts]
    expect(facts).toMatchObject({ languages: whole.languages, entities: whole.entities, first_call: whole.first_call })
    expect(facts.packages.php).toMatchObject({ computed: true })
  })
})

const texts = {
  slug: SLUG,
  title: 'Lights',
  description: 'Lighthouses of a coast.',
  topics: ['sea'],
  aliases: ['beacons'],
  needs: ['where is the next light'],
  github_url: `https://github.com/harbour-sdk/${SLUG}`,
  source_website: 'https://lights.harbour.org',
}
const record = SdkRecord.parse({
  ...texts,
  languages: ['c'],
  packages: { c: { name: 'lights' } },
  entities: [{ name: 'old', ops: ['list'] }],
  auth: { scheme: 'none' },
})

describe('a record', () => {
  test('has all facts of the repository and none of before, and keeps what people wrote', async () => {
    const { facts } = await factsAt(GENERATED)
    const replaced = replaceFacts(record, facts)
    expect(replaced).toMatchObject(texts)
    expect(replaced).toEqual(SdkRecord.parse({ ...texts, ...facts }))
  })

  test('keeps what is known of its key where the files are silent', () => {
    const silent = RecordFacts.parse({})
    expect(replaceFacts(record, silent)).toEqual(SdkRecord.parse({ ...texts, auth: { scheme: 'none' } }))
    const named = RecordFacts.parse({ auth: { scheme: 'bearer' } })
    expect(replaceFacts(record, named).auth).toEqual({ scheme: 'bearer', needed: 'optional' })
    expect(replaceFacts(SdkRecord.parse(texts), named).auth).toEqual({ scheme: 'bearer' })
    const wanted = RecordFacts.parse({ auth: { scheme: 'bearer', needed: 'always' } })
    expect(replaceFacts(record, wanted).auth).toEqual({ scheme: 'bearer', needed: 'always' })
  })

  test('keeps what other files of the same commit stated', () => {
    const commit = '0'.repeat(40)
    const cli = { name: 'lights-cli', go: '1.24.7' }
    const entities = [{ name: 'light', ops: ['list'], words: { list: 'lamps' } }]
    const known = SdkRecord.parse({ ...record, commit, license: 'MIT', cli, entities })
    const packages = { c: { name: 'computed', computed: true as const } }
    const again = [
      { name: 'light', ops: ['list'], words: { list: 'beacons' } },
      { name: 'buoy', ops: [] },
    ]
    const few = RecordFacts.parse({ commit, packages, cli: { name: 'lights-cli' }, entities: again })
    expect(replaceFacts(known, few)).toMatchObject({ license: 'MIT', cli, packages: { c: { name: 'lights' } } })
    expect(replaceFacts(known, few).entities).toEqual([entities[0], again[1]])
    const later = replaceFacts(known, { ...few, commit: '1'.repeat(40) })
    expect(later).toMatchObject({ cli: { name: 'lights-cli' }, packages })
    expect(later).not.toHaveProperty('license')
  })

  test('is completed by a description of the provider, endpoint by endpoint', async () => {
    const folder = join(place, 'described')
    mkdirSync(folder)
    const answer = {
      content: { 'application/json': { schema: { type: 'object', properties: { lights: { type: 'array' } } } } },
    }
    const get = { parameters: [{ in: 'query', name: 'countryCodes' }], responses: { 200: answer } }
    const post = {
      requestBody: { content: { 'application/json': { schema: { properties: { name: { type: 'string' } } } } } },
    }
    writeFileSync(
      join(folder, 'api.yaml'),
      JSON.stringify({ openapi: '3.0.0', paths: { '/lights/{code}': { get, post } } }),
    )
    const point = { path: '/lights/{id}', parameters: [{ name: 'id', in: 'path', required: true }] }
    const query = { name: 'country_code', in: 'query', type: 'string' }
    const operations = OperationsFile.parse({
      ...{ format: 1, slug: SLUG },
      entities: [
        {
          name: 'light',
          operations: [
            { op: 'list', points: [{ ...point, method: 'GET', parameters: [...point.parameters, query] }] },
            {
              op: 'create',
              points: [
                { ...point, method: 'POST' },
                { ...point, method: 'POST', path: '/other' },
              ],
            },
          ],
        },
      ],
    })
    const described = addDescribed(record, operations, await readDescriptions(folder, () => undefined))
    const [list, create] = described.operations.entities[0]!.operations
    expect(list!.points[0]!.parameters).toEqual([
      point.parameters[0],
      { ...query, name: 'countryCodes', model_name: 'country_code' },
    ])
    expect(list!.points[0]!.answer).toMatchObject({ list: true, records: 'lights' })
    expect(create!.points[0]!.parameters).toEqual([point.parameters[0], { name: 'name', in: 'body', type: 'string' }])
    expect(create!.points[1]).toEqual(operations.entities[0]!.operations[1]!.points[1])
  })

  test('keeps what is on record beyond a description, but no answer where the API gives none', async () => {
    const folder = join(place, 'older')
    mkdirSync(folder)
    const schema = { properties: { name: { type: 'string', enum: ['a'] } } }
    const content = { 'application/json': { schema } }
    const paths = { '/lights': { put: { requestBody: { content } }, delete: { responses: { 204: {} } } } }
    writeFileSync(join(folder, 'api.json'), JSON.stringify({ openapi: '3.0.0', paths }))
    const answer = { fields: { id: 'string' } }
    const parameters = [
      { name: 'name', in: 'body', required: true, enum: ['a', 'b'], example: 'b' },
      { name: 'height', in: 'body', type: 'number' },
    ]
    const points = [
      { method: 'PUT', path: '/lights', parameters, answer },
      { method: 'DELETE', path: '/lights', parameters: [], answer },
    ]
    const entities = [{ name: 'light', operations: [{ op: 'update', points }] }]
    const operations = OperationsFile.parse({ format: 1, slug: SLUG, entities })
    const described = addDescribed(record, operations, await readDescriptions(folder, () => undefined))
    const [put, remove] = described.operations.entities[0]!.operations[0]!.points
    expect(put).toMatchObject({ answer, parameters: [{ ...parameters[0], type: 'string' }, parameters[1]] })
    expect(remove).not.toHaveProperty('answer')
  })

  test('takes stated facts member by member, packages by language', () => {
    const computed = { ...record, packages: { go: { name: 'a', class: 'LightsSDK', computed: true as const } } }
    const added = addFacts(computed, { slug: SLUG, packages: { go: { name: 'b' }, py: { name: 'lights' } } })
    expect(added.packages).toEqual({ go: { name: 'b', class: 'LightsSDK' }, py: { name: 'lights' } })
    expect({ ...added, packages: {} }).toEqual({ ...record, packages: {} })
  })

  test('is written in one form, whatever form it was read in', () => {
    const members = Object.entries({ ...record, entities: [{ name: 'light', ops: ['remove', 'list'] }] })
    const written = canonical(SdkRecord.parse(Object.fromEntries(members.reverse())))
    const inOrder = Object.keys(SdkRecord.shape).filter((member) => member in written)
    expect(Object.keys(written)).toEqual(inOrder)
    expect(written.entities).toEqual([{ name: 'light', ops: ['list', 'remove'] }])
    expect(JSON.stringify(canonical(written))).toBe(JSON.stringify(written))
  })
})

describe('what endpoints are for', () => {
  const parameters = [{ name: 'id', in: 'path', required: true, about: 'Id of the light' }]
  const points = [{ method: 'GET', path: '/lights/{id}', purpose: 'one light', parameters }]
  const file = OperationsFile.parse({
    ...{ format: 1, slug: SLUG },
    entities: [{ name: 'light', operations: [{ op: 'load', points }] }],
  })

  test('is kept when the repository is read again, but no sentence of its description', () => {
    const read = mapPoints(file.entities, (point) => ({ ...point, purpose: 'Returns the light.', result: 'light' }))
    const kept = withPurposes(SLUG, read, purposesOf([file]))
    expect(kept[0]!.operations[0]!.points).toEqual([
      { ...points[0], result: 'light', parameters: [{ name: 'id', in: 'path', required: true }] },
    ])
    expect(withPurposes('other-sdk', read, purposesOf([file]))[0]!.operations[0]!.points[0]).not.toHaveProperty(
      'purpose',
    )
  })

  test('is read from lines; those without an endpoint, without a purpose, or too long are refused with their number', () => {
    const long = 'x'.repeat(51)
    const lines = [
      ...[`${SLUG}\tGET /lights/{id}\ta light by its id`, '', `${SLUG}\tGET /lights\tall lights`],
      ...[`other-sdk\tGET /lights/{id}\ta light`, `${SLUG}\tGET /lights/{id}`, `${SLUG}\tGET /lights/{id}\t${long}`],
    ]
    const { purposes, refused } = readPurposes(lines.join('\n'), [file])
    expect([...purposes]).toEqual([[`${SLUG}\tGET /lights/{id}`, 'a light by its id']])
    expect(refused.map((why) => why.split(': ')[0])).toEqual(['line 3', 'line 4', 'line 5', 'line 6'])
    expect(refused[3]).toBe('line 6: refused: 51 characters, at most 50')
  })
})

describe('a file of stated facts', () => {
  test('is refused with the line and member that breaks the schema', () => {
    const lines = [
      { slug: SLUG, languages: ['go'] },
      { slug: SLUG, languages: ['py-data'] },
    ]
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    expect(() => readStatedFacts(text, 'facts.jsonl')).toThrow(/^facts\.jsonl line 2: .*\n.*languages/)
    expect(readStatedFacts(`${JSON.stringify(lines[0])}\n`, 'facts.jsonl')).toEqual([lines[0]])
  })

  test('adds what is proved, which stays when the repository is read again', () => {
    const proven = { date: '2026-11-23', commit: 'c'.repeat(40), languages: ['py'] }
    const [stated] = readStatedFacts(`${JSON.stringify({ slug: SLUG, proven })}\n`, 'proven.jsonl')
    const added = addFacts(record, stated!)
    expect(added.proven).toEqual(proven)
    expect(replaceFacts(added, RecordFacts.parse({ license: 'MIT' })).proven).toEqual(proven)
  })
})
