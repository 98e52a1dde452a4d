/** Section 4.9 for the pages: each is there. That it has its markdown twin, and says where, is in test/site/negotiation.test.ts. */
import { describe, expect } from 'vitest'
import { ERROR_CODES } from '../../src/tools/errors.ts'
import { testApp } from '../app.ts'
import { elements, parseHtml } from '../html.ts'
import { verifies } from './verifies.ts'

const { app, services } = testApp()
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const pages = services.pages.list.map(({ path }) => path)

describe('every main page', () => {
  verifies('pages.developers', 'is among them: home, all SDKs, developers, errors, contact', () => {
    expect(pages).toEqual(expect.arrayContaining(['/', '/sdk', '/developers', '/developers/errors', '/contact']))
  })
})

describe('the error reference', () => {
  verifies('pages.errors', 'has a section for every code, under the anchor that problems link to', async () => {
    const html = await (await app.request('/developers/errors', { headers: BROWSER })).text()
    const document = parseHtml(html)
    for (const code of ERROR_CODES) expect(elements(document, '*', { id: code }), code).toHaveLength(1)
  })
})
