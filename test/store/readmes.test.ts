/** READMEs of a catalogue: parsed and rendered once, the long ones beside everything else, and never without a limit. */
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../../src/catalog/readme/readme.ts'
import { renderReadmeHtml } from '../../src/catalog/readme/render-html.ts'
import { loadEmbedded } from '../../src/store/loading/load.ts'
import { openCatalog } from '../../src/store/open-catalog.ts'
import { createReadmes } from '../../src/store/readmes.ts'
import { catalog } from '../embedded.ts'

const REPOSITORY = 'https://github.com/example/x-sdk'
const LONG = `# Long\n\n${'## Part\n\nWords <b>in</b> it.\n\n```go\nx()\n```\n\n'.repeat(3_000)}`

const readmes = (text: string, pages?: Record<string, string>) =>
  createReadmes(new Map([['x-sdk', text]]), pages && new Map(Object.entries(pages)))

describe('READMEs of a catalogue', () => {
  it('are parsed and rendered once', async () => {
    expect(await catalog.readmeHtml('poetrydb-sdk')).toContain('<h2 id="user-content-poetrydb-sdk">PoetryDB SDK</h2>')
    expect(await catalog.readmeDocument('poetrydb-sdk')).toBe(await catalog.readmeDocument('poetrydb-sdk'))
    expect(await catalog.readmeHtml('no-such-sdk')).toBe('')
    expect(await catalog.readmeDocument('no-such-sdk')).toBeUndefined()
  })

  it('are ready for search once it is warmed up, and search finds the same', async () => {
    const cold = openCatalog(await loadEmbedded(), { baseUrl: 'https://sdk.example.org', brand: 'example' })
    await catalog.warmUp()
    const found = (one: typeof cold) =>
      one.find('poems', {}, 3).hits.map(({ record, reason, fit }) => [record, reason, fit])
    expect(found(catalog)).toEqual(found(cold))
  })

  it('are taken as they were rendered when the catalogue was built', async () =>
    expect(await readmes('# A', { 'x-sdk': '<p>built</p>' }).html('x-sdk', REPOSITORY)).toBe('<p>built</p>'))

  it('that took too long when it was built are shown as they were written', async () =>
    expect(await readmes('# A <svg>\u202e', {}).html('x-sdk', REPOSITORY)).toBe(
      '<pre tabindex="0"># A &lt;svg&gt;\ufffd</pre>\n',
    ))

  it('that are long are parsed and rendered in threads, once, to the same as short ones', async () => {
    const long = readmes(LONG)
    const [document, same] = await Promise.all([long.document('x-sdk'), long.document('x-sdk')])
    expect(document).toEqual(parseMarkdown(LONG))
    expect(same).toBe(document)
    expect(await long.document('x-sdk')).toBe(document)
    expect(await long.html('x-sdk', REPOSITORY)).toBe(renderReadmeHtml(LONG, REPOSITORY))
  })

  it('for which no thread can be had are read without outline and shown as they were written', async () => {
    const worker = new URL('no-such-thread.ts', import.meta.url)
    const without = createReadmes(new Map([['x-sdk', LONG]]), undefined, { worker })
    expect(await without.document('x-sdk')).toMatchObject({ text: LONG, sections: [] })
    expect(await without.html('x-sdk', REPOSITORY)).toMatch(/^<pre tabindex="0"># Long/)
  })
})
