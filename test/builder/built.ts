/** Built catalogue directories, good and broken, as an operator's build or disk may leave them. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest, SEARCH_INDEX_FILE } from '../../src/store/catalog-files.ts'
import { contentId } from '../../src/store/manifest.ts'
import { SEARCH_INDEX_VERSION } from '../../src/store/search-index/search-index.ts'

export const BUILT_AT = '2026-01-02T03:04:05Z'

export const RECORDS = [
  { slug: 'one-sdk', title: 'One', github_url: 'https://github.com/acme/one-sdk', topics: ['sea'] },
  { slug: 'two-sdk', title: 'Two', github_url: 'https://github.com/acme/two-sdk', description: 'The second.' },
] as const

/** A byte order mark, both line ends, control characters and an astral one: all of it is the README. */
export const ODD_README = '\ufeff# Odd\r\n\r\nRaw bytes: \u0000 \u001b[31m \u202e 😀\n'

export interface Files {
  /** Members that replace those of a right manifest, or the whole text. */
  manifest?: string | Record<string, unknown>
  records?: string | Buffer | readonly object[]
  /** By slug; null for a README that is missing. */
  readmes?: Record<string, string | Buffer | null>
  /** By slug. */
  operations?: Record<string, string | object>
  /** READMEs and operations in one file each, as this version builds them, in place of a file for each SDK. */
  isPacked?: boolean
}

/** Writes `folder`, with the id and count that its contents give unless `manifest` says otherwise. */
export function buildDirectory(
  folder: string,
  { manifest = {}, records = RECORDS, readmes = {}, operations = {}, isPacked = false }: Files = {},
): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(isPacked ? folder : join(folder, 'readme'), { recursive: true })
  const listed = typeof records === 'string' || Buffer.isBuffer(records)
  const lines = listed ? records : records.map((record) => `${JSON.stringify(record)}\n`).join('')
  const contents = new Map<string, string | Buffer>([['sdks.jsonl', lines]])
  for (const [slug, text] of Object.entries({ 'one-sdk': '# One\n', 'two-sdk': ODD_README, ...readmes })) {
    if (text !== null) contents.set(`readme/${slug}.md`, text)
  }
  if (Object.keys(operations).length > 0 && !isPacked) mkdirSync(join(folder, 'operations'))
  for (const [slug, file] of Object.entries(operations))
    contents.set(`operations/${slug}.json`, typeof file === 'string' ? file : JSON.stringify(file))
  if (isPacked) packTexts(contents, readJsonLines(lines))
  for (const [name, content] of contents) writeFileSync(join(folder, name), content)
  const id = contentId(new Map([...contents].map(([name, content]) => [name, digest(content)])))
  const right = { schema_version: 3, id, built_at: BUILT_AT, count: RECORDS.length }
  const text = typeof manifest === 'string' ? manifest : JSON.stringify({ ...right, ...manifest })
  writeFileSync(join(folder, 'manifest.json'), text)
  return folder
}

const readJsonLines = (lines: string | Buffer): { slug: string }[] =>
  String(lines)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

function packTexts(contents: Map<string, string | Buffer>, records: readonly { slug: string }[]): void {
  for (const [folder, extension] of [
    ['readme', 'md'],
    ['operations', 'json'],
  ] as const) {
    const lines = records.map(({ slug }) => {
      const name = `${folder}/${slug}.${extension}`
      const text = contents.get(name)
      contents.delete(name)
      return `${text === undefined || folder === 'operations' ? (text ?? '') : JSON.stringify(String(text))}\n`
    })
    contents.set(`${folder}.jsonl`, lines.join(''))
  }
}

/** Writes `folder` as a build leaves it, with this index. @param records the bytes of sdks.jsonl */
export function indexedDirectory(folder: string, records: Uint8Array, index: Uint8Array, files: Files = {}): string {
  const directory = buildDirectory(folder, { ...files, records: Buffer.from(records), isPacked: true })
  writeFileSync(join(directory, SEARCH_INDEX_FILE), index)
  return seal(directory, { search_index: { version: SEARCH_INDEX_VERSION } })
}

/** Gives the manifest the id of the files as they are now. @param members of the manifest, besides */
export function seal(directory: string, members: Record<string, unknown> = {}): string {
  const path = join(directory, 'manifest.json')
  const names = readdirSync(directory).filter((name) => name.includes('.') && !name.startsWith('manifest'))
  const id = contentId(new Map(names.map((name) => [name, digest(readFileSync(join(directory, name)))])))
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), id, ...members }))
  return directory
}

const [one, two] = RECORDS
const withTwo = (changes: object) => ({ records: [one, { ...two, ...changes }] })

/** What is wrong, the files, and how the refusal begins or ends. */
export const BROKEN: readonly [string, Files, RegExp][] = [
  ['a manifest that is no JSON', { manifest: '{' }, /^manifest\.json: is not valid JSON$/],
  [
    'a manifest of another schema',
    { manifest: { schema_version: 2 } },
    /^manifest\.json: schema_version: must be 3; build the catalogue again with "catalog build"$/,
  ],
  ['a count that is wrong', { manifest: { count: 3 } }, /^manifest\.json: count: is 3, but .* 2 entries$/],
  ['contents that are not those built', { manifest: { id: '0'.repeat(64) } }, /^manifest\.json: id: is 0+, but the/],
  [
    'a line that is no JSON',
    { records: `${JSON.stringify(one)}\n{"slug":` },
    /^sdks\.jsonl line 2: is not valid JSON$/,
  ],
  [
    'a line after an empty one',
    { records: `${JSON.stringify(one)}\n\nno\n` },
    /^sdks\.jsonl line 3: is not valid JSON$/,
  ],
  ['an unknown member', withTwo({ colour: 'red' }), /^sdks\.jsonl line 2 \("two-sdk"\): entry: .*"colour"$/],
  ['a slug twice', withTwo({ slug: 'one-sdk' }), /line 2 \("one-sdk"\): slug: is already the slug of line 1/],
  ['a slug without -sdk', withTwo({ slug: 'two' }), /\("two"\): slug: .*end in "-sdk"/],
  ['a slug that leads out', withTwo({ slug: '../two-sdk' }), /slug: must be lower-case/],
  ['a title of two lines', withTwo({ title: 'a\nb' }), /\("two-sdk"\): title: must be one line$/],
  ['a description of two lines', withTwo({ description: 'a\u2028b' }), /\("two-sdk"\): description: must be one line$/],
  ['a script as URL', withTwo({ github_url: 'javascript:alert(1)' }), /\("two-sdk"\): github_url: /],
  ['records that are not UTF-8', { records: Buffer.from([0xff, 0xfe]) }, /^sdks\.jsonl: is not valid UTF-8$/],
  ['a README that is missing', { readmes: { 'two-sdk': null } }, /two-sdk\.md: cannot be read \(ENOENT\)$/],
  [
    'a README that is not UTF-8',
    { readmes: { 'two-sdk': Buffer.from([0xc3, 0x28]) } },
    /two-sdk\.md: is not valid UTF-8$/,
  ],
  [
    'a README that is too long',
    { readmes: { 'two-sdk': 'x'.repeat(512 * 1024 + 1) } },
    /two-sdk\.md: holds 524289 bytes; a README may hold 524288$/,
  ],
]
