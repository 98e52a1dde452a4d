/**
 * What reading all of a large catalogue gave: its files are as they were built, and their lines end there. It is kept in
 * DATA_DIR, and as long as no file has changed, the next start reads the index alone. Whatever is wrong with it, a start
 * does without.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { PackedTexts } from '../catalog/packed/texts.ts'
import type { Folder } from './catalog-files.ts'

/** Where the lines of each file end. */
export type LineEnds = { [folder in Folder]?: PackedTexts['ends'] }

/** @param stamp of the files before they were read */
export function remember(path: string | undefined, stamp: string, ends: LineEnds | undefined): void {
  if (path === undefined || !ends) return
  try {
    writeFileSync(`${path}.next`, serialize({ stamp, ends }), { mode: 0o600 })
    renameSync(`${path}.next`, path)
  } catch {}
}

/** Undefined for files in another state. */
export function recall(path: string | undefined, stamp: string): LineEnds | undefined {
  try {
    const { stamp: read, ends } = deserialize(readFileSync(path!))
    // Each in a buffer of its own, which can be transferred.
    return read === stamp ? structuredClone(ends) : undefined
  } catch {
    return undefined
  }
}
