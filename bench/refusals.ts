/**
 * What refusing a request takes, as a share of what answering a prompt does: processor time of this thread, the best of
 * some rounds side by side. `npm test` counts the same as work (test/work).
 */
import { ASKED, openService, REFUSED, type Sent } from '../test/work/refusals.ts'

const REQUESTS = 10
const ROUNDS = 2

export async function measureRefusals(): Promise<Record<string, number>> {
  const asking = openService()
  const cost = async (sent: Sent): Promise<number> => {
    const asked = Array.from({ length: REQUESTS }, () => asking(sent))
    const before = process.threadCpuUsage()
    for (const ask of asked) await ask()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  const shares: Record<string, number> = {}
  for (const [what, sent] of Object.entries(REFUSED)) {
    let [refused, answered] = [Infinity, Infinity]
    for (let round = 0; round < ROUNDS; round++) {
      answered = Math.min(answered, await cost(ASKED))
      refused = Math.min(refused, await cost(sent))
    }
    shares[what] = refused / answered
  }
  return shares
}

if (import.meta.main) {
  process.stdout.write('refusing, in times of answering a prompt\n')
  for (const [what, share] of Object.entries(await measureRefusals())) {
    process.stdout.write(`${share.toFixed(3)}  ${what}\n`)
  }
}
