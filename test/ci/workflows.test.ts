/** The workflows: they run what .ci/run runs, name files that exist, and have no more rights than they need. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDER = join(ROOT, '.github/workflows')

interface Job {
  needs?: string
  permissions?: Record<string, string>
  steps: { run?: string; uses?: string }[]
}

const workflows = readdirSync(FOLDER).map((name) => ({
  name,
  ...(parse(readFileSync(join(FOLDER, name), 'utf8')) as { permissions: object; jobs: Record<string, Job> }),
}))

test('each workflow reads only, unless a job says otherwise, and runs everything that .ci/run checks', () => {
  expect(workflows.length).toBeGreaterThan(1)
  for (const { name, permissions, jobs } of workflows) {
    expect(permissions, name).toEqual({ contents: 'read' })
    const checking = Object.entries(jobs).filter(([, { steps }]) => steps.some(({ run }) => run === 'bash .ci/run'))
    expect(checking, name).toHaveLength(1)
    // Nothing is released that was not checked.
    const later = Object.entries(jobs).filter(([job]) => job !== checking[0]![0])
    expect(later.map(([, { needs }]) => needs)).toEqual(later.map(() => checking[0]![0]))
  }
})

test('what they run is in the repository', () => {
  const commands = workflows.flatMap(({ jobs }) =>
    Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run)),
  )
  const files = commands.flatMap((run) => run.match(/(?:\.ci|scripts)\/[\w./-]+/g) ?? [])
  expect(files.length).toBeGreaterThan(2)
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('npm run sbom lists every dependency of the package, and what these need', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe' } as const
  const { components } = JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], options))
  const listed = components.map((component: { 'bom-ref': string }) => component['bom-ref'])
  const declared = Object.entries({ ...dependencies, ...optionalDependencies }).map((entry) => entry.join('@'))
  expect(declared).toContain(`zod@${dependencies.zod}`)
  expect(listed).toEqual(expect.arrayContaining(declared))
  expect(listed.length).toBeGreaterThan(declared.length)
})
