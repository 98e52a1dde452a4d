/** READMEs made from facts: right for any record the schema lets through. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language, OPERATIONS } from '../../src/catalog/record/languages.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { quickstarts } from '../../src/code/first-steps.ts'
import { renderReadme } from '../../src/code/readme-template.ts'
import { outline, section } from '../catalog/readme/of-text.ts'
import { embedded } from '../embedded.ts'
import { runs } from '../property.ts'

const { records } = embedded

const bare: SdkRecord = SdkRecord.parse({
  slug: 'thing-sdk',
  title: 'Thing',
  github_url: 'https://github.com/someone/thing-sdk',
})

const oneLine = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => text !== '')
const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,15}$/)
const anyFacts = fc.record({
  title: fc.oneof(oneLine, fc.constantFrom('A | B', '`tick`', '# hash', '[x](javascript:0)', '<b>bold</b>')),
  topics: fc.subarray(['weather', 'maps', 'money']),
  languages: fc.subarray(Object.keys(LANGUAGES) as Language[]),
  cli: fc.constantFrom(undefined, { name: 'thing-cli' }),
  mcp: fc.constantFrom(undefined, { name: 'thing-mcp' }),
  auth: fc.constantFrom<SdkRecord['auth'][]>({ scheme: 'none' }, { scheme: 'apiKey' }, { scheme: 'unknown' }),
  entities: fc.array(fc.record({ name, ops: fc.subarray([...OPERATIONS]) }), { maxLength: 90 }),
})

describe('a README from facts', () => {
  test('is the same bytes each time, with one title, closed fences and rectangular tables, of any record', () =>
    fc.assert(
      fc.property(
        anyFacts.map((facts) => SdkRecord.parse(JSON.parse(JSON.stringify({ ...bare, ...facts })))),
        (record) => {
          const text = renderReadme(record)
          expect(renderReadme(structuredClone(record))).toBe(text)
          expect(text).not.toMatch(/undefined|\[object|NaN|\n{3}/)
          expect(text.endsWith('\n')).toBe(true)
          expect(outline(text).filter(({ level }) => level === 1).length).toBe(1)
          expect((text.match(/^```/gm) ?? []).length % 2).toBe(0)
          for (const [table] of text.matchAll(/(?:^\|.*\|\n)+/gm)) {
            const rows = table.trim().replaceAll('\\|', '').split('\n')
            expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1)
          }
        },
      ),
      runs(100),
    ))

  test('says that the repository has the full README, and links to it', () => {
    for (const record of [bare, ...records.slice(0, 20)])
      expect(renderReadme(record)).toContain(`[README in the repository](${record.github_url}#readme) is the full one`)
  })

  test('names no command or entity that the facts do not hold, and says what is only so in general', () => {
    const text = renderReadme(bare)
    const headings = outline(text).map(({ heading }) => heading)
    for (const heading of ['Quickstart', 'Command line', 'MCP server']) expect(headings).not.toContain(heading)
    expect(text).not.toMatch(/go install|go build|\| Operations? \|/)
    expect(section(text, 'install')).toContain('Its languages are not on record;')
    expect(section(text, 'at-a-glance')).not.toContain('Languages')
  })

  test('has first code where a call is known, and never requests a path that is not real', () => {
    for (const record of records.filter((_, at) => at % 4 === 0)) {
      const text = renderReadme(record)
      expect(section(text, 'quickstart') !== undefined, record.slug).toBe(quickstarts(record).length > 0)
      expect(text.includes('Its languages are not on record;')).toBe(record.languages.length === 0)
      expect(text.match(/Generated SDKs have a test mode/g)).toHaveLength(1)
      expect(text).not.toMatch(/'\/path'|"\/path"/)
    }
  })

  test('names languages that only a release has, without a table of none', () => {
    const install = section(renderReadme({ ...bare, languages: ['rust', 'zig'] }), 'install')!
    expect(install).toContain('Rust (`someone-thing`), Zig (`someone-thing`)')
    expect(install).not.toContain('| Language |')
  })

  test('says where the key comes from, and where none is needed says nothing of one', () => {
    const orders: SdkRecord = { ...bare, languages: ['py'], entities: [{ name: 'order', ops: ['list'] }] }
    const start = (facts: Partial<SdkRecord>) => section(renderReadme({ ...orders, ...facts }), 'quickstart')!
    expect(start({})).toContain('not on record')
    expect(start({})).toContain('"THING_APIKEY"')
    expect(start({ auth: { scheme: 'apiKey', env: 'MY_KEY', pass: 'apikey' } })).toContain('MY_KEY holds the key.')
    expect(start({ auth: { scheme: 'none' } })).not.toMatch(/key/i)
  })

  test('leads to the repository for arguments where the call is not on record', () => {
    for (const record of records.filter((one) => !one.first_call && quickstarts(one).length > 0)) {
      const [before] = section(renderReadme(record), 'quickstart')!.split('```')
      expect(before).toContain(`The [full README](${record.github_url}#readme) has the arguments.`)
    }
  })

  test('says of CLI and MCP server what they can do and how they are built', () => {
    const cli = { name: 'thing-cli', words: ['list', 'update'], idle: ['update'], go: '1.24.7' }
    const text = renderReadme({ ...bare, cli, mcp: { name: 'thing-mcp', tools: ['thing_list'] } })
    expect(section(text, 'command-line')).toContain('(words: list)')
    expect(section(text, 'command-line')).toContain('Go 1.24.7 or later')
    expect(section(text, 'mcp-server')).toContain('the tools thing_list.')
    expect(text).not.toContain('go install')
  })

  test('has every server, with the values of its variables', () => {
    const servers = [
      { url: 'https://{region}.thing.dev', variables: { region: { enum: ['eu', 'us'] } } },
      { url: 'https://b' },
    ]
    expect(section(renderReadme({ ...bare, servers }), 'at-a-glance')).toContain(
      '| API servers | `https://{region}.thing.dev` (region: eu, us), `https://b` |',
    )
  })

  test('says of every API whether it wants a key, as far as that is recorded', () => {
    const row = (scheme: SdkRecord['auth']['scheme']) =>
      /\| Authentication \| (.*) \|/.exec(renderReadme({ ...bare, auth: { scheme } }))?.[1]
    expect(row('none')).toBe('no key needed, as far as recorded')
    expect(row('bearer')).toBe('bearer token; environment variable THING_APIKEY')
    expect(row('unknown')).toBe('not recorded; see the provider')
  })

  test.each([
    ['https://fastcon.harknmav.fun', 'fastcon.harknmav.fun'],
    ['http://127.0.0.1:27123', '127.0.0.1:27123'],
    ['https://api.telegram.org/bot{token}', 'api.telegram.org'],
    ['https://{instance}.dreamapply.com/api', 'the provider'],
    ['{scheme}://api.thing.dev', 'the provider'],
    ['/v1', 'the provider'],
    ['javascript:alert(1)', 'the provider'],
    [undefined, 'the provider'],
  ])('of an API at %s says that the SDK calls %s', (url, called) => {
    const record = { ...bare, source_website: 'https://github.com/someone/thing', ...(url && { servers: [{ url }] }) }
    expect(renderReadme(record)).toContain(`the SDK calls ${called} directly`)
  })
})
