/** GET /{brand}-sdk/{slug}.md: the README as the catalogue holds it. */
import { describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'

const SLUG = 'poetrydb-sdk'

const { app } = testApp()

describe('a README', () => {
  test('is the markdown twin of its page, with the same validator', async () => {
    const readme = await app.request(`/example-sdk/${SLUG}.md`)
    const twin = await app.request(`/example-sdk/${SLUG}`, { headers: { accept: 'text/markdown' } })
    expect(await twin.text()).toBe(await readme.text())
    expect(twin.headers.get('etag')).toBe(readme.headers.get('etag'))
  })

  test('of an unknown slug is not found, with the nearest slugs', async () => {
    const answer = await app.request('/example-sdk/poetry-sdk.md')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ resolution: expect.stringContaining(`"${SLUG}"`) })
  })
})

describe('a slug of more than 200 characters', () => {
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
