/** The service that messages are sent to, and the verifier of its challenge. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { ChallengeSettings } from '../../src/inbox/index.ts'
import { testApp } from '../app.ts'
import { httpReceiver } from '../inbox/support/receivers.ts'

/** Called once in a file: all that is started is gone after its tests. */
export async function messageServices() {
  const verifier = await httpReceiver(({ body }, response) => {
    const { response: token } = JSON.parse(body) as { response: string }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: token === 'a-person', hostname: 'localhost', 'error-codes': [] }))
  })
  const settings = { secret: 'secret', url: verifier.url, hostnames: ['localhost'] }

  const dirs: string[] = []
  afterAll(async () => {
    await verifier.close()
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
  })

  /** One with an inbox of its own and no limit that a test would meet. */
  function service(challenge?: ChallengeSettings) {
    const dataDir = mkdtempSync(join(tmpdir(), 'messages-'))
    dirs.push(dataDir)
    const plenty = { quota: 999_999, windowSeconds: 1 }
    return testApp({ inbox: { dataDir, addressRate: plenty, globalRate: plenty, challenge } })
  }

  return { settings, service }
}
