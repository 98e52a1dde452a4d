/** Whether the process can still open files and connections: without descriptors it refuses clients and says nothing. */
import { open } from 'node:fs/promises'
import { devNull } from 'node:os'

const EXHAUSTED = ['EMFILE', 'ENFILE']

type Probe = () => Promise<{ close(): Promise<void> }>

/** @returns looks once, and calls `report` with the error code where there are none left, and with undefined once there are */
export function descriptorWatch(report: (code: string | undefined) => void, probe: Probe = () => open(devNull)) {
  let reported: string | undefined
  return async function look(): Promise<void> {
    const code = await probe().then(
      (file) => file.close().then(() => undefined),
      (error: NodeJS.ErrnoException) => EXHAUSTED.find((known) => known === error.code),
    )
    if (code !== reported) report(code)
    reported = code
  }
}
