/** The multi-step tasks of tasks.json can be done with the tools, in fewer tokens than with REST-shaped ones. */
import { describe, expect, it } from 'vitest'
import { placeOf, reached, readTasks, taskServices, withOurTools, withRestTools } from './tasks.ts'

const services = taskServices()
const tasks = readTasks()

it('there are at least 30 tasks, all different, over SDKs that exist', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(30)
  expect(new Set(tasks.map(({ task }) => task)).size).toBe(tasks.length)
  const missing = tasks.flatMap(({ slugs }) => slugs).filter((slug) => !services.catalog.entry(slug))
  expect(missing).toEqual([])
})

it.each(tasks.map((task) => [task.task, task] as const))('%s', async (_, task) => {
  const { solved, calls, seen } = await withOurTools(task, services)
  expect(placeOf(task).section).toMatch(/\w/)
  for (const slug of task.slugs) expect(seen).toContain(`"${slug}"`)
  expect(solved, `the answer ${task.answer} is not in what was read`).toBe(true)
  expect(calls).toBeLessThanOrEqual(6)
})

it('the tasks together take less than half the tokens, and no more calls, than with exact search and whole READMEs', async () => {
  const total = { ours: [0, 0], rest: [0, 0] }
  for (const task of tasks) {
    const ours = await withOurTools(task, services)
    const rest = await withRestTools(task, services)
    total.ours = [total.ours[0]! + ours.calls, total.ours[1]! + ours.tokens]
    total.rest = [total.rest[0]! + rest.calls, total.rest[1]! + rest.tokens]
  }
  process.stdout.write(`tasks: calls, tokens with our tools ${total.ours}; with REST-shaped tools ${total.rest}\n`)
  expect(total.ours[1]).toBeLessThan(total.rest[1]! / 2)
  expect(total.ours[0]).toBeLessThanOrEqual(total.rest[0]!)
})

describe('an answer', () => {
  const task = {
    task: 't',
    answer: 'list, load',
    slugs: ['a-sdk'],
    needs: ['a'],
    evidence: 'README section X of a-sdk',
  }

  it('is reached when each of its values stands there as a word of its own', () => {
    expect(reached(task, '| `A` | list, load |')).toBe(true)
    expect(reached(task, '| `A` | list, loads |')).toBe(false)
    expect(reached({ ...task, answer: '6' }, 'exposed as 16 entities')).toBe(false)
    expect(reached({ ...task, answer: 'b-sdk:Rain' }, 'b-sdk has Rain')).toBe(true)
  })

  it('that something is missing needs the list in which it would stand', () => {
    const no = {
      ...task,
      answer: 'no',
      evidence: 'README section At a glance of a-sdk, Languages: Ruby is not among them',
    }
    expect(reached(no, '| Languages | TypeScript, Go |')).toBe(true)
    expect(reached(no, '| Languages | TypeScript, Ruby |')).toBe(false)
    expect(reached(no, 'nothing')).toBe(false)
  })
})
