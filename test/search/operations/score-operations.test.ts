/** The operation that is chosen for a query, over the entities and endpoints of the embedded catalogue. */
import { describe, expect, it } from 'vitest'
import type { Point } from '../../../src/catalog/record/facts.ts'
import type { Call } from '../../../src/code/arguments.ts'
import { easiestEndpoint } from '../../../src/code/choose-endpoint.ts'
import { tokens } from '../../../src/query/words/words.ts'
import { doneBy } from '../../../src/search/operations/operation-words.ts'
import { parseIntent } from '../../../src/search/operations/query-intent.ts'
import { rankEndpoints, suggestOperations } from '../../../src/search/operations/score-operations.ts'
import { catalog } from '../../embedded.ts'

const plural = (word: string): string =>
  /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`

/** How people ask for an operation, and the share of right answers that is required, a little under today's. */
const PHRASINGS = {
  list: { say: (entity: string, title: string) => `list ${plural(entity)} of ${title}`, floor: 0.94 },
  load: { say: (entity: string, title: string) => `get one ${entity} from ${title}`, floor: 0.9 },
  create: { say: (entity: string, title: string) => `create a ${entity} in ${title}`, floor: 0.9 },
  update: { say: (entity: string, title: string) => `update the ${entity} in ${title}`, floor: 0.88 },
  remove: { say: (entity: string, title: string) => `delete a ${entity} from ${title}`, floor: 0.95 },
}
/** Every so many records, and operations of large ones. */
const EVERY = 6
const MAX_OPERATIONS = 12

/** People say one word for both. */
const kindOf = (op: string): string => (op === 'patch' ? 'update' : op)

const cases = [...catalog.records]
  .filter((_, at) => at % EVERY === 0)
  .flatMap((record) => {
    const all = record.entities.flatMap(({ name, ops }) => ops.map((op) => ({ record, entity: name, op })))
    return all.filter((_, at) => at % Math.ceil(all.length / MAX_OPERATIONS) === 0)
  })

describe('the operation that a query asks for', () => {
  it.each(Object.keys(PHRASINGS) as (keyof typeof PHRASINGS)[])('is found by entity and verb: %s', (op) => {
    const { say, floor } = PHRASINGS[op]
    const wanted = cases.filter((each) => each.op === op)
    const chosen = wanted.flatMap(({ record, entity }) => {
      const { hits } = catalog.find(say(entity.replaceAll('_', ' '), record.title), {}, 10)
      const hit = hits.find((each) => each.record.slug === record.slug)
      return hit ? [{ entity, best: hit.operations()[0] }] : []
    })
    expect(chosen.length).toBeGreaterThan(wanted.length * 0.95)
    const right = chosen.filter(({ entity, best }) => best?.fits && best.entity === entity && kindOf(best.op) === op)
    expect(right.length / chosen.length).toBeGreaterThanOrEqual(floor)
    if (op === 'remove') return
    expect(chosen.filter(({ best }) => best?.op === 'remove')).toEqual([])
  })

  it('is none where the query only names the SDK, or nothing that it has', () => {
    for (const query of ['gutendex', 'gutendex qwertz']) {
      const [hit] = catalog.find(query, {}, 1).hits
      expect(hit!.record.slug).toBe('gutendex-sdk')
      expect(hit!.operations().some(({ fits }) => fits)).toBe(false)
    }
  })
})

describe('the endpoint that a query asks for', () => {
  /** A query, the SDK, and what is to be requested. */
  const QUERIES: [query: string, slug: string, request: string][] = [
    ['create a pull request on GitHub', 'github-sdk', 'POST /repos/{owner}/{repo}/pulls'],
    ['merge a GitHub pull request', 'github-sdk', 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge'],
    ['list the open issues of a GitHub repository', 'github-sdk', 'GET /repos/{owner}/{repo}/issues'],
    ['comment on a GitHub issue', 'github-sdk', 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'],
    ['refund a payment with Stripe', 'stripe-sdk', 'POST /v1/refunds'],
    ['cancel a Stripe subscription', 'stripe-sdk', 'DELETE /v1/subscriptions/{subscription_exposed_id}'],
    ['create a Stripe customer', 'stripe-sdk', 'POST /v1/customers'],
    ['earthquakes above magnitude 5 last week', 'earthquake-catalog-sdk', 'GET /query'],
    ['astronomy picture of the day from NASA', 'nasa-open-apis-sdk', 'GET /planetary/apod'],
    ['send an SMS in the UK', 'thesmsworks-sdk', 'POST /message/send'],
    ['create an invoice in Maxio', 'maxio-advanced-billing-sdk', 'POST /subscriptions/{subscription_id}/invoices.json'],
    ['withdraw money from Mercado Bitcoin', 'mercado-bitcoin-sdk', 'POST /withdrawals/brl'],
  ]

  it.each(QUERIES)('of “%s” in %s is %s', async (query, slug, request) => {
    const hit = catalog.find(query, {}, 10).hits.find(({ record }) => record.slug === slug)!
    const [best] = rankEndpoints(hit.intents()[0]!, hit.record, await entitiesOf(slug))
    expect(best!.fits).toBe(true)
    const { method, path } = best!.point
    expect(`${method} ${path}`).toBe(request)
  })
})

describe('an endpoint of an operation that has several', () => {
  /** Endpoints that a query may choose from, and the one that it chooses. */
  async function chosenOf(say: (entity: string) => string, op: string, isOdd: (point: Point) => boolean) {
    const chosen: { best: Point | undefined; name: string }[] = []
    for (const slug of catalog.slugs()) {
      for (const { name, operations } of await entitiesOf(slug)) {
        for (const operation of operations.filter((each) => op === '' || each.op === op)) {
          const odd = operation.points.filter(isOdd)
          if (odd.length === 0 || odd.length === operation.points.length) continue
          const intent = parseText(say(name.replaceAll('_', ' ')))
          const [best] = rankEndpoints(intent, catalog.record(slug)!, [{ name, operations: [operation] }])
          chosen.push({ best: best?.point, name: `${slug} ${name}.${operation.op}` })
        }
      }
    }
    expect(chosen.length).toBeGreaterThan(5)
    return chosen
  }

  it('is never one that another replaces', async () => {
    const isOutdated = ({ deprecated, purpose = '' }: Point) => !!deprecated || /\bold version\b/.test(purpose)
    const chosen = await chosenOf((entity) => entity, '', isOutdated)
    expect(chosen.filter(({ best }) => best && isOutdated(best))).toEqual([])
  })

  it('creates, if that is asked for, and does not search with POST', async () => {
    const isSearch = (point: Point) => doneBy({ op: 'create', points: [point] }, point) === 'list'
    const created = await chosenOf((entity) => `create a ${entity}`, 'create', isSearch)
    expect(created.filter(({ best }) => best && isSearch(best))).toEqual([])
  })
})

it('an endpoint is found by what its required parameter always is', async () => {
  let [first, all] = [0, 0]
  for (const slug of catalog.slugs()) {
    for (const { name, operations } of await entitiesOf(slug)) {
      for (const { op, points } of operations) {
        const constants = points.map(({ parameters }) =>
          parameters.flatMap(({ required, enum: [only, ...more] = [] }) =>
            required && more.length === 0 && /^[a-z]{4,}$/.test(String(only)) ? String(only) : [],
          ),
        )
        const [own = []] = constants.filter((each) => each.length > 0)
        if (points.length < 3 || own.length === 0 || constants.filter((each) => each.includes(own[0]!)).length > 1)
          continue
        const best = rankEndpoints(parseText(`${own[0]} ${name.replaceAll('_', ' ')}`), catalog.record(slug)!, [
          { name, operations: [{ op, points }] },
        ])
        all++
        first += Number(best.slice(0, 3).some(({ point }) => point === points[constants.indexOf(own)]))
      }
    }
  }
  expect(all).toBeGreaterThan(3)
  expect(first / all).toBeGreaterThan(0.7)
})

describe('an operation by other names', () => {
  it.each([
    ['add the', 'create'],
    ['get the', 'load'],
    ['search the', 'list'],
    ['edit the', 'update'],
    ['delete the', 'remove'],
  ])('“%s …” means %s', async (say, op) => {
    const named = cases.filter((each) => each.op === op).slice(0, 40)
    const found = await Promise.all(
      named.map(async ({ record, entity }) => {
        const like = suggestOperations(`${say} ${entity}`, record, await entitiesOf(record.slug))
        return like.slice(0, 3).some((each) => each.startsWith(`${entity}.${op} `))
      }),
    )
    expect(found.filter(Boolean).length / found.length).toBeGreaterThan(0.85)
  })
})

/** Of operations with endpoints that have a trait and others: how often the query leads to one that has it. */
async function shareOf(ask: (entity: string, point: Point) => string | undefined): Promise<number> {
  let [found, all] = [0, 0]
  for (const slug of catalog.slugs()) {
    for (const { name, operations } of await entitiesOf(slug)) {
      for (const operation of operations) {
        const queries = operation.points.map((point) => ask(name.replaceAll('_', ' '), point))
        const query = queries.find(Boolean)
        if (query === undefined || queries.every((each) => each === query)) continue
        const [best] = rankEndpoints(
          parseText(query),
          catalog.record(slug)!,
          [{ name, operations: [operation] }],
          query,
        )
        all++
        found += Number(queries[operation.points.indexOf(best!.point)] === query)
      }
    }
  }
  expect(all).toBeGreaterThan(10)
  return found / all
}

describe('an endpoint is found by what it takes', () => {
  it('a period of two days', async () =>
    expect(
      await shareOf((entity, { method, parameters }) => {
        const names = parameters.map(({ name }) => name.toLowerCase().replace('_', ''))
        const isPeriod = names.includes('startdate') || names.includes('datefrom')
        return method === 'GET' && isPeriod ? `${entity} between 2026-11-01 and 2026-11-03` : undefined
      }),
    ).toBeGreaterThan(0.9))

  it('the id behind the name of its owner', async () =>
    expect(
      await shareOf((entity, { method, path }) => {
        const [, owner] = /^\/([a-z]{4,})s\/\{\w+\}\/[a-z]+$/.exec(path) ?? []
        return method === 'GET' && owner && !entity.includes(owner) ? `${entity} of ${owner} 5f3a91` : undefined
      }),
    ).toBeGreaterThan(0.9))
})

describe('the call of an operation that writes', () => {
  it('is of the shortest path, whatever it needs', async () => {
    const calls: { call: Call; shortest: number }[] = []
    for (const { record, entity, op } of cases.filter((each) => each.op === 'create')) {
      const operations = (await entitiesOf(record.slug)).find(({ name }) => name === entity)?.operations ?? []
      const operation = operations.find((each) => each.op === op)
      const plain = operation?.points.filter(
        ({ deprecated, unfilled, select }) => !deprecated && !unfilled && !select?.action,
      )
      if (!operation || operation.points.length < 2 || !plain?.length) continue
      const shortest = Math.min(...plain.map(({ path }) => path.split('/').length))
      calls.push({ call: easiestEndpoint(entity, operation, record.auth).call, shortest })
    }
    expect(calls.length).toBeGreaterThan(5)
    for (const { call, shortest } of calls) expect(call.path!.split('/').length, call.path).toBe(shortest)
  })
})

const parseText = (text: string) =>
  parseIntent(
    text,
    tokens(text).map((word) => ({ text: word, variants: [], weight: 1, light: false })),
  )

async function entitiesOf(slug: string) {
  const file = await catalog.operations(slug)
  return file === undefined || file === 'unreadable' ? [] : file.entities
}
