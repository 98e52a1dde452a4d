/** The tasks of tasks.json, from need to code, can be done with the tools, in fewer tokens than with whole READMEs. */
import { describe, expect, it } from 'vitest'
import {
  answeredByReadmes,
  inOrder,
  languageOf,
  readTasks,
  taskServices,
  totalsOf,
  withOurTools,
  withRestTools,
  withWholeReadmes,
} from '../../evals/tasks.ts'
import { callTool } from '../../src/tools/define/define.ts'
import { getSdkReadme } from '../../src/tools/get-sdk-readme.ts'

const services = taskServices()
const tasks = readTasks()
const inReadmes = answeredByReadmes(tasks)
const ofOperations = tasks.filter(({ operation }) => operation)

it('what proves an answer is in a README of its task', () => {
  for (const { task, slugs, proof } of inReadmes) {
    const texts = slugs.map((slug) => services.catalog.readme(slug)!)
    for (const words of proof)
      expect(
        texts.some((text) => text.includes(words)),
        `${task}: ${words}`,
      ).toBe(true)
  }
})

it('or in the code of the operation that it asks for', async () => {
  for (const { task, slugs, proof, operation } of ofOperations) {
    const language = languageOf(task)
    expect(language, task).toBeDefined()
    const { markdown } = await callTool(getSdkReadme, { slug: slugs[0], ...operation, language }, services)
    for (const words of proof) expect(markdown, task).toContain(words)
  }
})

it.each(inReadmes.map((task) => [task.task, task] as const))('%s', async (_, task) => {
  const { solved, calls, seen } = await withOurTools(task, services)
  for (const slug of task.slugs) expect(seen).toContain(`"${slug}"`)
  expect(solved, `the answer ${task.answer} is not in what was read`).toBe(true)
  expect(calls).toBeLessThanOrEqual(7)
})

it('94 of 100 tasks are solved from need to code, in five calls and 1,500 tokens each', async () => {
  const { solved, calls, tokens } = await totalsOf(withOurTools, tasks, services)
  expect(solved / tasks.length).toBeGreaterThanOrEqual(0.94)
  expect(calls / tasks.length).toBeLessThan(5)
  expect(tokens / tasks.length).toBeLessThan(1_500)
})

it('what READMEs answer takes less than half the tokens of reading whole READMEs, and no more than two calls each in addition', async () => {
  const total = async (agent: typeof withOurTools) => {
    const totals = await totalsOf(agent, inReadmes, services)
    expect(totals.solved).toBe(inReadmes.length)
    return totals
  }
  const [ours, whole, rest] = [await total(withOurTools), await total(withWholeReadmes), await total(withRestTools)]
  process.stdout.write(`tasks: ${JSON.stringify({ ours, whole, rest })}\n`)
  expect(ours.tokens).toBeLessThan(whole.tokens / 2)
  expect(ours.tokens).toBeLessThan(rest.tokens / 2)
  expect(ours.calls).toBeLessThan(rest.calls + inReadmes.length)
})

describe('the agent without a model', () => {
  it('knows of a task nothing but its words and what to search for', async () => {
    const [task] = tasks
    const { tokens, calls } = await withOurTools(task!, services)
    const { answer: _, evidence: __, ...rest } = task!
    expect(await withOurTools({ ...rest, answer: 'x', evidence: 'x' }, services)).toMatchObject({ tokens, calls })
    const never = await withOurTools({ ...task!, proof: ['stands nowhere'] }, services)
    expect(never.solved).toBe(false)
    expect(never.calls).toBeGreaterThan(10)
  })

  it('writes in the language that is named first', () => {
    expect(languageOf('Its package for plain JavaScript, not TypeScript')).toBe('js')
    expect(languageOf('a C# program')).toBe('csharp')
    expect(languageOf('the go get command')).toBeUndefined()
    expect(languageOf('in Going Chic')).toBeUndefined()
  })

  it('reads what the task names, then as the skill says, then the rest', () => {
    const sections = ['links', 'quickstart', 'entities', 'install', 'mcp-server', 'command-line', 'at-a-glance']
    const others = ['at-a-glance', 'install', 'entities', 'quickstart', 'links', 'mcp-server', 'command-line']
    expect(inOrder('What does it cost?', sections)).toEqual(others)
    expect(inOrder('Is there an MCP server?', sections)[0]).toBe('mcp-server')
    expect(inOrder('How is the command line installed?', sections).slice(0, 3)).toEqual([
      'command-line',
      'install',
      'at-a-glance',
    ])
    expect(inOrder('x', [])).toEqual([])
  })
})
