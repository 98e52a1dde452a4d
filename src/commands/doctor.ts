/** doctor: tries everything that the service needs, and prints for each a line with the result and what to do. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { type Config, InvalidSetting, readConfig, withoutEffect } from '../config.ts'
import type { ChannelCheck, Inbox } from '../inbox/index.ts'
import { InvalidCatalog } from '../store/catalog-files.ts'
import { loadDirectory, loadEmbedded } from '../store/loading/load.ts'
import { getServiceHealth } from '../tools/get-service-health.ts'
import { version } from '../version.ts'
import { type Client, clients, type Entry } from './connect/clients.ts'
import { serverIn } from './connect/edit.ts'
import { readSettings, settingsFile } from './connect/settings-file.ts'
import { onPath } from './connect/start-command.ts'
import { configuredInbox } from './inbox.ts'
import { locationOf, whyNotBuilt } from './load-services.ts'
import { type OutputOptions, printResult, StartupError } from './output.ts'
import { catalogClient } from './query/catalog-client.ts'

interface DoctorOptions extends OutputOptions {
  /** Of a running service, whose version and catalogue are compared. */
  url?: string
}

const COLOURS = { ok: 'green', warning: 'yellow', failed: 'red' } as const

interface Finding {
  what: 'version' | 'settings' | 'catalogue' | 'clock' | 'store' | 'channel' | 'service' | 'client'
  state: keyof typeof COLOURS
  found: string
  todo?: string
}

const finding =
  (state: Finding['state']) =>
  (what: Finding['what'], found: string, todo?: string): Finding => ({ what, state, found, ...(todo && { todo }) })
const [ok, warning, failed] = [finding('ok'), finding('warning'), finding('failed')]

/** A clock that differs by more delays or repeats deliveries. */
const CLOCK_MS = 60_000

/** npx may have to fetch the program first. */
const START_MS = 60_000

/** Exit code 1 if something failed. Creates no file. */
export async function doctorCommand({ url, ...output }: DoctorOptions): Promise<void> {
  const { node, sqlite } = process.versions
  const findings = [ok('version', `sdk-catalog ${version}, Node ${node}, SQLite ${sqlite}`)]
  const config = checkSettings(findings)
  if (config) findings.push(...(await checkCatalogue(config)), ...(await checkMessages(config)))
  if (url !== undefined) findings.push(await checkService(url))
  for (const client of clients) findings.push(...(await checkClient(client)))
  printResult(output, findings, () => findings.map(lineOf).join('\n'))
  process.exitCode = findings.some(({ state }) => state === 'failed') ? 1 : 0
}

function lineOf({ what, state, found, todo }: Finding): string {
  const mark = styleText(COLOURS[state], state.padEnd(7), { stream: process.stdout })
  return `${mark}  ${what.padEnd(9)}  ${todo ? `${found}; ${todo}.` : `${found}.`}`
}

