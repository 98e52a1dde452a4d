/** A disk and a clock that fail on command: a small library (faults.c) that is preloaded into the service. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../../test/e2e/service.ts'
import { place } from './program.ts'

export interface Faults {
  /** For the environment of the service; its DATA_DIR is `data`. */
  settings: Settings
  data: string
  /** What a power cut leaves of `data`. */
  flushed: string
  set(faults: { write?: 'ENOSPC' | 'EIO' | 'EROFS'; flush?: 'EIO'; clockSeconds?: number }): void
}

/** Undefined where there is no C compiler, or no Linux. */
export function faults(): Faults | undefined {
  const root = place('faults')
  const library = join(root, 'faults.so')
  try {
    const source = join(import.meta.dirname, 'faults.c')
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const [control, data, flushed] = [join(root, 'control'), join(root, 'data'), join(root, 'flushed')]
  for (const directory of [data, flushed]) mkdirSync(directory)
  writeFileSync(control, Buffer.alloc(16))
  const file = openSync(control, 'r+')
  const set: Faults['set'] = ({ write, flush, clockSeconds = 0 }) => {
    const bytes = Buffer.alloc(16)
    bytes.writeInt32LE(write ? constants.errno[write] : 0, 0)
    bytes.writeInt32LE(flush ? constants.errno[flush] : 0, 4)
    bytes.writeBigInt64LE(BigInt(clockSeconds), 8)
    writeSync(file, bytes, 0, 16, 0)
  }
  const preload = { LD_PRELOAD: library, FAULTS_CONTROL: control, FAULTY_PLACE: data, FLUSHED_PLACE: flushed }
  return { settings: { ...preload, DATA_DIR: data }, data, flushed, set }
}
