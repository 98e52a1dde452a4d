/** The alert rules and the dashboard: they use metrics that the service has. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMetrics } from '../../src/observe/metrics.ts'
import { DEPLOY, isThere, read, yaml } from './support.ts'

describe('the rules and the dashboard', () => {
  const expressions = [
    ...yaml('prometheus/alerts.yaml').groups[0].rules.map(({ expr }: { expr: string }) => expr),
    ...JSON.parse(read('grafana/dashboard.json')).panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    ),
  ]

  test('use metrics that the service has', async () => {
    const catalogue = () => ({ id: 'x', count: 1, generatedAt: '2026-01-01T00:00:00Z' })
    const inbox = { stats: async () => ({ deliveries: [], oldestPendingSeconds: 0 }) }
    const text = await createMetrics({ catalogue, inbox, version: '1' }).text()
    const offered = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_count', '_sum', '_bucket'].map((part) => name + part) : [name!],
    )
    const used = expressions.flatMap((expr: string) => expr.match(/\b(?:sdk_catalog|nodejs|process)_\w+/g) ?? [])
    expect(used.length).toBeGreaterThan(15)
    expect(used.filter((name) => !offered.includes(name))).toEqual([])
  })

  test.skipIf(!isThere('promtool'))('are valid for Prometheus', () => {
    expect(spawnSync('promtool', ['check', 'rules', join(DEPLOY, 'prometheus/alerts.yaml')]).status).toBe(0)
  })
})
