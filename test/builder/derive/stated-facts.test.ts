/** What a record takes from a repository's own files, and what from its README. */
import { describe, expect, it } from 'vitest'
import { derive } from '../../../src/builder/derive/derive.ts'
import type { RepositoryFiles } from '../../../src/builder/facts/repository-files.ts'
import { generated, modelled } from '../facts/repositories.ts'
import { repository } from '../fixtures.ts'

const README = `# SeaIce SDK

| **SDK** (TypeScript, Swift) | \`ts/\` \`swift/\` |
| **CLI** | \`go-cli/\` |

## Entities

| Entity | About | Path |
| --- | --- | --- |
| **Floe** | The Floe entity (list). | \`/floes\` |
`

const guessed = (warnings: readonly { about: string; detail: string }[]) =>
  warnings.filter(({ about }) => about === 'guessed').map(({ detail }) => detail)

const derived = ({ slug, paths, read }: RepositoryFiles) =>
  derive(repository({ slug, paths, read, folders: ['.sdk'] }), README)

describe('a repository with a model', () => {
  it('has the languages, entities and programs of its files, whatever README.md says', async () => {
    const { record, operations, warnings } = await derived(generated('sea-ice-sdk'))
    expect(record).toMatchObject({
      generation: 'new',
      languages: ['ts', 'py', 'php', 'go', 'rb', 'lua', 'rust'],
      entities: [{ name: 'chart', ops: ['list', 'remove'] }],
      packages: { rust: { module: 'sea_ice_sdk' } },
      auth: { scheme: 'apiKey', in: 'query' },
      cli: { words: ['list', 'load', 'update'] },
    })
    expect(operations?.entities.map(({ name }) => name)).toEqual(['chart'])
    expect(guessed(warnings)).toEqual([])
  })

  it('that states what no record may hold is taken with what README.md says, and a warning', async () => {
    const entity = { name: 'x'.repeat(400), op: { list: { points: [{ method: 'GET', parts: ['x'] }] } } }
    const { record, operations, warnings } = await derived(modelled({ entities: { [entity.name]: entity } }))
    expect(record.entities).toEqual([{ name: 'floe', ops: ['list'] }])
    expect([operations, record.first_call]).toEqual([undefined, undefined])
    expect(warnings).toContainEqual({
      slug: 'buoys-sdk',
      about: 'facts',
      detail: expect.stringMatching(/^entities\.0/),
    })
  })
})

it('a repository without a model has what README.md says, and a warning names it', async () => {
  const { record, operations, warnings } = await derive(repository(), README)
  expect(operations).toBeUndefined()
  expect(record).toMatchObject({
    languages: ['ts', 'swift'],
    entities: [{ name: 'floe', ops: ['list'] }],
    cli: { name: 'harbour-lights-cli' },
  })
  expect(guessed(warnings)).toEqual([expect.stringMatching(/^entities, languages, cli: taken from README\.md/)])
})
