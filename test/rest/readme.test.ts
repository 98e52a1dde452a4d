/** GET /{brand}-sdk/{slug}.md: the README as the catalogue holds it. */
import { describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'

const SLUG = 'poetrydb-sdk'
const MARKDOWN = { headers: { accept: 'text/markdown' } }

describe('a README', () => {
  test('is the text of the catalogue, byte for byte', async () => {
    const { app, services } = testApp()
    const answer = await app.request(`/example-sdk/${SLUG}.md`)
    expect(await answer.text()).toBe(services.catalog.readme(SLUG))
  })

  test('is the markdown twin of its page, with the same validator', async () => {
    const { app } = testApp()
    const first = await app.request(`/example-sdk/${SLUG}.md`)
    const twin = await app.request(`/example-sdk/${SLUG}`, MARKDOWN)
    expect(await twin.text()).toBe(await first.text())
    expect(twin.headers.get('etag')).toBe(first.headers.get('etag'))
  })

  test('of an unknown slug is not found, with the slugs that may have been meant', async () => {
    const { app } = testApp()
    const answer = await app.request('/example-sdk/poetry-sdk.md')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ resolution: expect.stringContaining(`"${SLUG}"`) })
  })
})

describe('a slug of more than 200 characters', () => {
  const { app } = testApp()
  const long = `${'a/'.repeat(150)}${SLUG}`

  test.each([`/api/sdk/${encodeURIComponent(long)}.json`, `/example-sdk/${encodeURIComponent(long)}.md`])(
    'is not found, and suggests nothing, at %s',
    async (path) => {
      const answer = await app.request(path)
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain('Did you mean')
    },
  )
})
