/** The facts as JSON Lines, as a program meets them. */
import { expect, it } from 'vitest'
import { RecordFacts } from '../../src/catalog/record/facts.ts'
import { testApp } from '../app.ts'

const { app, services } = testApp()
const { catalog } = services

const lines = async () => (await (await app.request('/sdk/facts.jsonl')).text()).split('\n')

it('are JSON Lines with one SDK a line, in catalogue order', async () => {
  const answer = await app.request('/sdk/facts.jsonl')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/jsonl')
  const given = await lines()
  expect(given.pop()).toBe('')
  expect(given.map((line) => JSON.parse(line).slug)).toEqual(catalog.slugs)
})

it('hold every fact on record, and nothing that people wrote', async () => {
  for (const line of (await lines()).filter(Boolean)) {
    const { slug, ...facts } = JSON.parse(line)
    expect(RecordFacts.parse(facts)).toEqual(facts)
    expect(catalog.record(slug)).toMatchObject(facts)
    const known = Object.entries(catalog.record(slug)!).filter(([name]) => name in RecordFacts.shape)
    expect(facts).toEqual(Object.fromEntries(known))
  }
})
