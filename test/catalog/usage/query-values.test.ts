/** Values that a query states, as arguments of an endpoint: a table of texts, and the whole record. */
import { describe, expect, it } from 'vitest'
import { isEnglishWord } from '../../../src/catalog/rank/word-lists.ts'
import type { Parameter, Point } from '../../../src/catalog/record/facts.ts'
import { extractValues, MASK } from '../../../src/catalog/usage/query/query-values.ts'
import { testServices } from '../../app.ts'

const AUTH = { scheme: 'none' } as const
const isSdkWord = (word: string): boolean => /^(?:cats?|news|cities)$/.test(word)
const context = (reads = true) => ({ reads, isSdkWord, isEnglishWord: isEnglishWord })

function valuesIn(text: string, parameters: readonly Parameter[], more: Partial<Point> = {}, reads = true) {
  const point: Point = { method: reads ? 'GET' : 'POST', path: '/things', ...more, parameters: [...parameters] }
  return extractValues(text, { entity: 'thing', point, auth: AUTH, names: ['Cat Facts', 'cat api'] }, context(reads))
}

/** `limit:integer*=10` is a required integer whose example is 10; `state(open|closed)` has choices. */
function parametersOf(text: string, where: Parameter['in'] = 'query'): Parameter[] {
  return text.split(' ').map((part): Parameter => {
    const [, name = '', choices, type, format, required, example] =
      /^([^:*=(]+)(?:\(([^)]*)\))?(?::(\w+))?(?:\/([\w-]+))?(\*)?(?:=(.*))?$/.exec(part)!
    return {
      name,
      in: where,
      ...(type && { type: type as NonNullable<Parameter['type']> }),
      ...(required && { required: true }),
      ...(example && { example }),
      ...(choices && { enum: choices.split('|') }),
      ...(format && { format }),
    }
  })
}

