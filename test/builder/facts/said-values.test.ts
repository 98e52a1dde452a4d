/** Examples that a description names only in a sentence. */
import { expect, it } from 'vitest'
import { buoys } from './repositories.ts'

async function exampleOf(description: string): Promise<unknown> {
  const parameters = [{ name: 'at', in: 'query', schema: { type: 'string' }, description }]
  const { point } = await buoys({ method: 'GET' }, { description: { paths: { '/buoys': { get: { parameters } } } } })
  return point.parameters[0]!.example
}

it.each([
  ['Unit (e.g., metres, feet)', 'metres'],
  ['Available units include: m_above_lat, ft_above_lat, and more.', 'm_above_lat'],
  ['Multiple are allowed. Valid values are `m`, `ft` and `km`.', 'm,ft,km'],
  ['Station (e.g. PTM for Portsmouth)', 'PTM'],
  ['Filter, for example by sea (e.g., region, or municipality)', undefined],
  ['Any `unit`s, such as those of the sea.', undefined],
  ['A day, e.g. YYYY-MM-DD', undefined],
])('of a value an example that its description names: %s', async (description, example) =>
  expect(await exampleOf(description)).toBe(example),
)
