/** The programs that find_sdk shows for the tasks of operations.json. */
import { expect, it } from 'vitest'
import { countOutcomes, readOperationTasks } from '../../evals/operations.ts'
import { taskServices } from '../../evals/tasks.ts'

const services = taskServices()
const tasks = readOperationTasks()

it('there are at least 100 tasks, all different, half of them held out, over SDKs that exist', () => {
  expect(new Set(tasks.map(({ query }) => query)).size).toBeGreaterThanOrEqual(100)
  const held = tasks.filter(({ held_out }) => held_out).length
  expect(Math.abs(held - tasks.length / 2)).toBeLessThanOrEqual(1)
  expect(tasks.flatMap(({ slug }) => slug.split('|')).filter((slug) => !services.catalog.entry(slug))).toEqual([])
})

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
  ['tuned on', false, 0.8, 0.08],
  ['held out', true, 0.68, 0.1],
] as const)(
  'of the tasks %s, most programs are right, and few are wrong without a warning',
  async (_, held, right, wrong) => {
    const counts = await countOutcomes(
      tasks.filter(({ held_out }) => held_out === held),
      services,
    )
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    expect(counts.get('right')! / total).toBeGreaterThan(right)
    expect(counts.get('wrong')! / total).toBeLessThan(wrong)
  },
)
