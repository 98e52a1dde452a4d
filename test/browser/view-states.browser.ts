/** The catalogue view of one SDK, and where something is missing: no answer yet, no hits, no tools; and hostile text. */
import type { Frame } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { embedded } from '../embedded.ts'
import { HOSTILE_FACTS, VECTORS } from '../site/xss.ts'
import { expectAccessible } from './browser.ts'
import { focused, hits, summary, useHost } from './host/show.ts'

const show = useHost()

const says = (view: Frame, text: string | RegExp) => summary(view).getByText(text).waitFor()
const search = async (view: Frame, words: string) => {
  await view.getByRole('searchbox').fill(words)
  await view.getByRole('searchbox').press('Enter')
}

describe('before there is a result', () => {
  it('it waits, and shows what is searched while the call is written and under way', async () => {
    const { view, inHost } = await show({})
    await says(view, 'Waiting for the search …')
    expect(await view.getByRole('status').filter({ visible: true }).count()).toBe(1)
    await expectAccessible(view)
    await inHost(`host.bridge.sendToolInputPartial({ arguments: { query: 'wea' } })`)
    await says(view, 'Searching “wea” …')
    await inHost(`host.bridge.sendToolInput({ arguments: { query: 'weather' } })`)
    await says(view, 'Searching “weather” …')
    expect(await view.locator('main').getAttribute('aria-busy')).toBe('true')
  })

  it('a cancelled call says so, and leaves the search to the reader', async () => {
    const { view, inHost } = await show({ input: { query: 'poems' }, result: null })
    await inHost(`host.bridge.sendToolCancelled({ reason: 'stopped by the user' })`)
    await says(view, 'The search was cancelled: stopped by the user')
    await search(view, 'poems')
    await says(view, /SDKs for “poems”/)
  })
})

describe('an answer without hits', () => {
  it('comes with advice and topics to begin with', async () => {
    const { view } = await show({ input: { query: 'qqqzzzxxx' } })
    await says(view, 'No SDK found for “qqqzzzxxx”')
    await view.getByText('No matches.').waitFor()
    await expectAccessible(view)
    await view.getByRole('button', { name: /^images \d+$/ }).click()
    await says(view, /SDKs for “images”/)
    expect(await view.getByRole('searchbox').inputValue()).toBe('images')
  })

  it('that filters have emptied is widened by one press', async () => {
    const { view } = await show({ input: { query: 'poetrydb', topic: 'weather' } })
    await view.getByText('No match with these conditions').waitFor()
    await view.getByRole('button', { name: 'Search without filters' }).click()
    await view.locator('#hits').getByRole('button', { name: 'PoetryDB' }).waitFor()
  })

  it('names what looks like it, to be opened', async () => {
    const result = { content: [], structuredContent: { hits: [], total: 0, match: 'none', nearest: ['poetrydb-sdk'] } }
    const { view } = await show({ input: { query: 'x' }, result })
    await view.getByRole('button', { name: 'poetrydb-sdk' }).click()
    await view.getByRole('heading', { name: 'PoetryDB', level: 2 }).waitFor()
  })
})

describe('a failure', () => {
  it('of the first call is shown in the words of the tool, and can be tried again', async () => {
    const result = { isError: true, content: [{ type: 'text', text: 'server_error: Something failed here.' }] }
    const { view } = await show({ input: { query: 'poems' }, result })
    await says(view, 'server_error: Something failed here.')
    await expectAccessible(view)
    await view.getByRole('button', { name: 'Try again' }).click()
    await says(view, /SDKs for “poems”/)
  })

  it('of a later call leaves the last words to try again', async () => {
    const { view, inHost } = await show({ input: { query: 'poems' } })
    await says(view, /SDKs for “poems”/)
    await inHost(`host.before = () => Promise.reject(new Error('The user said no'))`)
    await search(view, 'cats')
    await says(view, /The user said no/)
    await view.locator('#hits').getByRole('button').first().click()
    await view.locator('#progress').getByText('The user said no').waitFor()
    await inHost('host.before = undefined')
    await view.getByRole('button', { name: 'Try again' }).last().click()
    await view.locator('#progress').getByText('opened one by one').waitFor()
  })
})

