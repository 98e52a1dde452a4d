/** What find_sdk advises: where nothing is found, where too much is, and where something else was meant. */
import { describe, expect, it } from 'vitest'
import { callTool } from '../../src/tools/define/define.ts'
import { findSdk } from '../../src/tools/find-sdk.ts'
import { testServices } from '../app.ts'

const services = testServices()
const find = (input: unknown) => callTool(findSdk, input, services)
describe('an answer without hits', () => {
  it('is no error: it says what to do and what there is', async () => {
    const answer = await find({ query: 'qqqqzzzz' })
    expect(answer).toMatchObject({ match: 'none', total: 0, hits: [] })
    expect(answer.advice).toMatchObject([{ kind: 'no_match' }])
    expect(Object.keys(answer.topics ?? {}).length).toBeGreaterThan(3)
  })

  it('for its filters says how many there are without them', async () => {
    const { advice } = await find({ query: 'recipes', topic: 'poetry' })
    expect(advice).toContainEqual({
      kind: 'filtered_out',
      text: expect.stringMatching(/conditions: about poetry\. Without them there are [1-9]/),
    })
  })

  it('names the SDK that was asked for and what keeps it out', async () => {
    const { advice } = await find({ query: 'poetrydb', topic: 'weather' })
    expect(advice).toContainEqual({ kind: 'kept_out', text: 'poetrydb-sdk fits, but not about weather.' })
    const { advice: keyed } = await find({ query: 'Slack', no_auth: true })
    expect(keyed).toContainEqual({ kind: 'kept_out', text: 'slack-sdk fits, but may need a key.' })
    const { advice: beside } = await find({ query: 'list the users of our Slack workspace', topic: 'weather' })
    expect(beside).toContainEqual({ kind: 'kept_out', text: 'slack-sdk fits, but not about weather.' })
  })
})

describe('the advice', () => {
  const adviceOn = async (input: object) => (await find(input)).advice
  const advised = (kind: string, ...parts: string[]) =>
    parts.length === 0
      ? [expect.objectContaining({ kind })]
      : parts.map((part) => expect.objectContaining({ kind, text: expect.stringContaining(part) }))

  it('is left out where there is nothing to do', async () => {
    for (const query of ['open-meteo', 'weather', 'poetrydb']) expect(await adviceOn({ query })).toBeUndefined()
  })

  it('says that hits are only related', async () =>
    expect(await adviceOn({ query: 'quran' })).toEqual(expect.arrayContaining(advised('no_fit'))))

  it('says of a well-known service that it is not here, and gives related ones', async () => {
    expect(await adviceOn({ query: 'jira' })).toEqual(
      expect.arrayContaining(advised('not_listed', 'No SDK is named “Jira”. These are related.')),
    )
    const { advice, nearest, not_here, hits } = await find({ query: 'twilio' })
    expect([advice, nearest, not_here]).toEqual([
      expect.arrayContaining(advised('not_listed', '“Twilio”')),
      undefined,
      ['Twilio'],
    ])
    expect(hits[0]!.slug).toMatch(/sms/)
    for (const query of ['slack message', 'github issues', 'trello board'])
      expect(await adviceOn({ query }), query).toBeUndefined()
  })

  it.each([
    ['wie ist das Wetter morgen', 'das wetter', 'weather'],
    ['imágenes de gatos', 'imágenes de gatos', 'cat picture'],
    ['天気予報', '天気予報', 'weather'],
    ['погода завтра', 'погода', 'weather'],
  ])('on "%s" is none, as %s is read as %s', async (query, word, english) => {
    const { hits, read_as = {} } = await find({ query })
    const read = Object.entries(read_as).find(([typed]) => typed.toLowerCase() === word)
    expect(read?.[1]).toContain(english)
    expect(hits.length).toBeGreaterThan(0)
  })

  it.each([
    ['order a pizza', '', 'Try another name.'],
    ['pizza', '', 'Try another name.'],
    ['3d print a part and ship it', '', 'Try fewer words or another name.'],
    ['send a fax', 'No SDK is about “fax”. ', 'Try another name.'],
    ['hail an uber', 'No SDK is named “Uber”. ', 'Describe what the API should do.'],
  ])('on "%s" says once that nothing fits, offers the nearest three, and what to do', async (query, about, todo) => {
    const answer = await find({ query, limit: 10 })
    const nothing = 'Probably nothing here fits; the nearest are poor matches.'
    const [head, advice] = findSdk.text(answer).split('\n')
    expect(head).toMatch(/^Fit: none\. The nearest [23] of \d+, about \d+ tokens\.$/)
    expect(advice).toBe(`${about}${nothing} ${todo} If an SDK is missing, ask for it at /contact.`)
    expect(answer.hits.length).toBeLessThanOrEqual(3)
  })

  it('where only a constraint leaves out the SDK that is named, says that nothing else fits', async () => {
    const { advice } = await find({ query: 'grandmother wants her bicycle repaired by poetrydb', topic: 'weather' })
    expect(advice!.map(({ text }) => text).join(' ')).toBe(
      'poetrydb-sdk fits, but not about weather. Probably nothing else fits; the nearest are poor matches.',
    )
  })

  it('says that “free” is not checked, as prices are not on record', async () => {
    const answer = await find({ query: 'a free weather api' })
    expect(answer.advice).toEqual(advised('not_on_record', 'so “free” was not checked'))
    expect(findSdk.text(answer)).not.toContain('Asked for')
  })

  it.each(['sdk', 'the api', '\u{1f327}'])('on "%s" is what to type', async (query) =>
    expect(await adviceOn({ query })).toEqual(advised('empty_query')),
  )
})
