/** One SDK in the catalogue view: code to copy, the README, and the choice that the model learns of. */
import type { Frame } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { focused, hits, useHost } from './host/show.ts'

const show = useHost()

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
