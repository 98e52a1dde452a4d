/** .github: its workflows run what .ci/run runs, with no more rights than they need, and it names files that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { billOfMaterials } from './bill-of-materials.ts'

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

test('everything has an owner, and every path with owners is in the repository', () => {
  const lines = readFileSync(join(ROOT, '.github/CODEOWNERS'), 'utf8').split('\n')
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(/\s+/))
  expect(rows[0]![0]).toBe('*')
  for (const [path, ...owners] of rows) {
    expect(owners.join(' '), path).toMatch(/^(@[\w-]+\/[\w-]+ ?)+$/)
    if (path !== '*') expect(existsSync(ROOT + path), path).toBe(true)
  }
})

test('npx node scripts/sbom.ts lists every run-time component with its licence, those of the image too', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest
  const components = billOfMaterials()
  const peers = Object.keys(peerDependencies).map((name) => [name, devDependencies[name]])
  const declared = [...Object.entries({ ...dependencies, ...optionalDependencies }), ...peers]
  expect(declared).toContainEqual(['zod', dependencies.zod])
  expect(components.map(({ ref }) => ref)).toEqual(expect.arrayContaining(declared.map((entry) => entry.join('@'))))
  expect(components.length).toBeGreaterThan(declared.length)
  expect(components.filter(({ licences }) => licences.length === 0)).toEqual([])
  expect(components.filter(({ ref }) => ref.startsWith('vitest@'))).toEqual([])
})
