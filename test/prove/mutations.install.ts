/** The proof finds what is wrong with shown code: each way in which it goes wrong is done to code that is right. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
const TIMEOUT_MS = 120_000

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

const folder = scratch()
const repository = (await findRepositories(GENERATED)).find(({ slug }) => slug === SLUG)!
const gitDirectory = await repository.gitDirectory(folder)
const found = await readShown(SLUG, gitDirectory)
const sdk = { ...found, record: { ...found.record, first_call: CALL } }
const certificate = await makeCertificate(folder, hostsOf(expectationOf(sdk)))

async function outcome(language: Language, change: Change): Promise<Outcome> {
  const shown = firstCode(sdk.record, language)!.code
  const code = change(shown)
  if (change !== unchanged) expect(code).not.toBe(shown)
  const line = { language, install: INSTALL[language](sdk.record.github_url), code }
  const place = { folder: join(folder, 'line'), caches: join(folder, 'caches'), gitDirectory, certificate }
  return proveLine(sdk, line, { ...place, timeoutMs: TIMEOUT_MS })
}

type Language = keyof typeof INSTALL
type Change = (code: string) => string
const unchanged: Change = (code) => code
const swap =
  (from: string | RegExp, to: string): Change =>
  (code) =>
    code.replace(from, to)

const COUNTRY = /["']?countryCode["']?: ["']DE["']/

/** What each judge says; judge.test.ts has all that is said of a request. TypeScript has what its loader and values make. */
const MUTATIONS: [what: string, Language, Change, RegExp][] = [
  ['a wrong import', 'py', swap('from lighthouses_sdk', 'from lighthouses'), /^sent no request: .*lighthouses/],
  ['a wrong import', 'ts', swap("/lighthouses-sdk'", "/lighthouses'"), /^sent no request: .*lighthouses/],
  [
    'a wrong parameter',
    'py',
    swap('countryCode', 'country_code'),
    /^left out the required query parameter countryCode$/,
  ],
  ['undefined', 'ts', swap(COUNTRY, 'countryCode: undefined'), /^sent undefined as query parameter countryCode$/],
  ['a silent program', 'py', swap(/print.*/, ''), /^printed nothing of an object/],
  ['a record of its own', 'py', swap(/print.*/, 'print([{}])'), /^printed .* of an object around one array$/],
]

it.each(['ts', 'py'] as const)('the code as it is shown in %s is proved', async (language) => {
  const strict = language === 'ts' ? 'ok' : 'none'
  expect(await outcome(language, unchanged)).toMatchObject({ request: 'ok', print: 'ok', strict })
})

it.each(MUTATIONS)('%s in %s is found', async (_, language, change, why) => {
  const found = await outcome(language, change)
  expect(found.why).toMatch(why)
  expect([found.request, found.print]).toContain('failed')
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
