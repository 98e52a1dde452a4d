/** Shows how far a build is: a bar with rate and remaining time on a terminal, a line for each tenth elsewhere. */
import type { Phase } from '../build.ts'

export interface Screen {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

const LABELS: Record<Phase, string> = { read: 'Reading repositories', render: 'Rendering READMEs' }
const REDRAW_MS = 100
const BAR_WIDTH = 24

export interface Progress {
  (phase: Phase, done: number, total: number): void
  /** Clears the bar and writes a line of text. */
  note(line: string): void
  end(): void
}

/** @param now milliseconds on any clock */
export function progressOn(screen: Screen, now: () => number = () => performance.now()): Progress {
  let phase: Phase | undefined
  let started = 0
  let drawn = Number.NEGATIVE_INFINITY
  let tenth = 0
  const clear = () => screen.isTTY && screen.write('\r\u001b[K')

  function progress(current: Phase, done: number, total: number): void {
    if (current !== phase) {
      phase = current
      started = now()
      drawn = Number.NEGATIVE_INFINITY
      tenth = 0
    }
    const state = { phase, done, total, elapsedMs: now() - started }
    if (screen.isTTY) {
      if (done < total && now() - drawn < REDRAW_MS) return
      drawn = now()
      screen.write(`\r${barLine(state, screen.columns ?? 80)}\u001b[K`)
      return
    }
    const reached = total === 0 ? 10 : Math.floor((done * 10) / total)
    if (done > 0 && reached === tenth) return
    tenth = reached
    screen.write(`${plainLine(state)}\n`)
  }

  return Object.assign(progress, {
    note(line: string) {
      clear()
      screen.write(`${line}\n`)
    },
    end: () => void clear(),
  })
}

interface State {
  phase: Phase
  done: number
  total: number
  elapsedMs: number
}

/** `Reading repositories [########                ] 120/320  41/s  5 s left` */
export function barLine({ phase, done, total, elapsedMs }: State, columns: number): string {
  const filled = total === 0 ? BAR_WIDTH : Math.floor((done * BAR_WIDTH) / total)
  const rate = elapsedMs > 0 ? (done * 1000) / elapsedMs : 0
  const left = rate > 0 && done < total ? `  ${duration((total - done) / rate)} left` : ''
  const speed = rate > 0 ? `  ${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s` : ''
  const line = `${LABELS[phase]} [${'#'.repeat(filled).padEnd(BAR_WIDTH)}] ${done}/${total}${speed}${left}`
  return line.slice(0, Math.max(20, columns - 1))
}

const plainLine = ({ phase, done, total, elapsedMs }: State): string =>
  `${LABELS[phase]}: ${done} of ${total}${done > 0 ? ` (${(elapsedMs / 1000).toFixed(1)} s)` : ''}`

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
