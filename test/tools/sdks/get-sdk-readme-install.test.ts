/** How to install an SDK, where its README does not say it in commands. */
import { describe, expect, it } from 'vitest'
import { languageInstall } from '../../../src/catalog/usage/install.ts'
import { read, SLUG, services } from './read-readme.ts'

describe('install commands', () => {
  const pending = '# X SDK\n\n## Packages\n\n| Language | Package |\n| --- | --- |\n| Python | `x`, publish pending |\n'
  const { command } = languageInstall(services.catalog.record(SLUG)!, 'py')

  it('are said where the README has none', async () => {
    const long = `${pending}\n## Quickstart\n\n\`\`\`python\nimport x\n\`\`\`\n\n## More\n\n${'text '.repeat(500)}`
    const python = await read({ language: 'py' }, long)
    expect(python.markdown).toContain(command)
    expect(python.hint ?? '').not.toContain('Install: ')
    expect((await read({ language: 'zig' }, long)).hint).not.toContain('Install: ')
  })

  it('are a section, whatever the README calls it', async () => {
    const packages = await read({ section: 'Install' }, pending)
    expect(packages.markdown).toMatch(/^## Packages\n/)
    expect(packages.hint).toBe('get_sdk_entry has the install commands.')
    expect((await read({ section: 'Install', language: 'py' }, pending)).hint).toBe(`Install: ${command}`)
  })

  it('are not said twice', async () => {
    for (const input of [{ language: 'py' }, { section: 'install' }, { section: 'install', language: 'py' }] as const) {
      expect((await read(input)).hint).toBeUndefined()
    }
  })
})
