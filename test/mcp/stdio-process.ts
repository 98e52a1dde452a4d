/** `bin/sdk-catalog.js stdio` as a process: lines in, lines out. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Members } from './messages.ts'

export const BIN = fileURLToPath(new URL('../../bin/sdk-catalog.js', import.meta.url))
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Without the settings of the test runner, BASE_URL among them. */
export const ENVIRONMENT: Record<string, string> = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  LOG_LEVEL: 'fatal',
  CHECK_OUTPUT: 'true',
}

export interface StdioOptions {
  command?: string
  args?: readonly string[]
  cwd?: string
  env?: Record<string, string>
}

export interface Ended {
  code: number | null
  /** Every line of standard output, as it came. */
  lines: readonly string[]
  stderr: string
}

export class StdioProcess {
  readonly lines: string[] = []
  readonly #child: ChildProcess
  readonly #waiting = new Map<unknown, (answer: Members) => void>()
  readonly #ended: Promise<unknown>
  #stderr = ''

  constructor({ command = process.execPath, args = [BIN, 'stdio'], cwd = ROOT, env = {} }: StdioOptions = {}) {
    const child = spawn(command, args, { cwd, env: { ...ENVIRONMENT, ...env }, stdio: 'pipe' })
    this.#child = child
    this.#ended = once(child, 'close')
    child.stderr.on('data', (chunk) => {
      this.#stderr += chunk
    })
    // A process that has gone is seen by its exit code; writing to it late is no failure of the test.
    child.stdin.on('error', () => {})
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.lines.push(line)
      const answer = parse(line)
      this.#waiting.get(answer?.id)?.(answer!)
    })
  }

  write(text: string | Uint8Array): void {
    this.#child.stdin!.write(text)
  }

  /** Sends one message and resolves with the answer that bears its id. */
  request(message: Members): Promise<Members> {
    const answer = this.answerTo(message.id)
    this.write(`${JSON.stringify(message)}\n`)
    return answer
  }

  /** @throws Error with what the process wrote to standard error, when it ends before it answers */
  answerTo(id: unknown): Promise<Members> {
    const answer = new Promise<Members>((resolve) => this.#waiting.set(id, resolve))
    return Promise.race([answer, this.#ended.then(() => Promise.reject(new Error(`ended: ${this.#stderr}`)))])
  }

  /** As a client does that is gone. */
  stopReading(): void {
    this.#child.stdout!.destroy()
  }

  /** Closes standard input and waits for the end. */
  async end(): Promise<Ended> {
    this.#child.stdin!.end()
    await this.#ended
    return { code: this.#child.exitCode, lines: this.lines, stderr: this.#stderr }
  }
}

function parse(line: string): Members | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
