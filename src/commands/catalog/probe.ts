/** catalog probe: asks the APIs behind a catalogue, and appends what they answer to a file for `catalog build`. */
import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readAnswerLines } from '../../builder/answers.ts'
import { probe } from '../../call/probe-apis.ts'
import { hasFailed } from '../../catalog/record/traits.ts'
import { isLoopback } from '../../text/loopback.ts'
import { splitList } from '../../text/typed-text.ts'
import { recordsOf } from '../../tools/define/not-found.ts'
import { version } from '../../version.ts'
import { start } from '../load-services.ts'
import { fail, type OutputOptions, printResult, readNames } from '../output.ts'
import { failOnExpected } from './build-check-diff.ts'

type ProbeCommandOptions = OutputOptions & { output: string; pause: number; allowLocal?: boolean } & Partial<
    Record<'slugs' | 'optOut', string>
  >

/** An SDK that was asked later than this is left alone, so that an interrupted run goes on where it ended. */
const AGAIN_AFTER_MS = 20 * 60 * 60 * 1000

export const probeCommand = (options: ProbeCommandOptions): Promise<void> =>
  failOnExpected(async () => {
    const { config, services } = await start()
    const { slugs, output, optOut, pause, allowLocal } = options
    if (isLoopback(new URL(config.BASE_URL).hostname))
      fail('BASE_URL is not set to a public URL; each request names it, so that providers see who asks.')
    const earlier = existsSync(output) ? readAnswerLines(output) : []
    const isRecent = (date: string) => Date.now() - Date.parse(date) < AGAIN_AFTER_MS
    const records = slugs === undefined ? [...services.catalog.records] : recordsOf(splitList(slugs), services)
    const due = records.filter(({ slug }) => !earlier.some((each) => each.slug === slug && isRecent(each.date)))
    const counts = { answered: 0, failed: 0, not_asked: 0, asked_before: records.length - due.length }
    const lines = probe(due, services.catalog.operations, {
      userAgent: `sdk-catalog/${version} (+${config.BASE_URL}/developers/building)`,
      optOut: optOut === undefined ? [] : readNames(optOut),
      pause: () => sleep(pause * 1000),
      allowLocal,
    })
    for await (const line of lines) {
      appendFileSync(output, `${JSON.stringify(line)}\n`)
      counts[line.operation === undefined ? 'not_asked' : hasFailed(line) ? 'failed' : 'answered']++
    }
    const text = Object.entries(counts).map(([name, count]) => `${name.replace('_', ' ')} ${count}`)
    printResult(options, { ...counts, output }, () => `${output}: ${text.join(', ')}.`)
  })
