/** The proof finds what is wrong with shown code: each way in which it goes wrong is done to code that is right. */
import { expect, it } from 'vitest'
import type { Outcome } from '../../scripts/prove/prove-line.ts'
import { firstCode } from '../../src/code/first-steps.ts'
import { INSTALL, outcomeOf, sdk } from './lighthouses.ts'

async function outcome(language: Language, change: Change): Promise<Outcome> {
  const shown = firstCode(sdk.record, language)!.code
  const code = change(shown)
  if (change !== unchanged) expect(code).not.toBe(shown)
  return outcomeOf({ language, install: INSTALL[language](sdk.record.github_url), code })
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
