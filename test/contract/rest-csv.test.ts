/** The CSV of section 4.8, as a program meets it. */
import { describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { embedded } from '../embedded.ts'
import { app, catalogue } from './catalogue.ts'
import { verifies } from './verifies.ts'

describe('the CSV', () => {
  const COLUMNS = 'slug,title,voxgig_url,github_url,freepublicapis_url,source_openapi_url,source_website'
  const text = async () => (await app.request('/sdk/example-sdk.csv')).text()

  /** RFC 4180, read by hand: quoted cells may hold commas, line ends and doubled quotes. */
  function parse(csv: string): string[][] {
    const rows: string[][] = []
    let cells: string[] = []
    for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
      cells.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
      if (end === '\r\n') {
        rows.push(cells)
        cells = []
      }
    }
    return rows
  }

  verifies(['csv.type', 'csv.columns'], 'answers 200 text/csv, and names its seven columns in order', async () => {
    const answer = await app.request('/sdk/example-sdk.csv')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/)
    expect((await answer.text()).startsWith(`${COLUMNS}\r\n`)).toBe(true)
  })

  verifies('csv.one-row-per-sdk', 'has one row for each SDK, in catalogue order', async () => {
    const [, ...rows] = parse(await text())
    expect(rows.every((row) => row.length === 7)).toBe(true)
    expect(rows.map(([slug, title, url, github]) => [slug, title, url, github])).toEqual(
      catalogue.sdks.map(({ slug, title, url, github_url }) => [slug, title, url, github_url]),
    )
  })

  verifies('csv.sources-where-known', 'fills the source columns where they are recorded', async () => {
    const [, ...rows] = parse(await text())
    const records = new Map(embedded.records.map((record) => [record.slug, record]))
    for (const [slug, , , , listed, openapi, website] of rows) {
      const { freepublicapis_url = '', source_openapi_url = '', source_website = '' } = records.get(slug!)!
      expect([listed, openapi, website]).toEqual([freepublicapis_url, source_openapi_url, source_website])
    }
  })

  test('what a spreadsheet would run is text, and quotes, commas and line ends stay in one cell', async () => {
    const formulas = ['=HYPERLINK("https://evil.example")', "+1+cmd|' /C calc'!A0", '-2+3', '@SUM(1)', ' =1+1']
    const quoted = 'Say "hi", twice\r\nnow'
    const records = [...formulas, quoted].map((title, at) => ({ ...embedded.records[at]!, title }))
    const csv = await (
      await testApp({ catalog: { records: records as never } }).app.request('/sdk/example-sdk.csv')
    ).text()
    const [, ...rows] = parse(csv)
    expect(rows.map(([, title]) => title)).toEqual([...formulas.map((title) => `'${title}`), quoted])
  })
})
