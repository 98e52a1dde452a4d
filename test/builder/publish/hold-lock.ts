/** Holds the lock of a catalogue until it is killed: `node hold-lock.ts OUT`. Says "held" when it has it. */
import { acquireLock } from '../../../src/builder/publish/lock.ts'

await acquireLock(process.argv[2]!)
process.stdout.write('held')
setInterval(() => undefined, 60_000)
