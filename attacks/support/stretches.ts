/**
 * Preloaded into the service: how much processor time its event loop uses in one stretch. A timer that is due every few
 * milliseconds sees how much this thread has used since it last ran. What other processes take does not count.
 */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const DUE_MS = 5

const used = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

if (isMainThread) {
  let before = used()
  let stretches: number[] = []
  setInterval(() => {
    const now = used()
    stretches.push(now - before)
    before = now
  }, DUE_MS).unref()
  // Whoever asks gets those since it was asked last.
  process.on('SIGUSR2', () => {
    writeFileSync(process.env.STRETCHES_FILE!, JSON.stringify(stretches))
    stretches = []
  })
}
