/** Whether the process can still open files and connections: without descriptors it refuses clients and says nothing. */
import { open } from 'node:fs/promises'
import { devNull } from 'node:os'

const EXHAUSTED = ['EMFILE', 'ENFILE']

type Probe = () => Promise<{ close(): Promise<void> }>

/** The returned function probes once; `report` gets the error code when descriptors run out, and undefined when they are back. */
export function descriptorWatch(report: (code: string | undefined) => void, probe: Probe = () => open(devNull)) {
  let reported: string | undefined
  return async function look(): Promise<void> {
    const code = await probe().then(
      (file) => file.close().then(() => undefined),
      (error: NodeJS.ErrnoException) => EXHAUSTED.find((code) => code === error.code),
    )
    if (code !== reported) report(code)
    reported = code
  }
}