describe('a host', () => {
  it('without tool calls shows the hits and says how to go on', async () => {
    const showing = { input: { query: 'weather forecast', limit: 10 }, capabilities: { openLinks: {} } }
    const { view, inHost } = await show(showing)
    await says(view, /^5 of \d+ SDKs/)
    await view.getByText('Ask in the chat for another search.').waitFor()
    for (const role of ['searchbox', 'toolbar', 'combobox', 'checkbox'] as const) {
      expect(await view.getByRole(role).count(), role).toBe(0)
    }
    await view.getByRole('button', { name: 'Show more' }).click()
    await says(view, /^10 of \d+ SDKs/)
    expect(await view.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await expectAccessible(view)
    await view.locator('#hits').getByRole('button').first().click()
    await view.getByText('Ask in the chat for the README.').waitFor()
    await view.getByText('To use it, write in the chat:').waitFor()
    await view.getByRole('button', { name: 'Open page' }).click()
    await expect.poll(() => inHost('host.seen.opened.length')).toBe(1)
  })

  it('without links shows addresses, as does one that fails to open them', async () => {
    const input = { query: 'poetrydb' }
    const withoutLinks = await show({ input, capabilities: { serverTools: {} } })
    const failing = await show({ input, refuses: true })
    for (const { view } of [withoutLinks, failing]) await view.getByRole('button', { name: 'PoetryDB' }).click()
    expect(await withoutLinks.view.getByRole('button', { name: 'Open page' }).count()).toBe(0)
    await failing.view.getByRole('button', { name: 'Open page' }).click()
    for (const { view } of [withoutLinks, failing])
      await view.getByText('http://localhost:8080/example-sdk/poetrydb-sdk').waitFor()
  })

  it('that passes on only text has its text shown', async () => {
    const result = { content: [{ type: 'text', text: '1. PoetryDB (poetrydb-sdk) <b>x</b>' }] }
    const showing = { input: { query: 'poetrydb' }, result, capabilities: {} }
    const { view } = await show(showing)
    await view.getByText('1. PoetryDB (poetrydb-sdk) <b>x</b>').waitFor()
  })

  it('may ping the view and end it, and hears that it knows no other request', async () => {
    const { inHost } = await show({ input: { query: 'poems' } })
    expect(await inHost('host.bridge.teardownResource({})')).toEqual({})
    expect(await inHost(`host.bridge.request({ method: 'ping' }).then(() => 'pong')`)).toBe('pong')
    expect(await inHost(`host.bridge.listTools({}).catch(({ code }) => code)`)).toBe(-32601)
  })
})

it('the view opened outside of a host says what it is for', async () => {
  const { page, incidents, inHost } = await show({})
  const text = await inHost<string>('host.seen.resource.text')
  const alone = await page.context().newPage()
  await alone.setContent(text)
  await alone.getByText('This view is shown by an MCP host').waitFor()
  expect(incidents.splice(0)).toEqual(['window: about:blank'])
})

describe('a catalogue whose texts attack the reader', () => {
  const { title, description, topics } = HOSTILE_FACTS
  const readme = ['# Hostile', ...VECTORS, '| `<b>` | **<i>x</i>** |', '| --- | --- |'].join('\n\n')
  const [some] = embedded.records
  const records = ['hostile-sdk', 'hostile-two-sdk'].map((slug) => ({ ...some!, slug, ...HOSTILE_FACTS }))
  const showHostile = useHost({ ...embedded, records, readmes: new Map(records.map(({ slug }) => [slug, readme])) })

  it('is shown as it is written, and nothing of it runs', async () => {
    const { page, view } = await showHostile({ input: { query: 'hostile' } })
    const opener = view.locator('#hits').getByRole('button').first()
    expect(await opener.textContent()).toBe(title)
    await view.getByText(description).first().waitFor()
    await view.getByRole('toolbar').getByRole('button').getByText(topics[0]!).waitFor()
    await opener.click()
    expect(await view.locator('#entry-title').textContent()).toBe(title)
    const text = view.locator('#readme')
    await text.locator('h4 > button').first().waitFor()
    for (const section of await text.locator('h4 > button').all()) await section.click()
    await text.getByText('<script>alert(1)</script>', { exact: true }).first().waitFor()
    const kinds = await view.evaluate<string[]>(
      '[...new Set([...document.querySelectorAll("#readme *")].map(({ localName }) => localName))]',
    )
    const HARMLESS = /^(div|p|pre|code|strong|ul|li|h[4-6]|table|thead|tbody|tr|t[hd]|button|span|b)$/
    expect(kinds.filter((kind) => !HARMLESS.test(kind))).toEqual([])
    for (let step = 0; step < 10; step++) await page.keyboard.press('Tab')
    await page.mouse.move(300, 500)
    await expectAccessible(view)
  })
})

describe('an entry', () => {
  it('begins with code to copy in a language, and its page opens through the host', async () => {
    const { view, inHost } = await show(
      { input: { query: 'gitlab', language: 'py' } },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
    await hits(view).getByRole('button', { name: 'GitLab' }).click()
    expect(await focused(view)).toBe('GitLab')
    const code = view.getByRole('region', { name: 'Install and call' })
    await code.getByText('from gitlab_sdk import').waitFor()
    await view.getByLabel('Code in').selectOption('go')
    await code.getByText('go get github.com/voxgig-sdk/gitlab-sdk').waitFor()
    await code.getByRole('button', { name: 'Copy' }).first().click()
    await code.getByRole('button', { name: /Copied|Selected/ }).waitFor()
    await view.getByRole('button', { name: /^Install/ }).click()
    const text = view.getByRole('region', { name: 'Text: Install' })
    await text.getByText('go get github.com').first().waitFor()
    const readmes = await inHost<{ name: string; arguments: unknown }[]>('host.seen.calls.slice(1)')
    const slug = 'gitlab-sdk'
    expect(readmes.every(({ name }) => name === 'get_sdk_readme')).toBe(true)
    expect(readmes.map((call) => call.arguments)).toEqual([
      { slug, language: 'py' },
      { slug },
      { slug, language: 'go' },
      { slug },
      { slug, language: 'go', section: 'install' },
    ])
    await view.getByRole('button', { name: 'Open page' }).click()
    const opened = () => inHost('host.seen.opened')
    await expect.poll(opened).toEqual(['http://localhost:8080/example-sdk/gitlab-sdk'])
    await view.getByRole('button', { name: 'Back to the results' }).click()
    expect(await focused(view)).toBe('GitLab')
  })

  it('shows its README without links or pictures, says where it comes from, and where its links lead', async () => {
    const { view } = await show({ input: { query: 'poetrydb' } })
    await hits(view).getByRole('button', { name: 'PoetryDB' }).click()
    await view.getByRole('button', { name: /^Introduction/ }).click()
    const text = view.getByRole('region', { name: 'Text: Introduction' })
    await text.getByText('English poems in full text').waitFor()
    await text.getByText('This page is a summary made from the catalogue').waitFor()
    await view.getByText('or a summary made from facts').waitFor()
    expect(await view.getByText('shown as it is').count()).toBe(0)
    const full = 'README in the repository https://github.com/voxgig-sdk/poetrydb-sdk#readme is the full one'
    expect(await text.textContent()).toContain(full)
    await view.getByRole('button', { name: /^Links/ }).click()
    const releases = view.getByRole('region', { name: 'Text: Links' }).getByText('poetrydb-sdk/releases')
    await releases.first().waitFor()
    expect(await releases.count()).toBe(1)
    expect(await view.locator('#readme :is(a, img, script, iframe)').count()).toBe(0)
  })
})

describe('"Use this SDK"', () => {
  const choose = async (view: Frame) => {
    await hits(view).getByRole('button', { name: 'PoetryDB' }).click()
    await view.getByLabel('Code in').selectOption('rb')
    await view.getByText('require_relative').first().waitFor()
    await view.getByRole('button', { name: 'Use this SDK' }).click()
  }
  const words = 'Use poetrydb-sdk in Ruby. Read how with get_sdk_readme, slug "poetrydb-sdk", language "rb".'
  const content = [{ type: 'text', text: words }]
  const knowledge = { content, structuredContent: { chosen_sdk: { slug: 'poetrydb-sdk', language: 'rb' } } }
  const input = { query: 'poetrydb' }

  it('tells the model slug and language, as knowledge and as a message of the reader', async () => {
    const { view, inHost } = await show({ input })
    await choose(view)
    await view.getByText('The model goes on with poetrydb-sdk in Ruby.').waitFor()
    expect(await inHost('host.seen.sent')).toEqual([knowledge, { role: 'user', content }])
    await expectAccessible(view)
  })

  it('leaves the knowledge for the next message where the host takes no messages', async () => {
    const capabilities = { serverTools: {}, updateModelContext: { text: {} } }
    const { view, inHost } = await show({ input, capabilities })
    await choose(view)
    await view.getByText('from your next message on').waitFor()
    expect(await inHost('host.seen.sent')).toEqual([{ content }])
  })

  it('gives the words to write where the host refuses them', async () => {
    const { view } = await show({ input, refuses: true })
    await choose(view)
    await view.getByText('The host did not pass it on.').waitFor()
    await view.getByText(words).waitFor()
    expect(await focused(view)).toBe('Copy')
    await expectAccessible(view)
  })
})
