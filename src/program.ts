/** What each way to start the program shares. It imports nothing that takes time to load. */

// As in bin/sdk-catalog.js, an import would take milliseconds.
const { readFileSync } = process.getBuiltinModule('node:fs')

/** Of this package. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Shows a Refusal as one line and ends with exit code 1. @throws any other error */
export function endRefused(error: Error): never {
  if (error.name !== 'Refusal') throw error
  process.stderr.write(`sdk-catalog: ${error.message}\n`)
  process.exit(1)
}
