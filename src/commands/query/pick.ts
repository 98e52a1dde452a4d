/**
 * The pickers on a terminal. Of `find`: type to filter, Enter shows an SDK, then keys copy its code or open its page. Of
 * `call`: an endpoint, then a value for each parameter that it requires.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { autocomplete, isCancel, log, selectKey, text } from '@clack/prompts'
import { shorten } from '../../text/columns.ts'
import { joinParts } from '../../text/join-parts.ts'
import { replaceUnsafe } from '../../text/unsafe-characters.ts'

interface Choice {
  slug: string
  title: string
  description?: string | undefined
  /** How well it fits, and why. */
  match?: string
}

interface Actions {
  show(slug: string): Promise<void>
  /** The first call, as code alone. */
  code(slug: string): Promise<string | undefined>
  /** Where a browser finds it. */
  page(slug: string): Promise<string>
}

interface Terminal {
  input?: Readable
  output?: Writable
  copy?: (text: string) => Promise<void>
  open?: (url: string) => Promise<void>
}

const MAX_HINT = 60

/** Enter picks undefined where nothing matches. */
const onlyMatches = (value: unknown) => (value === undefined ? 'Nothing matches; type something else.' : undefined)

/** What others wrote, in one line that does not steer the terminal. */
const oneLine = (text: string): string => replaceUnsafe(text).replace(/\s+/g, ' ')

/** Ends when the person is done, or cancels with Escape or Ctrl-C. */
export async function pick(
  choices: readonly Choice[],
  { show, code, page }: Actions,
  { copy = copyText, open = openPage, ...streams }: Terminal = {},
): Promise<void> {
  const slug = await autocomplete({
    message: 'Which SDK? Type to filter.',
    options: choices.map(({ slug: value, title, description = '', match }) => {
      const about = shorten(oneLine(description), MAX_HINT)
      return { value, label: oneLine(title), hint: joinParts(' ', about, match && `[${oneLine(match)}]`) }
    }),
    validate: onlyMatches,
    ...streams,
  })
  if (isCancel(slug)) return
  await show(slug)
  for (;;) {
    const key = await selectKey({
      message: 'What next?',
      options: [
        { value: 'c', label: 'copy the first call' },
        { value: 'o', label: 'open the page' },
        { value: 'q', label: 'done' },
      ],
      ...streams,
    })
    if (key === 'c') await copyCode()
    else if (key === 'o') await openInBrowser()
    else return
  }

  async function copyCode(): Promise<void> {
    const text = await code(slug as string)
    if (text === undefined) return log.warn('It has no code on record.', streams)
    await copy(text).then(
      () => log.success('Copied.', streams),
      () => log.warn(`No program for the clipboard was found. The code is:\n${text}`, streams),
    )
  }

  async function openInBrowser(): Promise<void> {
    const url = await page(slug as string)
    // A service may name anything, and what opens pages would take a program or an option, too.
    if (!/^https?:\/\/\S+$/.test(url)) return log.warn(`Its page is no web page: ${url}`, streams)
    await open(url).catch(() => log.warn(`No browser was found. The page is ${url}`, streams))
  }
}

/** Undefined if the person cancels. */
export async function pickCall<Row extends { operation: string; endpoint: string; required: readonly string[] }>(
  rows: readonly Row[],
  streams: Pick<Terminal, 'input' | 'output'> = {},
) {
  const options = rows.map((row, value) => {
    return { value, label: oneLine(row.operation), hint: oneLine([row.endpoint, ...row.required].join(' ')) }
  })
  const picked = await autocomplete({
    message: 'Which operation? Type to filter.',
    options,
    validate: onlyMatches,
    ...streams,
  })
  if (isCancel(picked)) return undefined
  const { operation, endpoint, required } = rows[picked]!
  const words: string[] = []
  for (const name of required) {
    const value = await text({ message: oneLine(name), ...streams })
    if (isCancel(value)) return undefined
    words.push(`${name}=${value ?? ''}`)
  }
  return { operation, endpoint, arguments: words }
}

/** Programs by system, first come first served. */
const CLIPBOARDS: Partial<Record<NodeJS.Platform, readonly string[]>> = { darwin: ['pbcopy'], win32: ['clip'] }
const UNIX_CLIPBOARDS = ['wl-copy', 'xclip -selection clipboard', 'xsel --clipboard --input']

async function copyText(text: string): Promise<void> {
  const programs = CLIPBOARDS[process.platform] ?? UNIX_CLIPBOARDS
  await firstOf(programs, text)
}

async function openPage(url: string): Promise<void> {
  // On Windows `start` belongs to the shell, which would read the & of a query.
  const programs = { darwin: ['open'], win32: ['explorer'] }[process.platform as string] ?? ['xdg-open']
  await firstOf(programs.map((program) => `${program} ${url}`))
}

/** @throws the error of the last program, if none can be run */
async function firstOf(commands: readonly string[], input = ''): Promise<void> {
  let failure: unknown
  for (const command of commands) {
    const [program = '', ...args] = command.split(' ')
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
    child.stdin!.on('error', () => {})
    child.stdin!.end(input)
    child.unref()
    try {
      await once(child, 'spawn')
      return
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
