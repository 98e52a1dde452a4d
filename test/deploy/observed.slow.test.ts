/** The alert rules, the runbook and the dashboard: they use metrics that the service has from its start, and fire. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMetrics } from '../../src/observe/metrics.ts'
import { routeTable } from '../../src/rest/route-table.ts'
import { scratch } from '../scratch.ts'
import { DEPLOY, isThere, read, yaml } from './support.ts'

const rules: { alert: string; expr: string; annotations: { runbook: string } }[] =
  yaml('prometheus/alerts.yaml').groups[0].rules
const dashboard = JSON.parse(read('grafana/dashboard.json'))
const expressions: string[] = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
]

const metricsAtStart = () => {
  const catalogue = () => ({ id: 'x', count: 1, generatedAt: '2026-01-01T00:00:00Z' })
  const inbox = {
    channels: ['smtp'],
    stats: async () => ({ deliveries: [], oldestPendingSeconds: 0, oldestUnansweredSeconds: 0 }),
  }
  const state = {
    ready: async () => true,
    storeError: async () => undefined,
    follows: false,
    version: '1',
    brand: 'example',
    routes: routeTable,
  }
  return createMetrics({ catalogue, inbox, ...state }).text()
}

test('every series that an alert or a panel counts is there from the start, with 0', async () => {
  const text = await metricsAtStart()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  const series = lines.map((line) => line.split(/[ {]/)[0]!)
  const used = expressions.flatMap((expr) => expr.match(/\b(?:sdk_catalog|nodejs|process)_\w+/g) ?? [])
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter((name) => !series.includes(name))).toEqual([])
  for (const labels of [
    ...['http_request_duration_seconds_count{route="/api/contact",method="POST",status="503"}'],
    ...['http_request_duration_seconds_count{route="/example-sdk/{slug}.md",method="GET",status="500"}'],
    ...['tool_duration_seconds_count{tool="find_sdk",outcome="failed"}', 'searches_total{match="none"}'],
    ...['inbox_deliveries{channel="smtp",state="held"}', 'inbox_deliveries{channel="smtp",state="dead"}'],
    ...['catalogue_events_total{event="catalog_refused"}', 'catalogue_events_total{event="catalog_source_away"}'],
    ...['catalogue_source_checked_timestamp_seconds'],
  ])
    expect(lines).toContain(`sdk_catalog_${labels} 0`)
})

test('the runbook has a section for each alert and for going back, which says what it means, what to look at and what to do', () => {
  const sections = readFileSync('docs/runbook.md', 'utf8').split(/^## /m).slice(1)
  expect(sections.map((section) => section.split('\n')[0])).toEqual([...rules.map(({ alert }) => alert), 'Going back'])
  for (const section of sections) expect(section).toMatch(/\*\*Means:\*\*[\s\S]*\*\*Look at:\*\*[\s\S]*\*\*Do:\*\*/)
  for (const { alert, annotations } of rules) expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
})

