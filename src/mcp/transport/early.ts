/** Answers `initialize` on standard input before the server is loaded, if it is the first thing that a client sends. */
import { answerToInitialize, type serverInfo } from '../handshake.ts'

const { stdin, stdout } = process

/** In milliseconds. A client has sent its first message by the time this program runs, or it takes longer anyway. */
const LONGEST_WAIT = 10

/**
 * The server still has to read the message, as everything that was read is put back.
 * @returns the line that was written, without its end; undefined if there was nothing usual to answer
 */
export async function answerEarly(info: ReturnType<typeof serverInfo>): Promise<string | undefined> {
  const line = await firstLine()
  const answer = line === undefined ? undefined : answerToInitialize(line, info)
  return answer !== undefined && (await written(`${answer}\n`)) ? answer : undefined
}

/** The first line, if it comes whole, with the first bytes, and soon. Failures are left to the server. */
function firstLine(): Promise<string | undefined> {
  return new Promise((resolve) => {
    // What is there by then is read before the callback of setImmediate, however late the timer comes.
    const timer = setTimeout(() => setImmediate(done), LONGEST_WAIT)
    function read() {
      const bytes: Buffer | null = stdin.read()
      if (bytes) stdin.unshift(bytes)
      const end = bytes?.indexOf('\n') ?? -1
      done(end === -1 ? undefined : bytes!.toString('utf8', 0, end))
    }
    function done(line?: string) {
      clearTimeout(timer)
      stdin.off('readable', read).off('error', failed)
      resolve(line)
    }
    const failed = () => done()
    stdin.once('readable', read).once('error', failed)
  })
}

/** Whether the text is on its way, so that what comes next cannot hold it up. */
function written(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    // The server meets the same failure, and reports it.
    const ignored = () => {}
    stdout.once('error', ignored)
    stdout.write(text, (error) => {
      if (!error) stdout.off('error', ignored)
      resolve(!error)
    })
  })
}
