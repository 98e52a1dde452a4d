/**
 * Counts work instead of time: how often blocks of src and of packages ran, the same number on every machine. Regular
 * expressions and native functions are not seen. V8 counts blocks of functions that are compiled after it was told to,
 * so this is a process of its own: it imports a module, and sends what its default export returns to the parent.
 */
import { type Profiler, Session } from 'node:inspector'
import type { WorkOf } from './counted.ts'

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

const isCounted = ({ url }: Profiler.ScriptCoverage): boolean => url.startsWith('file:') && !url.includes('/test/')

/** Blocks that ran since this was last asked. */
function blocks(): number {
  let count = 0
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error
    const ranges = coverage.result
      .filter(isCounted)
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    for (const range of ranges) count += range.count
  })
  return count
}

const workOf: WorkOf = async (run) => {
  blocks()
  await run()
  return blocks()
}

const { default: measure } = await import(process.argv[2]!)
process.send!(await measure(workOf))
process.disconnect()
