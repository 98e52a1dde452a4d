/** One of our repositories as the proof takes it, with a call of our choice and quicker lines to install it. */
import { join } from 'node:path'
import { makeCertificate } from '../../scripts/prove/api/certificate.ts'
import { hostsOf } from '../../scripts/prove/api/judge.ts'
import { expectationOf, proveLine } from '../../scripts/prove/prove-line.ts'
import { findRepositories } from '../../scripts/prove/repositories.ts'
import { readShown, type ShownLine } from '../../scripts/prove/shown-lines.ts'
import type { FirstCall } from '../../src/catalog/record/facts.ts'
import { GENERATED } from '../builder/fixtures.ts'
import { scratch } from '../scratch.ts'

export const SLUG = 'lighthouses-sdk'
export const TIMEOUT_MS = 120_000

/** Quicker than the shown line, as no registry is asked. */
export const INSTALL = {
  ts: (url: string) =>
    `git clone ${url} && cp -r ${SLUG}/ts/src ${SLUG}/ts/dist && mkdir -p node_modules/@harbour-sdk && ` +
    `ln -s ../../${SLUG}/ts node_modules/@harbour-sdk/${SLUG}`,
  py: (url: string) => `git clone ${url} && export PYTHONPATH="$PWD/${SLUG}/py"`,
}

/** One with a key, a choice and a number, in place of what the catalogue would show first. */
export const CALL: FirstCall = {
  ...{ entity: 'lighthouse', op: 'list', method: 'GET', path: '/lighthouses' },
  ...{ arguments: { countryCode: 'DE' }, values: 'stated', why: ['one_endpoint'] },
}

const folder = scratch()
const repository = (await findRepositories(GENERATED)).find(({ slug }) => slug === SLUG)!
const gitDirectory = await repository.gitDirectory(folder)
const found = await readShown(SLUG, gitDirectory)
export const sdk = { ...found, record: { ...found.record, first_call: CALL } }
const certificate = await makeCertificate(folder, hostsOf(expectationOf(sdk)))

export const outcomeOf = (line: ShownLine, of = sdk) => {
  const place = { folder: join(folder, 'line'), caches: join(folder, 'caches'), gitDirectory, certificate }
  return proveLine(of, line, { ...place, timeoutMs: TIMEOUT_MS })
}
