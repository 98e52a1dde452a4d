/** A record of the tests' own, as a repository of each generation would state it. */
import { SdkRecord } from '../../src/catalog/record/record.ts'

export const tides = (facts: Partial<SdkRecord> = {}): SdkRecord =>
  SdkRecord.parse({
    slug: 'sea-tides-sdk',
    title: 'Sea Tides',
    github_url: 'https://github.com/sea/sea-tides-sdk',
    generation: 'middle',
    languages: ['ts', 'js', 'py', 'php', 'go', 'rb', 'lua', 'zig'],
    auth: { scheme: 'none' },
    entities: [{ name: 'high_tide', ops: ['list', 'load', 'create'] }],
    first_call: {
      entity: 'high_tide',
      op: 'list',
      method: 'GET',
      path: '/tides',
      arguments: {},
      values: 'none',
      why: ['no_arguments', 'one_endpoint'],
    },
    ...facts,
  })

export const GENERATIONS = ['old', 'middle', 'new', undefined] as const
