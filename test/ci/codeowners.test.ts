/** .github/CODEOWNERS names paths that are there: https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test('every path with owners is in the repository, and everything has one', () => {
  const rows = readFileSync(`${ROOT}.github/CODEOWNERS`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/))
  expect(rows[0]![0]).toBe('*')
  for (const [path, ...owners] of rows) {
    expect(owners.length).toBeGreaterThan(0)
    for (const owner of owners) expect(owner).toMatch(/^@[\w-]+\/[\w-]+$/)
    if (path !== '*') expect(existsSync(ROOT + path), path).toBe(true)
  }
})