describe('a value that the query states is an argument', () => {
  it.each<[text: string, parameters: string, values: Parameter extends never ? never : Record<string, unknown>]>([
    ['earthquakes over magnitude 5', 'minmagnitude:number maxmagnitude:number limit:integer', { minmagnitude: 5 }],
    ['flats with a price below 900 euros', 'min_price:number max_price:number', { max_price: 900 }],
    ['pictures of Berlin', 'q:string page:integer', { q: 'Berlin' }],
    ['issues of vercel/next.js', 'owner:string* repo:string*', { owner: 'vercel', repo: 'next.js' }],
    ['the open issues labelled bug', 'state(open|closed|all):string labels:string', { state: 'open', labels: 'bug' }],
    ['convert 100 USD to EUR', 'amount:number from:string to:string', { amount: 100, from: 'USD', to: 'EUR' }],
    ['convert 100 usd to eur', 'from:string=gbp to:string=chf', { from: 'usd', to: 'eur' }],
    ['the picture for 2024-07-04', 'date:string start_date:string end_date:string', { date: '2024-07-04' }],
    ['events since 2024-07-04', 'from_date:string/date to_date:string/date', { from_date: '2024-07-04' }],
    [
      'rows between 2024-01-01 and 2024-01-31',
      'start:string/date end:string/date',
      { start: '2024-01-01', end: '2024-01-31' },
    ],
    ['what happened on 2026-11-22', 'date:string=20240101', { date: '20261122' }],
    ['forecast for the next 3 days', 'forecast_days:integer', { forecast_days: 3 }],
    ['is jane@example.org valid', 'email:string*', { email: 'jane@example.org' }],
    ['where is 8.8.8.8', 'ip:string*', { ip: '8.8.8.8' }],
    ['shorten https://example.org/a?b=c.', 'url:string*', { url: 'https://example.org/a?b=c' }],
    ['whois of example.org', 'domain:string*', { domain: 'example.org' }],
    ['toilets near 40.71, -74.00', 'lat:number lng:number', { lat: 40.71, lng: -74 }],
    ['seeing at 47.4N 8.5W', 'latitude:number longitude:number', { latitude: 47.4, longitude: -8.5 }],
    ['the colour #ff8800', 'hex:string=24B1E0', { hex: 'ff8800' }],
    ['first 5 of them', 'limit:integer offset:integer', { limit: 5 }],
    ['the top ten', 'per_page:integer', { per_page: 10 }],
    ['page 2', 'page:integer per_page:integer', { page: 2 }],
    ['season 3 episode 7', 'season:integer* episode:integer*', { season: 3, episode: 7 }],
    ['feriados in 2025', 'ano:string*=2024', { ano: '2025' }],
    ['holidays in Austria in 2025', 'countryCode:string*=AT year:integer*', { countryCode: 'AT', year: 2025 }],
    ['the ticker of AAPL', 'symbol:string*', { symbol: 'AAPL' }],
    ['details of CVE-2021-44228', 'id:string*=CVE-2019-1010218', { id: 'CVE-2021-44228' }],
    ['search for "late goodbye"', 'q:string title:string', { q: 'late goodbye' }],
    ['from Paris to Lyon', 'from:string* to:string*', { from: 'Paris', to: 'Lyon' }],
    ['meaning of serendipity', 'word:string*', { word: 'serendipity' }],
    ['pictures with sunflowers', 'q:string', { q: 'sunflowers' }],
    ['things 666 and 667', 'thing_ids:string', { thing_ids: '666,667' }],
    ['things 666 and 667', 'thing_id:string', { thing_id: '666' }],
    ['the symbols AAPL, MSFT and GOOG', 'symbols:string', { symbols: 'AAPL,MSFT,GOOG' }],
    ['things of project prj_9', 'projectId:string projectIds:array', { projectId: 'prj_9' }],
    [
      'rules about clean water',
      'conditions[term]:string conditions[type]:string',
      { 'conditions[term]': 'clean water' },
    ],
    ['rules since 2024-07-04', 'filter[date][gte]:string=2020-01-01', { 'filter[date][gte]': '2024-07-04' }],
    ['fluffy cats with orange stripes cats', 'q:string', { q: 'orange stripes' }],
    ['6 fluffy orange things', 'limit:integer', { limit: 6 }],
    ['news of South Korea', 'country:string=us', { country: 'kr' }],
    ['people of the Czech Republic', 'nationality(de|cz|fr):string', { nationality: 'cz' }],
    ['prices in Nigeria', 'country:string=France', { country: 'Nigeria' }],
    ['facts in German', 'lang(en|de):string', { lang: 'de' }],
    ['convert 250 Swiss francs to yen', 'amount:number from:string to:string', { amount: 250, from: 'CHF', to: 'JPY' }],
    ['the rate of the Polish zloty in euros', 'base:string target:string', { base: 'PLN', target: 'EUR' }],
    [
      'recording 96685213-a25c-4678-9a13-abd9ec81cf35',
      'mbid:string/uuid*',
      { mbid: '96685213-a25c-4678-9a13-abd9ec81cf35' },
    ],
    ['elevation at 41.16, -8.58', 'locations:string=10,10', { locations: '41.16,-8.58' }],
  ])('%s: %s', (text, parameters, values) => {
    expect(valuesIn(text, parametersOf(parameters)).values).toEqual(values)
  })

  it('of a body, too', () => {
    const parameters = parametersOf('channel:string* text:string', 'body')
    const { values } = valuesIn('post "It works" to #general', parameters, {}, false)
    expect(values).toEqual({ channel: '#general', text: 'It works' })
  })

  it.each([
    ['merge request 12', 'merge_request', '/merge_requests/{merge_request_iid}', { merge_request_iid: '12' }],
    ['reviews of pull request 12', 'pull_request_review', '/pulls/{pull_number}/reviews', { pull_number: '12' }],
    ['thing pikachu', 'thing', '/thing/{id_or_name}', { id_or_name: 'pikachu' }],
    ['card 12a on list 34b', 'card', '/lists/{id}/cards', { id: '34b' }],
  ])('of what the path belongs to: %s of %s', (text, entity, path, values) => {
    const [name = ''] = Object.keys(values)
    const point = { method: 'GET', path, parameters: parametersOf(`${name}:string*`, 'path') } as const
    expect(extractValues(text, { entity, point, auth: AUTH, names: [] }, context()).values).toEqual(values)
  })

  it.each([
    ['close thing 5', 'state(open|closed):string', { state: 'closed' }],
    ['please reopen thing 5', 'state_event(close|reopen):string', { state_event: 'reopen' }],
    ['rename thing 5 to Harbour', 'name:string', { name: 'Harbour' }],
  ])('that is what is to be done: %s', (text, parameters, values) => {
    expect(valuesIn(text, parametersOf(parameters, 'body'), {}, false).values).toEqual(values)
  })

  it('that says what is to be generated is a prompt', () => {
    const { values } = valuesIn(
      'draw a picture of a red fox',
      parametersOf('prompt:string* size:string', 'body'),
      {},
      false,
    )
    expect(values).toEqual({ prompt: 'red fox' })
  })

  it('that follows what is made is its name', () => {
    const parameters = parametersOf('name:string idList:string*', 'body')
    const { values } = valuesIn("add a thing 'North pier' on list 5f3a1b2c", parameters, {}, false)
    expect(values).toEqual({ name: 'North pier', idList: '5f3a1b2c' })
  })
})

