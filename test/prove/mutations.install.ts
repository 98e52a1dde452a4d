/** The proof finds what is wrong with shown code: each way in which it goes wrong is done to code that is right. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeCertificate } from '../../scripts/prove/api/certificate.ts'
import { hostsOf } from '../../scripts/prove/api/judge.ts'
import { expectationOf, type Outcome, proveLine } from '../../scripts/prove/prove-line.ts'
import { findRepositories } from '../../scripts/prove/repositories.ts'
import { readShown } from '../../scripts/prove/shown-lines.ts'
import type { FirstCall } from '../../src/catalog/record/facts.ts'
import { firstCode } from '../../src/code/first-steps.ts'
import { GENERATED } from '../builder/fixtures.ts'
import { scratch } from '../scratch.ts'

const SLUG = 'lighthouses-sdk'
const TIMEOUT_MS = 60_000

/** Quicker than the shown line, as no registry is asked. */
const INSTALL = {
  ts: (url: string) =>
    `git clone ${url} && (cd ${SLUG}/ts && npm run build) && mkdir -p node_modules/@harbour-sdk && ` +
    `ln -s ../../${SLUG}/ts node_modules/@harbour-sdk/${SLUG}`,
  py: (url: string) => `git clone ${url} && export PYTHONPATH="$PWD/${SLUG}/py"`,
}

/** One with a key, a choice and a number, in place of what the catalogue would show first. */
const CALL: FirstCall = {
  entity: 'lighthouse',
  op: 'list',
  method: 'GET',
  path: '/lighthouses',
  arguments: { countryCode: 'DE' },
  values: 'stated',
  why: ['one_endpoint'],
}

async function outcome(language: 'ts' | 'py', change: Change): Promise<Outcome> {
  const repository = (await findRepositories(GENERATED)).find(({ slug }) => slug === SLUG)!
  const gitDirectory = await repository.gitDirectory(scratch())
  const found = await readShown(SLUG, gitDirectory)
  const sdk = { ...found, record: { ...found.record, first_call: CALL } }
  const shown = firstCode(sdk.record, language)!.code
  const code = change(shown)
  if (change !== unchanged) expect(code).not.toBe(shown)
  const folder = scratch()
  const certificate = await makeCertificate(folder, hostsOf(expectationOf(sdk)))
  const line = { language, install: INSTALL[language](sdk.record.github_url), code }
  const place = { folder: join(folder, 'line'), caches: join(folder, 'caches'), gitDirectory, certificate }
  return proveLine(sdk, line, { ...place, timeoutMs: TIMEOUT_MS })
}

type Change = (code: string) => string
const unchanged: Change = (code) => code
const swap =
  (from: string | RegExp, to: string): Change =>
  (code) =>
    code.replace(from, to)

const COUNTRY = /["']?countryCode["']?: ["']DE["']/

const MUTATIONS: [string, Record<'ts' | 'py', Change>, RegExp][] = [
  [
    'a wrong import',
    { ts: swap("/lighthouses-sdk'", "/lighthouses'"), py: swap('from lighthouses_sdk', 'from lighthouses') },
    /^sent no request: .*lighthouses/,
  ],
  [
    'a wrong path',
    {
      ts: swap(/Lighthouse\(\)\.list\([^}]*\}.*\)/, 'Health().load()'),
      py: swap(/Lighthouse\(\)\.list\([^}]*\}.*\)/, 'Health().load({})'),
    },
    /^reached GET \/health instead of GET \/lighthouses$/,
  ],
  [
    'a literal placeholder',
    { ts: swap(/list\([^}]*\}.*\)/, 'load()'), py: swap(/list\([^}]*\}.*\)/, 'load({})') },
    /^sent a literal \{id\} in the URL$/,
  ],
  [
    'no key',
    { ts: swap(/'X-API-Key': .*?, /, ''), py: swap(/"X-API-Key": .*?\], /, '') },
    /^sent no key as header X-API-Key$/,
  ],
  [
    'a wrong parameter',
    { ts: swap('countryCode', 'country_code'), py: swap('countryCode', 'country_code') },
    /^left out the required query parameter countryCode$/,
  ],
  [
    'undefined',
    { ts: swap(COUNTRY, 'countryCode: undefined'), py: swap(COUNTRY, '"countryCode": None') },
    /^sent (?:undefined|None) as query parameter countryCode$/,
  ],
  [
    'an unknown parameter',
    { ts: swap(COUNTRY, "$&, order: 'height'"), py: swap(COUNTRY, '$&, "order": "height"') },
    /^sent the query parameter order, which the API does not know$/,
  ],
  [
    'a text where a number is due',
    { ts: swap(COUNTRY, "$&, pageSize: 'ten'"), py: swap(COUNTRY, '$&, "pageSize": "ten"') },
    /^sent "ten" as query parameter pageSize, which must be integer$/,
  ],
  ['a silent program', { ts: swap(/console\.log.*/, ''), py: swap(/print.*/, '') }, /^printed nothing of an object/],
  [
    'a record of its own',
    { ts: swap(/console\.log.*/, "console.log([{ name: 'Red Sands' }])"), py: swap(/print.*/, 'print([{}])') },
    /^printed .* of an object around one array$/,
  ],
]

describe.each(['ts', 'py'] as const)('in %s', (language) => {
  it('the code as it is shown is proved', async () => {
    const strict = language === 'ts' ? 'ok' : 'none'
    expect(await outcome(language, unchanged)).toMatchObject({ request: 'ok', print: 'ok', strict })
  })

  it.each(MUTATIONS)('%s is found', async (_, changes, why) => {
    const found = await outcome(language, changes[language])
    expect(found.why).toMatch(why)
    expect([found.request, found.print]).toContain('failed')
  })
})

it('types that do not fit are found, though the code runs', async () => {
  const found = await outcome('ts', (code) => `${code}\nconst count: number = '1'\nvoid count\n`)
  expect(found).toMatchObject({
    request: 'ok',
    print: 'ok',
    strict: 'failed',
    why: expect.stringMatching(/^tsc: .*TS2322/),
  })
})
