/** The first page: questions, each with the SDK that the search finds, its code and its answer. */
import { expect, it } from 'vitest'
import { exampleQuestions } from '../../src/pages/examples.ts'
import { BASE_URL, testApp } from '../app.ts'
import { attribute, elements, parseHtml, textOf } from '../html.ts'

const home = async ({ app }: Pick<ReturnType<typeof testApp>, 'app'>) =>
  parseHtml(await (await app.request(`${BASE_URL}/`, { headers: { accept: 'text/html' } })).text())
const served = testApp()
const { catalog } = served.services

it('asks three questions that the search answers with the SDK that is shown', () => {
  const questions = exampleQuestions(catalog)
  expect(questions).toHaveLength(3)
  for (const { text, record } of questions) expect(catalog.find(text, {}, 1).hits[0]?.record.slug).toBe(record.slug)
})

it('shows for each the code in every language, and its answer', async () => {
  const page = await home(served)
  const [demo] = elements(page, 'div', { class: 'demo' })
  const questions = exampleQuestions(catalog)
  const [outer, ...inner] = elements(demo!, 'div', { 'data-tabs': true })
  expect(inner).toHaveLength(questions.length)
  expect(elements(outer!, 'details', { name: 'question', open: true })).toHaveLength(1)
  for (const [at, { text, record, codes }] of questions.entries()) {
    const [part] = elements(demo!, 'details', { id: `question-question-${at}` })
    const words = textOf(part!)
    expect(words).toContain(text)
    expect(attribute(elements(part!, 'a'), 'href')).toContain(`/example-sdk/${record.slug}`)
    for (const { label, code } of codes) {
      expect(words).toContain(label)
      expect(words).toContain(code)
    }
    expect(words).toContain('Answer')
  }
})

it('shows the recorded answer where there is one', async () => {
  const [{ record }] = exampleQuestions(catalog) as [ReturnType<typeof exampleQuestions>[number]]
  const answered = { operation: 'authorab.list', date: '2026-11-23T10:00:00.000Z', status: 200, milliseconds: 84 }
  const text = '{"message":"success"}'
  const records = catalog.records
  const shown = { ...record, answered: { ...answered, content_type: 'application/json', text } }
  const other = testApp({
    catalog: { record: (slug) => (slug === record.slug ? shown : catalog.record(slug)), records },
  })
  const words = textOf(elements(await home(other), 'div', { class: 'demo' })[0]!)
  expect(words).toContain('status 200 in 84 ms on 2026-11-23')
  expect(words).toContain(text)
})
