/** The files in deploy/: valid by the schemas of their tools, and true to the settings, ports, paths and metrics there are. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../../src/config.ts'
import { createMetrics } from '../../src/observe/metrics.ts'
import { scratch } from '../builder/fixtures.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))
const read = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8')
const yaml = (path: string) => parse(read(path), { merge: true })
/** What a stop takes after the drain, in seconds, with some to spare (docs/operating.md). */
const STOP_SECONDS = 8
const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

/** Node is in every image; the names are those of others. */
const OTHER_VARIABLES = [
  ...['NODE_ENV', 'NODE_OPTIONS', 'XDG_CACHE_HOME'],
  ...['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'],
]
const unknownSettings = (names: readonly string[]): string[] =>
  names.filter((name) => !(name in settings) && !OTHER_VARIABLES.includes(name))

describe('the Kubernetes base', () => {
  const files: string[] = yaml('kubernetes/kustomization.yaml').resources
  const resources = files.map((file) => yaml(`kubernetes/${file}`))
  const kind = (name: string) => resources.find((resource) => resource.kind === name)
  const KINDS = { Deployment, HorizontalPodAutoscaler, NetworkPolicy, PodDisruptionBudget, Service }

  test('has every file in it, each valid by the schema of its kind', () => {
    expect(files.toSorted()).toEqual(
      readdirSync(join(DEPLOY, 'kubernetes'))
        .filter((name) => name !== 'kustomization.yaml')
        .sort(),
    )
    for (const resource of resources) new KINDS[resource.kind as keyof typeof KINDS](resource).validate()
    const broken = structuredClone(kind('Deployment'))
    broken.spec.replicas = 'two'
    expect(() => new Deployment(broken).validate()).toThrow()
  })

  test('names one set of pods everywhere, and ports that they have', () => {
    const { selector, template } = kind('Deployment').spec
    for (const labels of [
      selector.matchLabels,
      kind('Service').spec.selector,
      kind('PodDisruptionBudget').spec.selector.matchLabels,
      kind('NetworkPolicy').spec.podSelector.matchLabels,
    ]) {
      expect(template.metadata.labels).toMatchObject(labels)
    }
    expect(kind('HorizontalPodAutoscaler').spec.scaleTargetRef.name).toBe(kind('Deployment').metadata.name)
    const [container] = template.spec.containers
    const ports = container.ports.map(({ name }: { name: string }) => name)
    expect(ports).toContain(kind('Service').spec.ports[0].targetPort)
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name].httpGet)
    expect(probes.map(({ path }) => path)).toEqual(['/livez', '/livez', '/readyz?exclude=store'])
    expect(ports).toEqual(expect.arrayContaining(probes.map(({ port }) => port)))
  })

  test('keeps the restricted pod security standard', () => {
    const { securityContext, containers, automountServiceAccountToken } = kind('Deployment').spec.template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(containers[0].securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    })
    expect(automountServiceAccountToken).toBe(false)
  })

  test('gives a pod the time to drain and stop', () => {
    const [{ literals }] = yaml('kubernetes/kustomization.yaml').configMapGenerator
    const drain = literals.find((literal: string) => literal.startsWith('DRAIN_SECONDS=')).split('=')[1]
    const { terminationGracePeriodSeconds, containers } = kind('Deployment').spec.template.spec
    expect(Number(drain)).toBeGreaterThan(containers[0].readinessProbe.periodSeconds)
    expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(drain) + STOP_SECONDS)
  })

  test('sets variables that the service has', () => {
    const [{ literals }] = yaml('kubernetes/kustomization.yaml').configMapGenerator
    expect(unknownSettings(literals.map((literal: string) => literal.split('=')[0]!))).toEqual([])
  })
})

describe('the compose file', () => {
  const compose = yaml('compose/compose.yaml')

  test('has two replicas of one image without rights, networks and volumes that it declares', () => {
    const replicas = Object.entries<Record<string, unknown>>(compose.services).filter(([name]) =>
      name.startsWith('catalogue'),
    )
    expect(replicas.map(([name]) => name)).toEqual(['catalogue-1', 'catalogue-2'])
    for (const [, replica] of replicas) {
      expect(replica).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      const environment = replica.environment as Record<string, string>
      expect(unknownSettings(Object.keys(environment))).toEqual([])
      expect(parseInt(replica.stop_grace_period as string, 10)).toBeGreaterThan(
        Number(environment.DRAIN_SECONDS) + STOP_SECONDS,
      )
    }
    for (const service of Object.values<{ networks: string[]; volumes: string[] }>(compose.services)) {
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(service.networks))
      const volumes = service.volumes.map((volume) => volume.split(':')[0]!).filter((name) => !name.startsWith('.'))
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(volumes))
    }
    const upstreams = compose.services.caddy.environment.REPLICAS.split(' ').map((at: string) => at.split(':')[0])
    expect(upstreams).toEqual(replicas.map(([name]) => name))
    expect(read('compose/Caddyfile')).toContain('health_uri /readyz?exclude=store')
  })
})

describe('the systemd unit', () => {
  const text = read('systemd/sdk-catalog@.service')
  /** With a program that is there. */
  const unit = () => {
    const path = join(scratch(), 'sdk-catalog@8080.service')
    writeFileSync(path, text.replace('/usr/local/bin/sdk-catalog', process.execPath))
    return path
  }

  test.skipIf(!isThere('systemd-analyze'))('is valid, and exposes little of the machine', () => {
    expect(spawnSync('systemd-analyze', ['verify', unit()], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
    const security = execFileSync('systemd-analyze', ['security', '--offline=true', unit()], { encoding: 'utf8' })
    expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(security)![1])).toBeLessThan(2)
  })

  test('starts a replica for each port, with a directory of its own', () => {
    expect(text).toMatch(/^ExecStart=\S+ serve --port %i$/m)
    expect(text).toMatch(/^StateDirectory=sdk-catalog\/%i$/m)
    expect(text).toContain('DATA_DIR=%S/sdk-catalog/%i ')
  })

  test('sets variables that the service has', () => {
    const names = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line]) =>
      line!.split(' ').map((pair) => pair.split('=')[0]!),
    )
    expect(unknownSettings(names)).toEqual([])
  })
})

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
