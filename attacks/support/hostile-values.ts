/** Texts of many scripts, wide and deep JSON, and odd ways to write it, each chosen by numbers from 0 to 1. */
import { pick, randomFrom } from './attack.ts'

export type Next = () => number

/** Letters of scripts that tokenizers and normal forms treat in ways of their own. */
const SCRIPTS = [
  { from: 0x61, count: 26 },
  { from: 0xc0, count: 200 },
  { from: 0x300, count: 80 },
  { from: 0x3b1, count: 25 },
  { from: 0x430, count: 32 },
  { from: 0x5d0, count: 27 },
  { from: 0x621, count: 40 },
  { from: 0x905, count: 50 },
  { from: 0xe01, count: 58 },
  { from: 0x1100, count: 200 },
  { from: 0x1200, count: 300 },
  { from: 0x1780, count: 80 },
  { from: 0x3041, count: 170 },
  { from: 0x4e00, count: 8_000 },
  { from: 0xac00, count: 8_000 },
  // Letters that normal forms make longer.
  { from: 0xfb50, count: 600 },
  { from: 0xfdf0, count: 12 },
  { from: 0xff21, count: 90 },
  { from: 0x1d400, count: 900 },
  { from: 0x1f600, count: 80 },
  { from: 0x20000, count: 4_000 },
]
const UNITS = [
  ...['wether ', 'curency excange rtes ', 'ab ', 'zzzzzz ', ' ', '\n', '\0', '\u202e', '\u0301', '\u200d', '❤\ufe0f'],
  ...String.raw`a e # / ? . - , @ % ( * [ ' " \ İ ß https://a.b/ a.b.c. poetrydb-sdk, x- a.日 %zz %F0%9F {{7*7}} not without`.split(
    ' ',
  ),
]
const WORDS =
  'weather currency poem without no key in python under free forecast email send map of the sms or but not'.split(' ')
const OBJECTS = 'invoice customer city user name repository translation author title song recipe'.split(' ')
const PIECES = [
  ...'tion ing ed ator aeiou A1, €1 1.1. a@b.c listIssues ﬁ straße Zürich'.split(' '),
  'translate ',
  "'s ",
]
/** Between parts of a query: each begins another analysis. */
const SENTENCES = [
  ['list ', ' by ', ' and create ', ' by ', ' and remove '],
  ['', ' or ', ' or '],
  ['not ', ' without ', ' except ', ', not '],
  ['', ' and ', ' or ', ' not ', ' by '],
]
const ODD = [
  '',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  '-0',
  '1e999',
  'null',
  'a'.repeat(300),
  '(a+)+$',
]
export const LENGTHS = [1, 8, 20, 60, 119, 199, 490, 1_000, 5_000, 60_000]
export const COUNTS = [0, 1, 3, 20, 21, 100, 490, 990, 1_001, 6_000]
const DEPTHS = [1, 10, 31, 32, 33, 1_000, 5_000]

const index = (next: Next, count: number): number => Math.floor(next() * count)

export function text(next: Next): string {
  const length = pick(next, LENGTHS)
  const kind = next()
  if (kind < 0.15) return pick(next, ODD)
  if (kind < 0.25) return mixture(randomFrom(next() * 2 ** 32), length)
  if (kind < 0.45) return repeated(pick(next, UNITS) + (next() < 0.3 ? pick(next, UNITS) : ''), length)
  if (kind < 0.5) return sentences(next, length)
  if (kind < 0.6) {
    const words = Array.from({ length: Math.ceil(length / 6) }, () => misspelt(next, pick(next, WORDS)))
    return words.join(pick(next, [' ', ', ', '-', '.', ' or ', ' not '])).slice(0, length)
  }
  const { from, count } = pick(next, SCRIPTS)
  const start = index(next, count)
  const letters = Array.from({ length }, (_, at) => String.fromCodePoint(from + ((start + at * 7) % count)))
  const gap = pick(next, [0, 0, 2, 3, 5])
  return gap === 0 ? letters.join('') : letters.map((letter, at) => (at % gap ? letter : ` ${letter}`)).join('')
}

/** "list X by Y and create Z by W and …": words of any kind with the connectives of one sentence between them. */
function sentences(next: Next, length: number): string {
  const [connectives, misspells] = [pick(next, SENTENCES), next() < 0.3]
  const random = randomFrom(next() * 2 ** 32)
  let text = ''
  for (let at = 0; text.length < Math.min(length, 1_000); at++) {
    const word = pick(random, [...WORDS, ...OBJECTS])
    text += connectives[at % connectives.length]! + (misspells ? misspelt(random, word) : word)
  }
  return text.slice(0, length)
}

/** A few pieces in any order: long words with known endings. */
function mixture(random: Next, length: number): string {
  const pieces = Array.from({ length: 2 + index(random, 4) }, () => pick(random, [...UNITS, ...WORDS, ...PIECES]))
  let mixed = ''
  while (mixed.length < Math.min(length, 1_000)) mixed += pick(random, pieces)
  return mixed
}

export const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

function misspelt(next: Next, word: string): string {
  if (next() < 0.5) return word
  const at = index(next, word.length)
  return word.slice(0, at) + pick(next, ['x', 'q', '', 'ü', word[at]! + word[at]!]) + word.slice(at + 1)
}

export function json(next: Next): unknown {
  const kind = next()
  if (kind < 0.6) return text(next)
  if (kind < 0.7) return pick(next, [null, true, 0, -1, 1.5, 1e21, 2 ** 53, [], {}])
  if (kind < 0.8) return Array.from({ length: Math.min(20, pick(next, COUNTS)) }, () => text(next).slice(0, 200))
  const [count, name] = [pick(next, COUNTS), pick(next, ['m', '', '😀', 'query'])]
  if (kind < 0.9) return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, {}]))
  return `@deep ${pick(next, DEPTHS)}@`
}

/** Written as text, because JSON.stringify fails at such depths. */
const deep = (depth: number): string => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`

/** As other programs write JSON. */
export function written(next: Next, value: unknown): string {
  const plain = JSON.stringify(value).replace(/"@deep (\d+)@"/g, (_, depth) => deep(Number(depth)))
  const kind = next()
  if (kind < 0.8) return plain
  if (kind < 0.85) return `\ufeff${plain}${' '.repeat(pick(next, LENGTHS))}`
  if (kind < 0.9) return plain.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
  if (kind < 0.95) return plain.replace('{', '{"id":1e2,"id":0.1e1,')
  return plain.slice(0, -1 - index(next, 20))
}
