/** README, AGENTS.md and docs/: what they show of the code is what the code gives, and what they name is there. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { generatedProjectDocs, PROJECT_DOCS, projectDoc } from '../scripts/project-docs.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const isThere = (path: string): boolean =>
  path.includes('*') ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path))

/** Anchors of the headings, as GitHub makes them. */
const anchors = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

const generated = await generatedProjectDocs()

describe.each(PROJECT_DOCS)('%s', (path) => {
  const markdown = projectDoc(path)

  it('shows the settings and answers that the code gives (npm run generate)', () =>
    expect(markdown).toBe(generated[PROJECT_DOCS.indexOf(path)]!.content))

  it('links only to files and sections that exist', () => {
    const links = [...markdown.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
    const broken = links.filter(([, file, section]) => {
      const target = file ? join(dirname(path), file) : path
      if (!isThere(target)) return true
      return section !== undefined && !anchors(projectDoc(target)).includes(section)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })

  it('names only files of the project that exist', () => {
    const named = [
      ...markdown.matchAll(
        /`((?:src|test|docs|scripts|skills|server-card|bin|bench|evals|attacks|scanners|conformance)\/[\w./*-]*)`/g,
      ),
    ]
    expect(named.map(([, file]) => file!).filter((file) => !isThere(file))).toEqual([])
  })

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(projectDoc('package.json')) as { scripts: Record<string, string> }
    const named = [...markdown.matchAll(/npm run (?:--silent |-s )?([a-z:]+)/g)].map(([, name]) => name!)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())

it('the map of the code in docs/architecture.md has every module', () => {
  const map = projectDoc('docs/architecture.md')
  expect(folders.map(({ name }) => `src/${name}`).filter((module) => !map.includes(`\`${module}\``))).toEqual([])
})

it('every log event in docs/operating.md is one that the code writes', () => {
  const [, section = ''] = projectDoc('docs/operating.md').split('\n## Log\n')
  const events = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, event]) => event!)
  const source = globSync('src/**/*.ts', { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'))
  expect(events.length).toBeGreaterThan(10)
  expect(events.filter((event) => !source.some((text) => text.includes(`'${event}'`)))).toEqual([])
})

it('the glossary has at most 20 words', () => {
  const [, section = ''] = projectDoc('docs/architecture.md').split('\n## Glossary\n')
  const words = section.match(/^\| \*\*/gm) ?? []
  expect(words.length).toBeGreaterThan(0)
  expect(words.length).toBeLessThanOrEqual(20)
})
