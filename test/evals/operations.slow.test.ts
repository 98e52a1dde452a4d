/** The programs that find_sdk shows for the tasks of operations.json. */
import { expect, it } from 'vitest'
import { countOutcomes, readOperationTasks } from '../../evals/operations.ts'
import { taskServices } from '../../evals/tasks.ts'

const services = taskServices()
const tasks = readOperationTasks()

it('each request of a task is on record', async () => {
  for (const { slug, requests, next = [] } of tasks) {
    const files = await Promise.all(slug.split('|').map(services.catalog.operations))
    const points = files.flatMap((file) =>
      typeof file === 'object'
        ? file.entities.flatMap(({ operations }) => operations.flatMap((operation) => operation.points))
        : [],
    )
    const known = points.map(({ method, path }) => `${method} ${path}`)
    for (const request of [...requests, ...next]) expect(known, slug).toContain(request)
  }
})

it.each([
  ['tuned on', false, 74, 79],
  ['held out', true, 70, 76],
] as const)(
  'of the tasks %s, most have the right program, and nearly all have it in the sheet',
  async (_, held, first, shown) => {
    const counts = await countOutcomes(
      tasks.filter(({ held_out }) => held_out === held),
      services,
    )
    expect(counts.get('first')).toBeGreaterThanOrEqual(first)
    expect(counts.get('first')! + counts.get('in the sheet')!).toBeGreaterThanOrEqual(shown)
    expect(counts.get('no next step')).toBeLessThanOrEqual(1)
  },
)
