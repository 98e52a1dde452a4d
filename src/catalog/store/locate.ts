/** Where a built catalogue is found while another one replaces it (builder/publish/publish.ts). */
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Paths beside a catalogue's that a build uses: of the catalogue it replaces, and of the one it is building. */
export const siblings = (out: string) => {
  const full = resolve(out)
  const beside = join(dirname(full), `.${basename(full)}`)
  return { full, parent: dirname(full), previous: `${beside}.previous`, building: `${beside}.building` }
}

/** Where the catalogue of that name is to be read: there, or where a killed build has moved it. */
export function locate(directory: string): string {
  const { full, previous } = siblings(directory)
  return !existsSync(full) && existsSync(previous) ? previous : directory
}
