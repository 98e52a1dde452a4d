/** Commands in this process, one at a time; e2e/package.install.ts starts each as a process of its own. */
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { main } from '../../src/main.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

class Exit extends Error {}

let previous: Promise<unknown> = Promise.resolve()

/** Nothing of the environment of the tests reaches the command but what finds programs and folders. */
export function command(words: readonly string[], settings: Record<string, string> = {}, cwd = ROOT): Promise<Ended> {
  const ended = previous.then(() => runHere(words, settings, cwd))
  previous = ended.catch(() => {})
  return ended
}

async function runHere(words: readonly string[], settings: Record<string, string>, cwd: string): Promise<Ended> {
  const printed = { stdout: '', stderr: '' }
  const environment = { ...process.env }
  const directory = process.cwd()
  const listeners = process.stdout.listeners('error')
  const spies = [
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      process.exitCode = Number(code ?? 0)
      throw new Exit()
    }),
    ...(['stdout', 'stderr'] as const).map((stream) =>
      vi.spyOn(process[stream], 'write').mockImplementation((text) => {
        printed[stream] += text
        return true
      }),
    ),
  ]
  const { PATH = '', HOME = '', TMPDIR = '' } = environment
  setEnvironment({ PATH, HOME, TMPDIR, ...settings })
  process.chdir(cwd)
  process.exitCode = undefined
  try {
    await main(words).catch((error) => {
      if (!(error instanceof Exit)) throw error
    })
    return { code: Number(process.exitCode ?? 0), ...printed }
  } finally {
    process.exitCode = undefined
    process.chdir(directory)
    setEnvironment(environment)
    for (const spy of spies) spy.mockRestore()
    for (const listener of process.stdout.listeners('error'))
      if (!listeners.includes(listener)) process.stdout.off('error', listener as () => void)
  }
}

/** In place: os.homedir() reads the environment of the process. */
function setEnvironment(values: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in values)) delete process.env[name]
  Object.assign(process.env, values)
}
