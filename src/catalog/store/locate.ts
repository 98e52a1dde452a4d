/** Where a built catalogue is found while another one is put into its place (build/place.ts). */
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The names beside a catalogue's that a build uses: of the one that was there, and of the one that is being built. */
export const siblings = (out: string) => {
  const full = resolve(out)
  const beside = join(dirname(full), `.${basename(full)}`)
  return { full, parent: dirname(full), previous: `${beside}.previous`, building: `${beside}.building-` }
}

/** Where the catalogue of that name is to be read: there, or where a build that was killed has put it. */
export function locate(directory: string): string {
  const { full, previous } = siblings(directory)
  return !existsSync(full) && existsSync(previous) ? previous : directory
}
