/** What commands print, and the error that ends one with a single line. */

export interface OutputOptions {
  /** One JSON document instead of text. */
  json?: boolean
}

export function printResult({ json }: OutputOptions, data: unknown, text: () => string): void {
  process.stdout.write(`${json ? JSON.stringify(data, null, 2) : text()}\n`)
}

/** A command cannot do its work; the message is one line that says why and what to do. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** @throws StartupError, which the command line prints before it ends with exit code 1 */
export function fail(message: string): never {
  throw new StartupError(message)
}
