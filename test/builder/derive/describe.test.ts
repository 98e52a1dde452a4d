/** The one line on what an API gives. */
import { expect, it, describe as suite } from 'vitest'
import { describe } from '../../../src/builder/derive/describe.ts'
import { sentences, stripMarkup, truncate } from '../../../src/builder/derive/text.ts'

suite('descriptions', () => {
  const of = (...api: string[]) => describe({ title: 'Tides', api, others: [] })?.line

  it('are whole sentences without markup', () => {
    expect(of('High <b>water</b> &amp; low [water](https://x.test), `daily`. For ports')).toBe(
      'High water & low water, daily. For ports.',
    )
  })

  it('go on where the generator cut a summary at an abbreviation', () => {
    expect(of('Data of the U.S.', 'Data of the U.S. Navy, e.g. tides. More to come.')).toBe(
      'Data of the U.S. Navy, e.g. tides. More to come.',
    )
  })

  it('pass over greetings, instructions and sections about something else', () => {
    expect(of('Welcome to Tides! Please read this. It gives the height of the water.')).toBe(
      'It gives the height of the water.',
    )
    expect(of('# Rate limits\nTen calls a minute are allowed for all.', 'The height of the water in all ports.')).toBe(
      'The height of the water in all ports.',
    )
  })

  it('end between words where a sentence is too long', () => {
    const line = of(`${'water and '.repeat(60)}tides`)!
    expect(line.length).toBeLessThanOrEqual(241)
    expect(line).toMatch(/(?:water|and)…$/)
    const alone = `${'water and '.repeat(27)}tides.`
    expect(of(`${alone} More.`)).toBe(alone)
  })

  it('go on where the generator cut a summary at a length', () => {
    const whole = `${'The height of the water in each port, '.repeat(6)}and the currents.`
    expect(of(`${whole.slice(0, 239)}…`, `${whole} Free.`)).toBe(whole)
  })

  it.each([
    ['advertises', 'Tides y mareas. ¿Te resultó útil? ¡Dejá tu ⭐ en GitHub!', 'Tides y mareas.'],
    [
      'tells of conventions',
      'This API follows REST conventions. It gives the tides of today.',
      'It gives the tides of today.',
    ],
    ['was a template', 'This is a sample Tides server. The tides of all ports.', 'The tides of all ports.'],
    ['tells of sources', 'The tides of all ports. Sourcecode available at: https://x.test.', 'The tides of all ports.'],
    ['names a kind of service', 'The Tides API is a Level 0 REST web service. Gives high water.', 'Gives high water.'],
    [
      'stands before a list',
      'The tides of all ports.\n\nUse the keys:\n\n* a\n\nSee more there',
      'The tides of all ports.',
    ],
    [
      'tells of the text',
      'This page describes the API for ports. It gives the tides of today.',
      'It gives the tides of today.',
    ],
    ['repeats the title', 'The Tides API. Gives high water.', 'Gives high water.'],
    [
      'counts calls',
      'The tides of all ports. Cheap GETs: 60 req/min/IP. 429 responses wait.',
      'The tides of all ports.',
    ],
    ['names the document', 'Official OpenAPI Specification for tides of all ports.', 'Tides of all ports.'],
  ])('leave out what %s', (_, text, line) => {
    expect(of(text)).toBe(line)
  })

  it('are of the text itself only where nothing else is said', () => {
    expect(of('This document describes the water in ports.')).toBe('This document describes the water in ports.')
  })

  it('name a framework as little as they name nothing', () => {
    expect(describe({ title: 'Tides', api: ['The FastAPI API.'], others: [] })).toEqual({
      line: 'The FastAPI API.',
      thin: true,
    })
  })

  it('do not end at the mark of a name, nor inside parentheses', () => {
    expect(of('Cards of Sea-To-Ship! Trading Card Game and others.')).toBe(
      'Cards of Sea-To-Ship! Trading Card Game and others.',
    )
    expect(of('Heights (in metres. Feet on request) of water. More.')).toBe(
      'Heights (in metres. Feet on request) of water. More.',
    )
    const long = of(`${'water and '.repeat(20)}tides (of ${'ports and '.repeat(20)}bays)`)!
    expect(long).toMatch(/tides…$/)
  })

  it('keep every sentence that is about the API, up to a length', () => {
    expect(of('More than 400 ports. Updated hourly.')).toBe('More than 400 ports. Updated hourly.')
    expect(of('One line about water\n\nAnother about ports.')).toBe('One line about water. Another about ports.')
    expect(of('水位を返します。毎時更新。')).toBe('水位を返します。毎時更新。')
  })

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

  it('know full stops of other scripts, and of abbreviations', () => {
    expect(sentences('水位を返します。毎時更新。')).toEqual(['水位を返します。', '毎時更新。'])
    expect(sentences('Data of the U.S. Navy, e.g. tides. More\nto come.')).toEqual([
      'Data of the U.S. Navy, e.g. tides.',
      'More',
      'to come.',
    ])
  })

  it('hold no invisible marks', () => {
    expect(stripMarkup('a\u202eb\u0007c\u200b d\u2028e')).toBe('abc d e')
    expect(truncate('a'.repeat(10), 5)).toBe('aaaaa…')
  })
})