/** Samples at which an alert fires at some time; every other alert keeps silent. */
const FIRES: Record<string, { series: string; values: string; at: string }[]> = {
  SdkCatalogDown: [{ series: 'up{job="sdk-catalog"}', values: '0x10', at: '5m' }],
  SdkCatalogNotReady: [{ series: 'sdk_catalog_ready', values: '0x10', at: '10m' }],
  SdkCatalogErrors: ['200', '500'].map((status) => {
    const series = `sdk_catalog_http_request_duration_seconds_count{status="${status}"}`
    return { series, values: status === '200' ? '0+1000x20' : '0+20x20', at: '15m' }
  }),
  SdkCatalogMessagesFail: ['200', '503'].map((status) => {
    const labels = `route="/api/jobs/apply",method="POST",status="${status}"`
    const series = `sdk_catalog_http_request_duration_seconds_count{${labels}}`
    return { series, values: status === '200' ? '0+1000x20' : '0x5 1x15', at: '10m' }
  }),
  SdkCatalogSlow: ['0.5', '1', '+Inf'].map((le) => {
    const series = `sdk_catalog_http_request_duration_seconds_bucket{le="${le}",route="/api/sdk/find"}`
    return { series, values: le === '0.5' ? '0+90x30' : '0+100x30', at: '25m' }
  }),
  SdkCatalogStoreDown: [{ series: 'sdk_catalog_inbox_store_up', values: '0x10', at: '5m' }],
  // In these tests a minute after the first sample is second 60.
  SdkCatalogClock: [{ series: 'sdk_catalog_clock_timestamp_seconds', values: '31+60x10', at: '6m' }],
  SdkCatalogMessagesWait: [{ series: 'sdk_catalog_inbox_oldest_pending_seconds', values: '3601x10', at: '5m' }],
  SdkCatalogMessagesUnanswered: [
    { series: 'sdk_catalog_inbox_oldest_unanswered_seconds', values: '129601x10', at: '5m' },
  ],
  SdkCatalogMessagesHeld: [{ series: 'sdk_catalog_inbox_deliveries{state="held"}', values: '1x10', at: '5m' }],
  SdkCatalogMessagesDead: [{ series: 'sdk_catalog_inbox_deliveries{state="dead"}', values: '1x10', at: '5m' }],
  // The clock of these tests begins at 0.
  SdkCatalogSourceAway: [
    { series: 'sdk_catalog_catalogue_source_checked_timestamp_seconds', values: '60x30', at: '20m' },
  ],
  SdkCatalogStale: [
    { series: 'sdk_catalog_catalogue_built_timestamp_seconds', values: '-2600000x30', at: '5m' },
    { series: 'sdk_catalog_catalogue_source_checked_timestamp_seconds', values: '60+60x30', at: '5m' },
  ],
  SdkCatalogRefused: [
    { series: 'sdk_catalog_catalogue_events_total{event="catalog_refused"}', values: '0x5 1x20', at: '10m' },
  ],
  SdkCatalogReplicasDiffer: ['a', 'b'].map((catalogue) => {
    return { series: `sdk_catalog_info{catalogue="${catalogue}"}`, values: '1x40', at: '35m' }
  }),
}

describe.skipIf(!isThere('promtool'))('Prometheus', () => {
  test('finds the rules valid', () =>
    expect(spawnSync('promtool', ['check', 'rules', join(DEPLOY, 'prometheus/alerts.yaml')]).status).toBe(0))

  test('fires each alert for what it is about, and no other', () => {
    expect(Object.keys(FIRES)).toEqual(rules.map(({ alert }) => alert))
    const tests = Object.entries(FIRES).map(([alert, samples]) => ({
      interval: '1m',
      input_series: [
        ...samples.map(({ series, values }) => ({ series, values })),
        ...(alert === 'SdkCatalogReplicasDiffer' ? [] : [{ series: 'sdk_catalog_info', values: '1x40' }]),
      ],
      promql_expr_test: [
        {
          ...{ expr: 'count by (alertname) (ALERTS{alertstate="firing"})', eval_time: samples[0]!.at },
          exp_samples: [{ labels: `{alertname="${alert}"}`, value: 1 }],
        },
      ],
    }))
    const file = join(scratch(), 'alerts.test.yaml')
    const about = { rule_files: [join(DEPLOY, 'prometheus/alerts.yaml')], evaluation_interval: '1m' }
    writeFileSync(file, JSON.stringify({ ...about, tests }))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
})

test('the panels of the dashboard ask the data source that is chosen', () => {
  const panels: { id: number; datasource: object }[] = dashboard.panels
  expect(dashboard.templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { datasource } of panels) expect(datasource).toEqual({ type: 'prometheus', uid: `\${datasource}` })
})

test('failures of every route that takes messages are watched by themselves', () => {
  const { expr } = rules.find(({ alert }) => alert === 'SdkCatalogMessagesFail')!
  const routes = routeTable.filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(/route=~"([^"]+)"/.exec(expr)![1]!.split('|')).toEqual(routes.filter((path) => path.startsWith('/api/')))
})

test('each row of what was attacked names a signal that an operator gets: an alert, an event of the log, or a metric', async () => {
  const rows = readFileSync('docs/reliability.md', 'utf8')
    .split(/^\| attack .*\n.*\n/m)[1]!
    .split('\n\n')[0]!
    .trim()
    .split('\n')
  expect(rows.length).toBeGreaterThan(10)
  const events = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^\| (`\w+`.*?) \| /gm)].flatMap(
    ([, names]) => names!.match(/\w+/g)!,
  )
  const series = (await metricsAtStart()).match(/^\w+/gm)!
  const known = new Set([...rules.map(({ alert }) => alert), ...events, ...series])
  for (const row of rows) {
    const signals = row.split(' | ')[2]?.match(/(?<=`)\w+(?=`)/g)
    expect(signals, row).toBeDefined()
    expect(
      signals!.filter((name) => !known.has(name)),
      row,
    ).toEqual([])
  }
})