function failure(what: Finding['what'], error: unknown, todo?: string): Finding {
  if (!(error instanceof InvalidSetting || error instanceof StartupError)) throw error
  return failed(what, withoutStop(error.message), todo)
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

function checkSettings(findings: Finding[]): Config | undefined {
  try {
    const config = readConfig(process.env)
    const { HOST, BASE_URL, TRUSTED_PROXIES } = config
    const unused = withoutEffect(config).map(withoutStop)
    findings.push(...unused.map((line) => warning('settings', line, 'set the other, or remove this')))
    if (['0.0.0.0', '::'].includes(HOST) && process.env.BASE_URL === undefined) {
      const result = `HOST is ${HOST} and BASE_URL is not set, so links begin with ${BASE_URL}`
      findings.push(warning('settings', result, 'set BASE_URL to the public URL'))
    } else if (BASE_URL.startsWith('https:') && TRUSTED_PROXIES.length === 0) {
      // The service itself has no TLS.
      const result = 'BASE_URL is https, so a proxy is in front, and all its visitors share the limits of one client'
      findings.push(warning('settings', result, 'set TRUSTED_PROXIES to the addresses of the proxy'))
    } else if (unused.length === 0) findings.push(ok('settings', `all valid; links begin with ${BASE_URL}`))
    return config
  } catch (error) {
    findings.push(failure('settings', error, 'correct it'))
    return undefined
  }
}

async function checkCatalogue(config: Config): Promise<Finding[]> {
  const { directory, publicKey } = locationOf(config)
  try {
    const loading = directory === undefined ? loadEmbedded() : loadDirectory(directory, publicKey)
    const { records, id, builtAt, source } = await loading
    const result = `${records.length} SDKs (${source}), id ${id.slice(0, 12)}, built ${builtAt}`
    return [ok('catalogue', result), checkClock(builtAt)]
  } catch (error) {
    if (!(error instanceof InvalidCatalog)) throw error
    const result = `${directory}: ${withoutStop(whyNotBuilt(directory!) ?? error.message)}`
    return [failed('catalogue', result, 'check it with "sdk-catalog catalog check"')]
  }
}

/** No build is from the future; a clock that is behind takes every certificate for not yet valid. */
function checkClock(builtAt: string): Finding {
  const now = new Date().toISOString()
  return Date.parse(builtAt) <= Date.now() + CLOCK_MS
    ? ok('clock', now)
    : failed('clock', `it is ${now} here, before the build of the catalogue`, 'set the clock, for example with NTP')
}

async function checkMessages(config: Config): Promise<Finding[]> {
  const inbox = configuredInbox(config)
  try {
    const channels = await inbox.checkChannels()
    return [await checkStore(config, inbox), ...channels.map((check) => channelFinding(config, check))]
  } finally {
    await inbox.stop()
  }
}

async function checkStore({ DATA_DIR, DATABASE_URL }: Config, inbox: Inbox): Promise<Finding> {
  const store = DATABASE_URL === undefined ? `SQLite in ${DATA_DIR}` : 'PostgreSQL'
  if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'inbox.db')))
    return ok('store', `${store}; the service makes the file at its start`)
  const code = await inbox.storeError(true)
  return code === undefined
    ? ok('store', `${store} takes a message`)
    : failed(
        'store',
        `${store} fails with ${code}`,
        DATABASE_URL === undefined
          ? 'make room, or correct the rights of DATA_DIR'
          : 'check DATABASE_URL and the room there',
      )
}

function channelFinding(config: Config, { channel, tried, code, server }: ChannelCheck): Finding {
  if (code !== undefined) {
    const result = `${channel} fails with ${code}${server ? ` at ${server}` : ''}`
    return failed('channel', result, 'check the URL, the password and the network')
  }
  if (config.SMTP_URL === undefined && config.CONTACT_WEBHOOK_URL === undefined) {
    const result = `none is set, so messages become files in ${join(config.DATA_DIR, 'mail')}`
    return warning('channel', result, 'set SMTP_URL or CONTACT_WEBHOOK_URL')
  }
  return ok('channel', tried ? `${channel} takes messages` : `${channel} is set; only a message can try it`)
}

async function checkService(url: string): Promise<Finding> {
  try {
    const client = await catalogClient({ url })
    const { data } = await client.call(getServiceHealth, {})
    const result = `${url} answers with ${data.sdk_count} SDKs, version ${data.version}`
    if (data.version === version) return ok('service', result)
    return warning('service', result, `this program is ${version}; update the older one`)
  } catch (error) {
    return failure('service', error)
  }
}

/** Whether what the settings of a client name is there and answers; nothing where they name no catalogue. */
async function checkClient(client: Client): Promise<Finding[]> {
  const entry = entryIn(client)
  if (!entry) return []
  const { command, args = [], env = {} } = entry as { command?: string; args?: string[]; env?: NodeJS.ProcessEnv }
  const url = [entry.url, entry.serverUrl, entry.httpUrl].find((value) => typeof value === 'string')
  if (url !== undefined) return [{ ...(await checkService(url as string)), what: 'client' }]
  const again = `run "sdk-catalog connect ${client.name}" again`
  const [program] = onPath(String(command))
  if (program === undefined) return [failed('client', `${client.title} starts ${command}, which is not there`, again)]
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`
  const { stdout } = spawnSync(program, args, {
    input,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: START_MS,
  })
  const line = [command, ...args].join(' ')
  if (/"id":1\b/.test(stdout ?? '')) return [ok('client', `${client.title}: ${line} answers`)]
  return [failed('client', `${client.title}: ${line} gives no answer`, again)]
}

/** Settings that cannot be read are not ours to judge. */
function entryIn(client: Client): Entry | undefined {
  try {
    return serverIn(readSettings(settingsFile(client)) ?? '', client)
  } catch {
    return undefined
  }
}
