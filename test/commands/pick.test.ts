/** The picker of `find`, with the keys of a person and what the terminal shows. */
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { fail } from '../../src/commands/output.ts'
import { pick, pickCall } from '../../src/commands/query/pick.ts'

const CHOICES = [
  { slug: 'poetrydb-sdk', title: 'PoetryDB', description: 'English poems in full text.' },
  { slug: 'dog-sdk', title: 'Dog', description: 'Pictures of dogs by breed.', match: 'fit good' },
]
const [ENTER, DOWN, ESCAPE] = ['\r', '\u001b[B', '\u001b']

/** Types each key once the screen shows what is expected before it. */
function terminal(steps: readonly (readonly [shown: RegExp, keys: string])[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  const output = Object.assign(new PassThrough(), { columns: 80, rows: 24, isTTY: true })
  const typed = { screen: '', left: [...steps] }
  output.on('data', (chunk) => {
    typed.screen += chunk
    const [shown, keys] = typed.left[0] ?? []
    if (!shown?.test(typed.screen)) return
    typed.left.shift()
    typed.screen = ''
    setImmediate(() => input.write(keys!))
  })
  return { streams: { input, output } as unknown as Parameters<typeof pickCall>[1], typed }
}

async function session(
  steps: Parameters<typeof terminal>[0],
  { failing = false, refused = false, call = false, page = (slug: string) => `https://sdk.example/${slug}` } = {},
) {
  const { streams, typed } = terminal(steps)
  const done: string[] = []
  const act = (what: string) => async (text: string) => {
    if (failing) throw new Error('no program')
    if (refused) fail('Set the key.')
    done.push(`${what} ${text}`)
  }
  const actions = {
    show: async (slug: string) => void done.push(`show ${slug}`),
    code: async (slug: string) => (slug === 'dog-sdk' ? undefined : { text: 'print(1)\n', language: 'Python' }),
    ...(call && { call: act('call') }),
    page: async (slug: string) => page(slug),
  }
  await pick(CHOICES, actions, { ...streams, copy: act('copy'), open: act('open') })
  return { done, ...typed }
}

test('arrow keys and Enter show an SDK; then o opens its page, and q ends', async () => {
  const { done, left } = await session([
    [/Which SDK\?[\s\S]*Dog/, DOWN],
    [/Pictures of dogs by breed\. \[fit good\]/, ENTER],
    [/What next\?[\s\S]*done/, 'o'],
    [/What next\?[\s\S]*done/, 'q'],
  ])
  expect(left).toEqual([])
  expect(done).toEqual(['show dog-sdk', 'open https://sdk.example/dog-sdk'])
})

test('names that would steer the terminal are shown in one line, without what steers', async () => {
  const { streams, typed } = terminal([[/Which operation\?[\s\S]*tide/, ESCAPE]])
  let shown = ''
  streams!.output!.on('data', (chunk) => {
    shown += chunk
  })
  await pickCall([{ operation: 'tide\r\u009b2Jlist', endpoint: 'GET /\u202ex\ny', required: [] }], streams)
  expect(typed.left).toEqual([])
  expect(shown).toContain('tide\ufffd\ufffd2Jlist')
  expect(shown).toContain('GET /\ufffdx y')
})

test('r sends a request, and what cannot be sent ends nothing', async () => {
  const steps = [
    [/Which SDK\?[\s\S]*Dog/, ENTER],
    [/What next\?[\s\S]*send a request[\s\S]*done/, 'r'],
    [/What next\?[\s\S]*done/, 'q'],
  ] as const
  expect(await session(steps, { call: true })).toMatchObject({
    done: ['show poetrydb-sdk', 'call poetrydb-sdk'],
    left: [],
  })
  const refused = steps.with(2, [/Set the key\.[\s\S]*What next\?[\s\S]*done/, 'q'])
  expect(await session(refused, { call: true, refused: true })).toMatchObject({ done: ['show poetrydb-sdk'], left: [] })
})

test('typing filters, Enter where nothing matches asks for other words, and c copies the first call', async () => {
  const { done, left } = await session([
    [/Which SDK\?[\s\S]*Dog/, 'zzz'],
    [/No matches found/, ENTER],
    [/Nothing matches; type something else\./, '\u007f\u007f\u007fpoet'],
    [/● PoetryDB/, ENTER],
    [/What next\?[\s\S]*done/, 'c'],
    [/Copied the first call, in Python\.[\s\S]*What next\?[\s\S]*done/, 'q'],
  ])
  expect([done, left]).toEqual([['show poetrydb-sdk', 'copy print(1)\n'], []])
})

test('without programs for it, the code and the address are shown; Escape ends', async () => {
  const { done, left } = await session(
    [
      [/Which SDK\?[\s\S]*Dog/, ENTER],
      [/What next\?[\s\S]*done/, 'c'],
      [/The code is:[\s\S]*print\(1\)[\s\S]*What next\?[\s\S]*done/, 'o'],
      [/The page is https:\/\/sdk\.example\/poetrydb-sdk[\s\S]*What next\?[\s\S]*done/, ESCAPE],
    ],
    { failing: true },
  )
  expect([done, left]).toEqual([['show poetrydb-sdk'], []])
})

test.each([
  ...['-a Calculator', 'file:///bin/sh', '\\\\host\\share\\x.exe', 'https://sdk.example/ -a Calculator'],
  ...['smb://host/x'],
])('the page %j of a service is not opened', async (address) => {
  const steps = [
    [/Which SDK\?[\s\S]*Dog/, ENTER],
    [/What next\?[\s\S]*done/, 'o'],
    [/is no web page[\s\S]*What next\?[\s\S]*done/, 'q'],
  ] as const
  expect(await session(steps, { page: () => address })).toMatchObject({ done: ['show poetrydb-sdk'], left: [] })
})

test('call picks an endpoint and asks for what it requires, with the recorded example as default; Escape ends', async () => {
  const rows = [
    { operation: 'tide.list', endpoint: 'GET /tides', required: [] },
    {
      operation: 'tide.load',
      endpoint: 'GET /tides/{id}/{day}',
      required: [
        { name: 'id', in: 'path' as const, type: 'string' as const },
        { name: 'day', in: 'path' as const, example: 'today', enum: ['today', 'tomorrow'] },
      ],
    },
  ]
  const steps = [
    [/Which operation\?[\s\S]*tide\.load/, DOWN],
    [/GET \/tides\/\{id\}/, ENTER],
    [/id/, `St Malo${ENTER}`],
    [/day: one of today, tomorrow/, ENTER],
  ] as const
  const picked = await pickCall(rows, terminal(steps).streams)
  expect(picked).toEqual({
    operation: 'tide.load',
    endpoint: 'GET /tides/{id}/{day}',
    arguments: ['id=St Malo', 'day=today'],
  })
  const left = await pickCall(rows, terminal([steps[0], [/GET \/tides\/\{id\}/, ENTER], [/id/, ESCAPE]]).streams)
  expect(left).toBeUndefined()
  const likely = terminal([
    [/● tide\.load/, ENTER],
    [/id/, ESCAPE],
  ])
  await pickCall(rows, likely.streams, 'tide.load')
  expect(likely.typed.left).toEqual([])
})
