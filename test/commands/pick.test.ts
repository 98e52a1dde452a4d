/** The picker of `find`, with the keys of a person and what the terminal shows. */
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { pick } from '../../src/commands/query/pick.ts'

const CHOICES = [
  { slug: 'poetrydb-sdk', title: 'PoetryDB', description: 'English poems in full text.' },
  { slug: 'dog-sdk', title: 'Dog', description: 'Pictures of dogs by breed.' },
]
const [ENTER, DOWN, ESCAPE] = ['\r', '\u001b[B', '\u001b']

/** Types each key once the screen shows what is expected before it. */
async function session(
  steps: readonly (readonly [shown: RegExp, keys: string])[],
  { failing = false, page = (slug: string) => `https://sdk.example/${slug}` } = {},
) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  const output = Object.assign(new PassThrough(), { columns: 80, rows: 24, isTTY: true })
  const done: string[] = []
  let screen = ''
  const left = [...steps]
  output.on('data', (chunk) => {
    screen += chunk
    const [shown, keys] = left[0] ?? []
    if (!shown?.test(screen)) return
    left.shift()
    screen = ''
    setImmediate(() => input.write(keys!))
  })
  const act = (what: string) => async (text: string) => {
    if (failing) throw new Error('no program')
    done.push(`${what} ${text}`)
  }
  const actions = {
    show: async (slug: string) => void done.push(`show ${slug}`),
    code: async (slug: string) => (slug === 'dog-sdk' ? undefined : 'print(1)\n'),
    page: async (slug: string) => page(slug),
  }
  await pick(CHOICES, actions, { input, output, copy: act('copy'), open: act('open') } as Parameters<typeof pick>[2])
  return { done, screen, left }
}

test('arrow keys and Enter show an SDK; then c copies its first call, o opens its page, and q ends', async () => {
  const { done, left } = await session([
    [/Which SDK\?[\s\S]*Dog/, DOWN],
    [/Pictures of dogs/, ENTER],
    [/What next\?[\s\S]*done/, 'o'],
    [/What next\?[\s\S]*done/, 'q'],
  ])
  expect(left).toEqual([])
  expect(done).toEqual(['show dog-sdk', 'open https://sdk.example/dog-sdk'])
})

test('typing filters', async () => {
  const { done } = await session([
    [/Which SDK\?[\s\S]*Dog/, 'poet'],
    [/poet/, ENTER],
    [/What next\?[\s\S]*done/, 'c'],
    [/Copied[\s\S]*What next\?[\s\S]*done/, 'q'],
  ])
  expect(done).toEqual(['show poetrydb-sdk', 'copy print(1)\n'])
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
  '-a Calculator',
  'file:///bin/sh',
  '\\\\host\\share\\x.exe',
  'https://sdk.example/ -a Calculator',
  'smb://host/x',
])('the page %j of a service is not opened', async (address) => {
  const steps = [
    [/Which SDK\?[\s\S]*Dog/, ENTER],
    [/What next\?[\s\S]*done/, 'o'],
    [/is no web page[\s\S]*What next\?[\s\S]*done/, 'q'],
  ] as const
  expect(await session(steps, { page: () => address })).toMatchObject({ done: ['show poetrydb-sdk'], left: [] })
})
