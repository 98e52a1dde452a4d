/** READMEs made from facts: right for any record the schema lets through. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderReadme } from '../../../src/catalog/readme/template.ts'
import { LANGUAGES, type Language, OPERATIONS } from '../../../src/catalog/record/languages.ts'
import { SdkRecord } from '../../../src/catalog/record/record.ts'
import { embedded } from '../../embedded.ts'
import { runs } from '../../property.ts'
import { outline, section } from './of-text.ts'

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
const anyRecord = fc.record({
  ...fc_constants(bare),
  title: fc.oneof(oneLine, fc.constantFrom('A | B', '`tick`', '# hash', '[x](javascript:0)', '<b>bold</b>')),
  topics: fc.subarray(['weather', 'maps', 'money']),
  languages: fc.subarray(Object.keys(LANGUAGES) as Language[]),
  cli: fc.constantFrom(undefined, { name: 'thing-cli' }),
  mcp: fc.constantFrom(undefined, { name: 'thing-mcp' }),
  auth: fc.constantFrom<SdkRecord['auth'][]>({ scheme: 'none' }, { scheme: 'apiKey' }, { scheme: 'unknown' }),
  entities: fc.array(fc.record({ name, ops: fc.subarray([...OPERATIONS]) }), { maxLength: 90 }),
})

function fc_constants(record: SdkRecord) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fc.constant<unknown>(value)]))
}

describe('a README from facts', () => {
  test('is the same bytes each time, of any record', () => {
    fc.assert(
      fc.property(
        anyRecord.map((facts) => SdkRecord.parse(JSON.parse(JSON.stringify(facts)))),
        (record) => {
          const text = renderReadme(record)
          expect(renderReadme(structuredClone(record))).toBe(text)
          expect(text).not.toMatch(/undefined|\[object|NaN|\n{3}/)
          expect(text.endsWith('\n')).toBe(true)
        },
      ),
      runs(200),
    )
  })

  test('has one title, opens no fence that it does not close, and keeps every table rectangular', () => {
    fc.assert(
      fc.property(
        anyRecord.map((facts) => SdkRecord.parse(JSON.parse(JSON.stringify(facts)))),
        (record) => {
          const text = renderReadme(record)
          expect(outline(text).filter(({ level }) => level === 1).length).toBe(1)
          expect((text.match(/^```/gm) ?? []).length % 2).toBe(0)
          for (const [table] of text.matchAll(/(?:^\|.*\|\n)+/gm)) {
            const widths = table
              .trim()
              .split('\n')
              .map((row) => row.replaceAll('\\|', '').split('|').length)
            expect(new Set(widths).size).toBe(1)
          }
        },
      ),
      runs(200),
    )
  })

  test('says that the repository has the full README, and links to it', () => {
    for (const record of [bare, ...records.slice(0, 20)]) {
      expect(renderReadme(record)).toContain(`[README in the repository](${record.github_url}#readme) is the full one`)
    }
  })

  test('names no command or entity that the facts do not hold, and says what is only so in general', () => {
    const text = renderReadme(bare)
    const headings = outline(text).map(({ heading }) => heading)
    for (const heading of ['Quickstart', 'Command line', 'MCP server']) expect(headings).not.toContain(heading)
    expect(text).not.toMatch(/go install|go build|\| Operations? \|/)
    expect(section(text, 'install')).toContain('Its languages are not on record;')
    expect(section(text, 'usage-in-general')).toContain("import { ThingSDK } from '@someone/thing'")
    expect(section(text, 'at-a-glance')).not.toContain('Languages')
  })

  test('is general only where no operation is on record', () => {
    for (const record of records) {
      const text = renderReadme(record)
      const known = record.entities.some(({ ops }) => ops.length > 0)
      expect(section(text, 'usage-in-general') === undefined, record.slug).toBe(known)
      expect(section(text, 'quickstart') !== undefined, record.slug).toBe(known)
      expect(text.includes('Its languages are not on record;')).toBe(record.languages.length === 0)
      expect(text.match(/Generated SDKs have a test mode/g)).toHaveLength(1)
    }
  })

  test('uses its own languages where no entity is on record, and has no code where none of them has any', () => {
    const inGeneral = (languages: SdkRecord['languages']) =>
      section(renderReadme({ ...bare, languages }), 'usage-in-general')
    expect(inGeneral(['py', 'rust'])).toContain('```python')
    expect(inGeneral(['py', 'rust'])).not.toContain('```ts')
    expect(inGeneral(['rust'])).toBeUndefined()
    expect(section(renderReadme({ ...bare, languages: ['rust'] }), 'install')).toContain('| `rust/` of a release |')
  })

  test('says where the key comes from, and that one may not be needed where that is not recorded', () => {
    const start = (facts: Partial<SdkRecord>) =>
      section(
        renderReadme({ ...bare, languages: ['py'], entities: [{ name: 'order', ops: ['list'] }], ...facts }),
        'quickstart',
      )!
    expect(start({})).toContain('Leave the key out if the API asks for none.')
    expect(start({})).toContain('"THING_APIKEY"')
    expect(start({ auth: { scheme: 'apiKey' } })).toContain(
      'The key comes from the environment variable `THING_APIKEY`.',
    )
    expect(start({ auth: { scheme: 'apiKey' } })).not.toContain('Leave the key out')
    expect(start({ auth: { scheme: 'none' } })).not.toMatch(/key/i)
  })

  test('says before the first code where the arguments of an operation are', () => {
    for (const record of records.filter(({ entities }) => entities.length > 0)) {
      const [before] = section(renderReadme(record), 'quickstart')!.split('```')
      expect(before).toContain(`the [full README](${record.github_url}#readme) has them.`)
    }
  })

  test('says of every API whether it wants a key, as far as that is recorded', () => {
    const row = (scheme: SdkRecord['auth']['scheme']) =>
      /\| Authentication \| (.*) \|/.exec(renderReadme({ ...bare, auth: { scheme } }))?.[1]
    expect(row('none')).toBe('no key needed, as far as recorded')
    expect(row('bearer')).toBe('a key is needed, as far as recorded')
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

  test('shows a read before a write in the quickstart', () => {
    const record = {
      ...bare,
      languages: ['ts' as const],
      entities: [{ name: 'order', ops: ['create' as const, 'list' as const] }],
    }
    expect(renderReadme(record)).toContain('await client.Order().list()')
  })

  test('lists what it offers: each language, entity and surface once', () => {
    const record = records.find(({ slug }) => slug === 'poetrydb-sdk')!
    const text = renderReadme(record)
    for (const language of record.languages) expect(text).toContain(LANGUAGES[language])
    for (const heading of ['Install', 'Quickstart', 'Command line', 'MCP server', 'Links']) {
      expect(outline(text).map((part) => part.heading)).toContain(heading)
    }
  })
})
