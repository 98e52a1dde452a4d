/** Runs a shell script in a process group of its own, bounded in time and in what it may print. */
import { spawn } from 'node:child_process'

export interface Finished {
  /** Nothing where it was killed. */
  code: number | null
  timedOut: boolean
  /** Standard output and errors, each only its end. */
  stdout: string
  stderr: string
}

const MAX_CHARACTERS = 64 * 1024

/** Groups that still run: none may outlive this process. */
const running = new Set<number>()
process.on('exit', () => {
  for (const group of running) kill(group)
})

export function runScript(
  script: string,
  options: { cwd: string; env: NodeJS.ProcessEnv; timeoutMs: number },
): Promise<Finished> {
  const { timeoutMs, ...place } = options
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', script], { ...place, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const group = child.pid
    const finished: Finished = { code: null, timedOut: false, stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        finished[name] = (finished[name] + text).slice(-MAX_CHARACTERS)
      })
    }
    if (group !== undefined) running.add(group)
    const timer = setTimeout(() => {
      finished.timedOut = true
      if (group !== undefined) kill(group)
    }, timeoutMs)
    child.on('error', reject)
    // What it left running in the background holds its pipes open, so the group ends with the script.
    child.on('exit', () => group !== undefined && kill(group))
    child.on('close', (code) => {
      clearTimeout(timer)
      if (group !== undefined) running.delete(group)
      resolve({ ...finished, code })
    })
  })
}

function kill(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
