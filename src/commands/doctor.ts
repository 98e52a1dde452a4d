/** doctor: tries everything that the service needs, and says in one line each what it found and what to do. */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { loadDirectory, loadEmbedded } from '../catalog/store/load.ts'
import { InvalidCatalog } from '../catalog/store/read.ts'
import { type Config, InvalidSetting, readConfig, withoutEffect } from '../config.ts'
import type { Inbox } from '../inbox/index.ts'
import { version } from '../program.ts'
import { inboxOf } from './inbox.ts'
import { asker } from './query/ask.ts'
import { followedDirectory, notBuilt, Refusal } from './start.ts'

export interface DoctorOptions {
  /** Of a running service, whose version and catalogue are compared. */
  url?: string
  json?: boolean
}

interface Finding {
  what: 'version' | 'settings' | 'catalogue' | 'clock' | 'store' | 'channel' | 'service'
  state: 'ok' | 'warning' | 'failed'
  /** What was found. */
  found: string
  /** What to do about it. */
  todo?: string
}

/** A clock that differs by more delays or repeats deliveries. */
const CLOCK_MS = 60_000
/** Exit code 1 where something failed. */
export async function doctor({ url, json }: DoctorOptions, environment = process.env): Promise<void> {
  const { node, sqlite } = process.versions
  const findings: Finding[] = [
    { what: 'version', state: 'ok', found: `sdk-catalog ${version}, Node ${node}, SQLite ${sqlite}` },
  ]
  const config = readSettings(environment, findings)
  if (config) {
    await checkCatalogue(config, findings)
    await checkMessages(config, findings)
  }
  if (url !== undefined) await checkService(url, findings)
  const lines = findings.map(({ what, state, found, todo }) =>
    [
      styleText(COLOURS[state], state.padEnd(7), { stream: process.stdout }),
      what.padEnd(9),
      todo ? `${found}; ${todo}.` : `${found}.`,
    ].join('  '),
  )
  process.stdout.write(`${json ? JSON.stringify(findings, null, 2) : lines.join('\n')}\n`)
  process.exitCode = findings.some(({ state }) => state === 'failed') ? 1 : 0
}

const COLOURS = { ok: 'green', warning: 'yellow', failed: 'red' } as const

function readSettings(environment: NodeJS.ProcessEnv, findings: Finding[]): Config | undefined {
  try {
    const config = readConfig(environment)
    const idle = withoutEffect(config).map((line) => line.replace(/\.$/, ''))
    for (const found of idle)
      findings.push({ what: 'settings', state: 'warning', found, todo: 'set the other, or remove this' })
    const { HOST, BASE_URL } = config
    if (config.WORKERS > availableParallelism()) {
      const found = `WORKERS is ${config.WORKERS}, and the machine has ${availableParallelism()} cores for them`
      findings.push({ what: 'settings', state: 'warning', found, todo: 'set WORKERS to auto' })
    }
    const isPublic = ['0.0.0.0', '::'].includes(HOST) && environment.BASE_URL === undefined
    if (isPublic) {
      const found = `HOST is ${HOST} and BASE_URL is not set, so links begin with ${BASE_URL}`
      findings.push({ what: 'settings', state: 'warning', found, todo: 'set BASE_URL to the public URL' })
    } else if (idle.length === 0) {
      const processes = config.WORKERS > 1 ? `; ${config.WORKERS} processes serve` : ''
      findings.push({ what: 'settings', state: 'ok', found: `all valid; links begin with ${BASE_URL}${processes}` })
    }
    return config
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error
    findings.push({ what: 'settings', state: 'failed', found: error.message.replace(/\.$/, ''), todo: 'correct it' })
    return undefined
  }
}

async function checkCatalogue(config: Config, findings: Finding[]): Promise<void> {
  const directory = config.CATALOG_URL === undefined ? config.CATALOG_DIR : followedDirectory(config)
  try {
    const { records, id, builtAt, source } = await (directory === undefined ? loadEmbedded() : loadDirectory(directory))
    const found = `${records.length} SDKs (${source}), id ${id.slice(0, 12)}, built ${builtAt}`
    findings.push({ what: 'catalogue', state: 'ok', found })
    // No build is from the future; a clock that is behind takes every certificate for not yet valid.
    if (Date.parse(builtAt) > Date.now() + CLOCK_MS) {
      const found = `it is ${new Date().toISOString()} here, before the build of the catalogue`
      findings.push({ what: 'clock', state: 'failed', found, todo: 'set the clock, for example with NTP' })
    } else findings.push({ what: 'clock', state: 'ok', found: new Date().toISOString() })
  } catch (error) {
    if (!(error instanceof InvalidCatalog)) throw error
    const found = `${directory}: ${(notBuilt(directory!) ?? error.message).replace(/\.$/, '')}`
    findings.push({ what: 'catalogue', state: 'failed', found, todo: 'check it with "sdk-catalog catalog check"' })
  }
}

async function checkMessages(config: Config, findings: Finding[]): Promise<void> {
  let inbox: Inbox
  try {
    inbox = inboxOf(config)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    findings.push({
      what: 'channel',
      state: 'failed',
      found: error.message.replace(/\.$/, ''),
      todo: 'correct the setting',
    })
    return
  }
  try {
    findings.push(await storeFinding(config, inbox))
    for (const { channel, tried, code, server } of await inbox.checkChannels()) {
      if (code !== undefined) {
        const found = `${channel} fails with ${code}${server ? ` at ${server}` : ''}`
        findings.push({ what: 'channel', state: 'failed', found, todo: 'check the URL, the password and the network' })
      } else if (config.SMTP_URL === undefined && config.CONTACT_WEBHOOK_URL === undefined) {
        const found = `none is set, so messages become files in ${join(config.DATA_DIR, 'mail')}`
        findings.push({ what: 'channel', state: 'warning', found, todo: 'set SMTP_URL or CONTACT_WEBHOOK_URL' })
      } else {
        const found = tried ? `${channel} takes messages` : `${channel} is set; only a message can try it`
        findings.push({ what: 'channel', state: 'ok', found })
      }
    }
  } finally {
    await inbox.stop()
  }
}

async function storeFinding({ DATA_DIR, DATABASE_URL }: Config, inbox: Inbox): Promise<Finding> {
  const what = 'store'
  const where = DATABASE_URL === undefined ? `SQLite in ${DATA_DIR}` : 'PostgreSQL'
  if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'inbox.db'))) {
    return { what, state: 'ok', found: `${where}; the service makes the file at its start` }
  }
  const code = await inbox.storeError()
  if (code === undefined) return { what, state: 'ok', found: `${where} answers` }
  return { what, state: 'failed', found: `${where} fails with ${code}`, todo: 'check DATA_DIR or DATABASE_URL' }
}

async function checkService(url: string, findings: Finding[]): Promise<void> {
  try {
    const { data } = await (await asker({ url }))('get_service_health', {})
    const found = `${url} answers with ${data.sdk_count} SDKs, version ${data.version}`
    const differs = data.version !== version
    findings.push({
      ...{ what: 'service', state: differs ? 'warning' : 'ok', found },
      ...(differs && { todo: `this program is ${version}; update the older one` }),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    findings.push({ what: 'service', state: 'failed', found: error.message.replace(/\.$/, '') })
  }
}