describe('a value is left alone', () => {
  it.each([
    ['where several parameters may take it', 'tell jane@example.org', 'to_email:string from_email:string'],
    ['that reads nothing sent to somebody', 'recordings of jane@example.org', 'to:string*'],
    ['whose unit is not known', 'shops within 10 km', 'radius:number'],
    ['that depends on when the code runs', 'what happened yesterday', 'date:string'],
    ['of a day that does not exist', 'on 2025-02-30', 'date:string'],
    ['of another type', 'page two of it', 'page:boolean'],
    ['that is no choice', 'in German', 'language(en|fr):string'],
    ['that is a name of the SDK', 'pictures from Cat Facts', 'q:string'],
    ['that the SDK is about', 'news about cats', 'q:string'],
    ['whose form is not known', 'people of Nigeria', 'country:string'],
    ['that looks for something in a syntax', 'birds of Berlin', 'query:string*=sp:larus'],
    ['that is a language, which nobody looks for', 'weather in German', 'q:string'],
    ['of a payment, whose unit is not known', 'refund 25.00 USD', 'from:string amount:boolean'],
    ['that is a part of a name', 'cards with a due date', 'due:string keep(all|due|labels):string'],
  ])('%s: %s', (_, text, parameters) => {
    expect(valuesIn(text, parametersOf(parameters)).values).toEqual({})
  })

  it('and stays in the rest, which has neither values nor names of the SDK', () => {
    const { remainder, values } = valuesIn('cat facts: page 2 of Berlin', parametersOf('page:integer'))
    expect(values).toEqual({ page: 2 })
    expect(remainder.replaceAll(MASK, '')).toBe(': page  of Berlin')
  })

  it('where the query states none, at any endpoint on record', async () => {
    const { catalog } = testServices()
    const wrong: string[] = []
    let count = 0
    for (const { slug, auth } of catalog.records) {
      const file = await catalog.operations(slug)
      if (!file || file === 'unreadable') continue
      for (const { name, operations } of file.entities) {
        for (const { op, points } of operations) {
          const text = `show me how to ${op} the ${name.replaceAll('_', ' ')} of my own account, please`
          for (const point of points) {
            const { values } = extractValues(text, { entity: name, point, auth, names: [] }, context(op === 'list'))
            count++
            if (Object.keys(values).length > 0) wrong.push(`${slug} ${text}: ${JSON.stringify(values)}`)
          }
        }
      }
    }
    expect(count).toBeGreaterThan(12_000)
    expect(wrong).toEqual([])
  })
})
