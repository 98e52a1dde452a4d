/** The one line on what an API gives. */
import { expect, it, describe as suite } from 'vitest'
import { describe } from '../../../src/builder/derive/choose-description.ts'
import { stripMarkup, truncate } from '../../../src/builder/derive/text.ts'

suite('descriptions', () => {
  const of = (...api: string[]) => describe({ title: 'Tides', api, others: [] })?.line

  const whole = `${'The height of the water in each port, '.repeat(6)}and the currents.`
  const alone = `${'water and '.repeat(27)}tides.`
  it.each<[string, string[], string]>([
    [
      'are whole sentences without markup',
      ['High <b>water</b> &amp; low [water](https://x.test), `daily`. For ports'],
      'High water & low water, daily. For ports.',
    ],
    [
      'go on where the generator cut a summary at an abbreviation',
      ['Data of the U.S.', 'Data of the U.S. Navy, e.g. tides. More to come.'],
      'Data of the U.S. Navy, e.g. tides. More to come.',
    ],
    ['go on where the generator cut a summary at a length', [`${whole.slice(0, 239)}…`, `${whole} Free.`], whole],
    [
      'pass over greetings and instructions',
      ['Welcome to Tides! Please read this. It gives the height of the water.'],
      'It gives the height of the water.',
    ],
    [
      'pass over sections about something else',
      ['# Rate limits\nTen calls a minute are allowed for all.', 'The height of the water in all ports.'],
      'The height of the water in all ports.',
    ],
    ['end before a sentence that is too much', [`${alone} More.`], alone],
    ['are of the text itself where nothing else is said', ['This document is on water.'], 'This document is on water.'],
    ['do not end at the mark of a name', ['Cards of Sea-To-Ship! Card Game.'], 'Cards of Sea-To-Ship! Card Game.'],
    [
      'do not end inside parentheses',
      ['Heights (in metres. Or feet) of water.'],
      'Heights (in metres. Or feet) of water.',
    ],
    ['keep sentences about the API', ['More than 400 ports. Updated hourly.'], 'More than 400 ports. Updated hourly.'],
    ['end lines', ['One line about water\n\nAnother about ports.'], 'One line about water. Another about ports.'],
    ['know full stops of other scripts', ['水位を返します。毎時更新。'], '水位を返します。毎時更新。'],
  ])('%s', (_, texts, line) => expect(of(...texts)).toBe(line))

  it('end between words where a sentence is too long, and not inside parentheses', () => {
    const line = of(`${'water and '.repeat(60)}tides`)!
    expect(line.length).toBeLessThanOrEqual(241)
    expect(line).toMatch(/(?:water|and)…$/)
    expect(of(`${'water and '.repeat(20)}tides (of ${'ports and '.repeat(20)}bays)`)).toMatch(/tides…$/)
  })

  it.each([
    ['advertises', 'Tides y mareas. ¿Te resultó útil? ¡Dejá tu ⭐ en GitHub!', 'Tides y mareas.'],
    ['states conventions', 'This API follows REST conventions. It gives tides.', 'It gives tides.'],
    ['was a template', 'This is a sample Tides server. The tides of all ports.', 'The tides of all ports.'],
    ['links to sources', 'The tides of all ports. Sourcecode available at: https://x.test.', 'The tides of all ports.'],
    ['names a kind of service', 'The Tides API is a Level 0 REST web service. Gives high water.', 'Gives high water.'],
    ['precedes a list', 'The tides of all ports.\n\nUse the keys:\n\n* a\n\nSee more', 'The tides of all ports.'],
    ['is about the text', 'This page describes the API for ports. It gives tides.', 'It gives tides.'],
    ['repeats the title', 'The Tides API. Gives high water.', 'Gives high water.'],
    ['counts calls', 'The tides of all ports. GETs: 60 req/min/IP. 429 responses wait.', 'The tides of all ports.'],
    ['names the document', 'Official OpenAPI Specification for tides of all ports.', 'Tides of all ports.'],
  ])('leave out what %s', (_, text, line) => expect(of(text)).toBe(line))

  it('name a framework as little as they name nothing', () =>
    expect(describe({ title: 'Tides', api: ['The FastAPI API.'], others: [] })).toEqual({
      line: 'The FastAPI API.',
      thin: true,
    }))

  it('name what it deals with where no text says more than the title, and else repeat a thin text', () => {
    const named = (...names: string[]) => names.map((name) => ({ name, ops: [] }))
    const thin = (entities: ReturnType<typeof named>, ...api: string[]) =>
      describe({ title: 'Tides', api, others: [], entities })
    const names = named('port', 'tide_table', 'health_check', 'port_response_dto')
    expect(thin(names, 'The Tides API.')).toEqual({ line: 'Covers port and tide table.', thin: true })
    expect(thin(named('port', 'info'), 'The Tides API.')).toEqual({ line: 'The Tides API.', thin: true })
    expect(thin(named('a', 'b', 'c', 'd', 'e', 'f', 'g'))?.line).toBe('Covers a, b, c, d, e, f and more.')
  })

  it('are missing where there is no text at all', () => {
    expect(of('DESCRIPTION')).toBeUndefined()
    expect(of('You can choose from the following formats:')).toBeUndefined()
  })

  it('hold no invisible marks', () => {
    expect(stripMarkup('a\u202eb\u0007c\u200b d\u2028e')).toBe('abc d e')
    expect(truncate('a'.repeat(10), 5)).toBe('aaaaa…')
  })
})
