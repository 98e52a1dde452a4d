/** The values that the tasks of values.json state are in find_sdk's programs, or named beside them. */
import { describe, expect, it } from 'vitest'
import { taskServices } from '../../evals/tasks.ts'
import { countFates, outcomeOf, readValueTasks } from '../../evals/values.ts'
import { callTool } from '../../src/tools/define.ts'
import { programText } from '../../src/tools/sdks/answers/find-result.ts'
import { findSdk } from '../../src/tools/sdks/find-sdk.ts'

const services = taskServices()
const tasks = readValueTasks()

it('there are at least 80 tasks, all different, a third of them held out, over SDKs that exist', () => {
  expect(new Set(tasks.map(({ query }) => query)).size).toBeGreaterThanOrEqual(80)
  expect(tasks.filter(({ held_out }) => held_out).length).toBeGreaterThanOrEqual(tasks.length / 3)
  expect(tasks.flatMap(({ slug }) => slug.split('|')).filter((slug) => !services.catalog.entry(slug))).toEqual([])
  for (const { query, states } of tasks) for (const text of Object.keys(states)) expect(query).toContain(text)
})

it.each(tasks.map((task) => [task.query, task] as const))('nothing is lost or misplaced: %s', async (_, task) => {
  const outcome = await outcomeOf(task, services)
  expect(outcome?.fates.filter(({ fate }) => fate === 'lost' || fate === 'wrong') ?? []).toEqual([])
  expect(outcome?.others ?? []).toEqual([])
})

it.each([
  ['tuned on', false],
  ['held out', true],
] as const)('of the values of tasks %s, at least a third is passed', async (_, held) => {
  const { right, named, lost, wrong } = await countFates(
    tasks.filter(({ held_out }) => held_out === held),
    services,
  )
  expect(right / (right + named + lost + wrong)).toBeGreaterThan(1 / 3)
})

describe('the answer', () => {
  const noteOf = async (query: string) => {
    const { programs = [] } = await callTool(findSdk, { query, language: 'ts' }, services)
    return programs.map(programText).join('\n')
  }

  it('names what is not in the program, and shows what open parameters look like', async () => {
    const text = await noteOf('visitor arrivals in Hong Kong from Southeast Asia in 2023')
    expect(text).toContain('Not in the program: “Southeast Asia”, “2023”.')
    expect(text).toContain('region (like Mainland China)')
  })

  it('says nothing of it where all is', async () => {
    expect(await noteOf('CEORater companies, 20 per page')).not.toContain('Not in the program')
  })
})
