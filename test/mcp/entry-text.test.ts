/** get_sdk_entry as text: the entry, and how to install it, by the facts that the README gives too. */
import { expect, it } from 'vitest'
import { installLinesAfterClone } from '../../src/code/install.ts'
import { authentication } from '../../src/code/readme-template.ts'
import { testApp } from '../app.ts'
import { type Members, modern } from './messages.ts'
import { post } from './transports.ts'

const { app, services } = testApp()

async function entry(slug: string) {
  const answer = await post(app, modern('tools/call', { name: 'get_sdk_entry', arguments: { slug } }))
  const { result } = answer as { result: { structuredContent: Members; content: [{ text: string }] } }
  return { data: result.structuredContent, text: result.content[0].text }
}

it('the text has the install lines, the data is the entry and nothing else', async () => {
  const { data, text } = await entry('poetrydb-sdk')
  expect(data).toEqual(services.catalog.entry('poetrydb-sdk'))
  for (const line of installLinesAfterClone(services.catalog.record('poetrydb-sdk')!)) expect(text).toContain(line)
  expect(text.split('git clone')).toHaveLength(2)
  expect(text).toContain(`Key: ${authentication(services.catalog.record('poetrydb-sdk')!)}`)
})

it('the text names no package that the README does not', () => {
  for (const { slug } of [...services.catalog.entries()]) {
    const readme = services.catalog.readme(slug)!
    const [clone, ...lines] = installLinesAfterClone(services.catalog.record(slug)!)
    expect(readme).toContain(clone!.replace('First: ', ''))
    for (const line of lines) {
      const [, way = ''] = /^[^:]+: (.*?)(?:, from a release tag of the repository)?$/.exec(line) ?? []
      expect(readme).toContain(way)
    }
  }
})
