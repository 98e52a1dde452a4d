/** The most expensive shapes of what callers ask (`npm run hardening -- --only dear` searches for them). */
import { embedded } from '../embedded.ts'
import type { WorkOf } from './counted.ts'
import { call, type Sent, workOfEach } from './refusals.ts'

/** What a query may have; find_sdk refuses more. */
const MAX_LENGTH = 1000

/** Words that are looked up for the first time cost most. */
const WORDS_OF_ROUND = 150

const { records } = embedded
const found = records.flatMap(({ title, description = '' }) => `${title} ${description}`.match(/[a-z]{6,10}/g) ?? [])
const known = [...new Set(found)]
const words = (round: number) => known.slice(round * WORDS_OF_ROUND, (round + 1) * WORDS_OF_ROUND)
const letters = (from: number): string =>
  Array.from({ length: MAX_LENGTH }, (_, at) => String.fromCodePoint(from + at * 7)).join('')
const swapped = (word: string): string => word.replace(/^(..)(.)(.)/, '$1$3$2')
const titles = (round: number) => records.slice(round * WORDS_OF_ROUND).map(({ title }) => title)

const SEARCHED: Readonly<Record<string, (round: number) => string>> = {
  'words of the catalogue': (round) => words(round).join(' '),
  'words with two letters swapped': (round) => words(round).map(swapped).join(' '),
  'words with an ending that is not English': (round) =>
    words(round)
      .map((word) => `${word}larından`)
      .join(' '),
  'titles of SDKs': (round) => titles(round).join(' '),
  'Chinese characters': (round) => letters(0x4e00 + round),
  'a Chinese character many times': (round) => '日本'[round]!.repeat(MAX_LENGTH),
  'Korean syllables, two in a word': (round) => letters(0xac00 + round).replace(/../g, '$& '),
  'many needs': () => 'I need the weather. Send a text message. Show a map. Convert euro to dollar. '.repeat(13),
  'addresses of hosts': (round) => `${round}.b.c.d/e `.repeat(100),
}

const page = (path: string) => (): Sent => [path, { headers: { accept: 'text/html' } }]
const { slug, entities } = records.toSorted((a, b) => b.entities.length - a.entities.length)[0]!
const question = 'how do I install the client without a key and paginate '

const ASKED: Readonly<Record<string, (round: number) => Sent>> = {
  'a list of SDKs for mistyped words': page('/sdk?q=wether+forcst+curency+excange+rtes+languge'),
  'the page of the SDK with most entities': page(`/example-sdk/${slug}`),
  'a thousand letters of eighteen each that are no operation': () =>
    call('get_sdk_readme', { slug, operation: '\uFDFA'.repeat(1000) }),
  'an operation that a large API lacks': () => call('get_sdk_readme', { slug, entity: entities[0]!.name, op: 'nope' }),
  'a question to the pages': (round) => call('search_docs', { query: `${round} ${question.repeat(3)}` }),
}

export default function queryWork(workOf: WorkOf): Promise<Record<string, number>> {
  const searches = Object.entries(SEARCHED).map(([what, query]) => [
    what,
    (round: number) => call('find_sdk', { query: query(round).slice(0, MAX_LENGTH) }),
  ])
  return workOfEach({ ...Object.fromEntries(searches), ...ASKED }, workOf)
}
