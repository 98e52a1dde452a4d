/** Repositories to read facts from: the ones under test/fixtures/generated, and ones made of a few files in memory. */
import { join } from 'node:path'
import { type Facts, readFacts } from '../../../src/builder/facts/read-facts.ts'
import type { RepositoryFiles } from '../../../src/builder/facts/repository-files.ts'
import { filesIn, GENERATED } from '../fixtures.ts'

export const generated = (slug: string): RepositoryFiles => inMemory(filesIn(join(GENERATED, slug)), slug)

/** A file whose content is undefined is listed and not at hand. */
export function inMemory(files: Readonly<Record<string, unknown>>, slug = 'buoys-sdk'): RepositoryFiles {
  return {
    slug,
    paths: Object.keys(files).sort(),
    async read(path) {
      const content = files[path]
      if (content === undefined || Buffer.isBuffer(content)) return content
      return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
    },
  }
}

interface Modelled {
  info?: object
  entities?: Readonly<Record<string, object>>
  description?: object
  readme?: string
}

/** A repository with a resolved model, and a description if given. */
export function modelled({ info = {}, entities = {}, description, readme }: Modelled): RepositoryFiles {
  return inMemory({
    '.sdk/model/sdk.json': { name: 'buoys', origin: 'harbour-sdk', main: { kit: { info, entity: entities } } },
    ...(description && { '.sdk/def/buoys.json': { openapi: '3.0.0', ...description } }),
    ...(readme && { 'README.md': readme }),
  })
}

/** The endpoints of one operation. */
export function pointsOf({ operations }: Facts, entity: string, op: string) {
  const entry = operations?.entities.find(({ name }) => name === entity)
  return entry?.operations.find((operation) => operation.op === op)?.points ?? []
}

/** What is known of an SDK for buoys whose only operation has this endpoint. */
export async function buoys(point: object, { op = 'list', description = {}, fields = [] as object[] } = {}) {
  const points = [{ method: 'GET', orig: '/buoys', parts: ['buoys'], ...point }]
  const entities = { buoy: { fields, op: { [op]: { points } } } }
  const facts = await readFacts(modelled({ entities, description }))
  return { ...facts, point: pointsOf(facts, 'buoy', op)[0]! }
}

export const factsOf = async (repository: Modelled) => (await readFacts(modelled(repository))).facts
