/**
 * The pickers on a terminal. Of `find`: type to filter, Enter shows an SDK, then keys call it, copy its code or open its
 * page. Of `call`: an endpoint, then a value for each parameter that it requires.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { autocomplete, isCancel, log, selectKey, text } from '@clack/prompts'
import type { Parameter } from '../../catalog/record/facts.ts'
import { isNested } from '../../code/arguments.ts'
import { isStated, sampleOf } from '../../code/values/sample-values.ts'
import { shorten } from '../../text/columns.ts'
import { joinParts } from '../../text/join-parts.ts'
import { replaceUnsafe } from '../../text/unsafe-characters.ts'
import { StartupError } from '../output.ts'

interface Choice {
  slug: string
  title: string
  description?: string | undefined
  match?: string
}

interface Actions {
  show(slug: string): Promise<void>
  /** Sends a request of an operation that the person picks; absent where none is sent. */
  call?: (slug: string) => Promise<void>
  /** The first call, as code alone. */
  code(slug: string): Promise<{ text: string; language: string } | undefined>
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
  { show, call, code, page }: Actions,
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
        ...(call ? [{ value: 'r', label: 'send a request: pick an operation' }] : []),
        { value: 'c', label: 'copy the first call' },
        { value: 'o', label: 'open the page' },
        { value: 'q', label: 'done' },
      ],
      ...streams,
    })
    if (key === 'r') await call!(slug as string).catch(warn)
    else if (key === 'c') await copyCode()
    else if (key === 'o') await openInBrowser()
    else return
  }

  /** What cannot be sent as it is ends no search. */
  function warn(error: Error): void {
    if (!(error instanceof StartupError)) throw error
    log.warn(oneLine(error.message), streams)
  }

  async function copyCode(): Promise<void> {
    const { text, language } = (await code(slug as string)) ?? {}
    if (text === undefined) return log.warn('It has no code on record.', streams)
    await copy(text).then(
      () => log.success(`Copied the first call, in ${language}.`, streams),
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

interface Callable {
  operation: string
  endpoint: string
  required: readonly Parameter[]
}

/** Undefined if the person cancels. @param likely the operation to begin at */
export async function pickCall(
  rows: readonly Callable[],
  streams: Pick<Terminal, 'input' | 'output'> = {},
  likely?: string,
) {
  const options = rows.map((row, value) => {
    const names = row.required.map(({ name }) => name)
    return { value, label: oneLine(`${row.operation}  ${row.endpoint}`), hint: oneLine(names.join(' ')) }
  })
  const picked = await autocomplete({
    message: 'Which operation? Type to filter.',
    options,
    initialValue: Math.max(
      0,
      rows.findIndex(({ operation }) => operation === likely),
    ),
    validate: onlyMatches,
    ...streams,
  })
  if (isCancel(picked)) return undefined
  const { operation, endpoint, required } = rows[picked]!
  const words: string[] = []
  for (const parameter of required) {
    const { name, enum: choices = [] } = parameter
    const sample = sampleOf(parameter)
    const recorded = isStated(sample) && !isNested(parameter) ? String(sample.value) : undefined
    const value = await text({
      message: oneLine(joinParts(': ', name, choices.length > 0 && `one of ${choices.join(', ')}`)),
      // Enter takes what the API's description has as its example.
      ...(recorded !== undefined && { defaultValue: recorded, placeholder: oneLine(recorded) }),
      ...streams,
    })
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
