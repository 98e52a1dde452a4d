/** A service that can open no more files and connections goes on, and works again when it can. */
import { Agent } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask, message, rpc, type Sent, toolCall } from '../../attacks/support/clients.ts'
import { limitDescriptors, missing, place } from '../../attacks/support/program.ts'
import { buildDirectory, RECORDS } from '../builder/built.ts'
import { startService, until } from './service.ts'

/** Each is the first to need some file, or a thread. */
const REQUESTS: readonly Sent[] = [
  { path: '/api/sdk/find?query=weather+for+my+town' },
  { path: '/sdk?q=wetter' },
  { path: '/developers' },
  { path: '/example-sdk/one-sdk' },
  { path: '/example-sdk/one-sdk.png' },
  { path: '/openapi.json' },
  toolCall('find_sdk', { query: 'clima en mi ciudad' }),
  toolCall('get_sdk_readme', { slug: 'two-sdk' }),
  rpc('resources/list', {}),
]

describe.runIf(process.platform === 'linux')('without file descriptors', () => {
  it('a start goes on, a new catalogue waits, and answers are right once there are some again', async () => {
    const [one, two] = RECORDS
    const catalogue = buildDirectory(join(place('descriptors'), 'catalogue'))
    const data = place('data')
    const service = await startService({ CATALOG_DIR: catalogue, DATA_DIR: data, LOG_LEVEL: 'warn' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await ask(service.port, { path: '/api/health', agent })
    limitDescriptors(service, 0)
    buildDirectory(catalogue, { records: [one, { ...two, title: 'Green' }] })
    for (const sent of REQUESTS)
      expect((await ask(service.port, { ...sent, agent })).status, sent.path).toBeGreaterThan(0)
    const { reference, ...sent } = message()
    const taken = (await ask(service.port, { ...sent, agent })).status === 200
    // After the start it reads what searches need, and polls its catalogue.
    await service.logged('warm_up_failed')
    await service.logged('catalog_refused')
    limitDescriptors(service, 4_096)
    for (const sent of REQUESTS)
      expect((await ask(service.port, { ...sent, agent })).status, sent.path).toBeLessThan(500)
    service.child.kill('SIGHUP')
    const read = async () => (await fetch(`${service.url}/api/sdk/two-sdk.json`)).json() as Promise<{ title: string }>
    await until(async () => (await read()).title === 'Green')
    agent.destroy()
    expect((await service.stop()).code).toBe(0)
    expect(missing(taken ? [reference] : [], data)).toBe(0)
  })
})
