/** The files in deploy/: valid by their tools and schemas, and true to the settings, ports and paths there are. */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { settings } from '../../src/config.ts'
import { scratch } from '../scratch.ts'
import { nginxFiles } from './nginx.ts'
import { DEPLOY, isThere, read, STOP_SECONDS, unchangeable, unknownSettings, yaml } from './support.ts'

describe('the compose file', () => {
  const compose = yaml('compose/compose.yaml')
  const replicas = Object.entries<Record<string, unknown>>(compose.services).filter(([name]) =>
    name.startsWith('catalogue'),
  )

  test('is valid by the schema of compose', () => {
    // Its own linter asks for a taste in quotes and order too.
    const { $schema: _draft, ...schema } = JSON.parse(
      readFileSync('node_modules/dclint/schemas/compose.schema.json', 'utf8'),
    )
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    // Merged keys, which compose resolves too, and its extension.
    const { 'x-catalogue': _, ...resolved } = compose
    expect([validate(resolved), validate.errors]).toEqual([true, null])
    expect(validate({ services: { one: { env_file: [{ required: 'no' }] } } })).toBe(false)
  })

  test('has two replicas of one image without rights, networks and volumes that it declares', () => {
    expect(replicas.map(([name]) => name)).toEqual(['catalogue-1', 'catalogue-2'])
    for (const [, replica] of replicas) {
      expect(replica).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      const drain = /\d+/.exec((replica.environment as Record<string, string>).DRAIN_SECONDS!)![0]
      expect(parseInt(replica.stop_grace_period as string, 10)).toBeGreaterThan(Number(drain) + STOP_SECONDS)
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

  test('passes every setting on, except where a replica listens and stores', () => {
    for (const [, { env_file, environment }] of replicas) {
      expect(env_file).toEqual([{ path: '.env', required: false }])
      expect(unknownSettings(Object.keys(environment as object))).toEqual([])
      expect(unchangeable(environment as Record<string, unknown>)).toEqual(['PORT', 'HOST', 'DATA_DIR'])
    }
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

  test('reads every setting from the files of all replicas and of one, which win over its own', () => {
    const names = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line]) =>
      line!.split(' ').map((pair) => pair.split('=')[0]!),
    )
    expect(unknownSettings(names)).toEqual([])
    // systemd.exec(5): what these files set overrides Environment=, and later files override earlier ones.
    expect([...text.matchAll(/^EnvironmentFile=-(.+)$/gm)].map(([, file]) => file)).toEqual([
      '/etc/sdk-catalog.env',
      '/etc/sdk-catalog-%i.env',
    ])
  })
})

describe('the nginx file', () => {
  test('passes requests to the ports that the systemd unit names, and tells who asks', () => {
    const text = read('nginx/sdk-catalog.conf')
    const ports = [...text.matchAll(/server 127\.0\.0\.1:(\d+) /g)].map(([, port]) => port!)
    for (const port of ports) expect(read('systemd/sdk-catalog@.service')).toContain(`sdk-catalog@${port}`)
    expect(text).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  })

  test.skipIf(!isThere('nginx', '-v'))('is valid for nginx', () => {
    const folder = scratch()
    mkdirSync(folder, { recursive: true })
    const main = nginxFiles(folder, { port: 8443, replicas: ['127.0.0.1:8080', '127.0.0.1:8081'] })
    const { status, stderr } = spawnSync('nginx', ['-t', '-e', 'stderr', '-c', main], { encoding: 'utf8' })
    expect(stderr).toContain('test is successful')
    expect(status).toBe(0)
  })
})

const KINDS = {
  ...{ ConfigMap, Deployment, HorizontalPodAutoscaler, Ingress, NetworkPolicy, PersistentVolumeClaim },
  ...{ PodDisruptionBudget, Secret, Service, StatefulSet },
}
type Resource = ReturnType<typeof yaml>
const validate = (resource: Resource) => new KINDS[resource.kind as keyof typeof KINDS](resource).validate()

const folder = join(DEPLOY, 'kubernetes')
const kustomizations = globSync('**/kustomization.yaml', { cwd: folder })
const filesOf = (kustomization: string): string[] => {
  const { resources = [], patches = [] } = yaml(`kubernetes/${kustomization}`)
  const paths: string[] = [...resources, ...patches.flatMap(({ path }: { path?: string }) => path ?? [])]
  return paths.filter((path) => path.endsWith('.yaml')).map((path) => join(kustomization, '..', path))
}
const base: Resource[] = filesOf('base/kustomization.yaml').map((file) => yaml(`kubernetes/${file}`))
const kindOf = (resources: readonly Resource[], name: string) => resources.find(({ kind }) => kind === name)
const deployment = kindOf(base, 'Deployment')
const [container] = deployment.spec.template.spec.containers

describe('the files', () => {
  test('belong to a kustomization, each valid by the schema of its kind', () => {
    const files = globSync('**/*.yaml', { cwd: folder }).filter((file) => !kustomizations.includes(file))
    expect(kustomizations.flatMap(filesOf).sort()).toEqual(files.sort())
    const resources = files.map((file) => yaml(`kubernetes/${file}`)).filter(({ kind, $patch }) => kind && !$patch)
    expect(resources.length).toBeGreaterThan(9)
    for (const resource of resources) validate(resource)
    const broken = structuredClone(deployment)
    broken.spec.replicas = 'two'
    expect(() => validate(broken)).toThrow()
  })

  test('keep the restricted pod security standard', () => {
    for (const pods of [deployment, yaml('kubernetes/components/postgresql/database.yaml')]) {
      const { securityContext, containers, automountServiceAccountToken } = pods.spec.template.spec
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect(containers[0].securityContext).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      })
      expect(automountServiceAccountToken).toBe(false)
    }
  })
})

describe('the base', () => {
  test('names one set of pods everywhere, and ports that they have', () => {
    const { template } = deployment.spec
    for (const labels of [
      deployment.spec.selector.matchLabels,
      kindOf(base, 'Service').spec.selector,
      kindOf(base, 'NetworkPolicy').spec.podSelector.matchLabels,
    ])
      expect(template.metadata.labels).toMatchObject(labels)
    const ports = container.ports.map(({ name }: { name: string }) => name)
    expect(ports).toContain(kindOf(base, 'Service').spec.ports[0].targetPort)
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name].httpGet)
    expect(probes.map(({ path }) => path)).toEqual(['/livez', '/livez', '/readyz?exclude=store'])
    expect(ports).toEqual(expect.arrayContaining(probes.map(({ port }) => port)))
  })

  test('stores messages in one file that one pod at a time opens', () => {
    expect(deployment.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } })
    const [{ persistentVolumeClaim }] = deployment.spec.template.spec.volumes
    expect(persistentVolumeClaim.claimName).toBe(kindOf(base, 'PersistentVolumeClaim').metadata.name)
  })

  test('passes every setting on, and needs no secret', () => {
    expect(container.env).toBeUndefined()
    expect(container.envFrom).toEqual([
      { configMapRef: { name: 'sdk-catalog' } },
      { secretRef: { name: 'sdk-catalog', optional: true } },
    ])
    const [{ literals }] = yaml('kubernetes/base/kustomization.yaml').configMapGenerator
    const names = read('kubernetes/production/settings.env').matchAll(/^#?([A-Z_]+)=/gm)
    const set = [...literals.map((literal: string) => literal.split('=')[0]!), ...[...names].map(([, name]) => name!)]
    expect(set).toContain('TRUSTED_PROXIES')
    expect(unknownSettings(set)).toEqual([])
  })

  test('gives a pod the time to drain and stop', () => {
    const [{ literals }] = yaml('kubernetes/base/kustomization.yaml').configMapGenerator
    const drain = Number(literals.find((literal: string) => literal.startsWith('DRAIN_SECONDS=')).split('=')[1])
    expect(drain).toBeGreaterThan(container.readinessProbe.periodSeconds)
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + STOP_SECONDS)
  })
})

test('the ingress leads to nobody what is for probes inside the network', () => {
  const [{ http }] = yaml('kubernetes/components/ingress/ingress.yaml').spec.rules
  const { metadata, spec } = yaml('kubernetes/components/ingress/nobody.yaml')
  expect(spec.selector).toBeUndefined()
  for (const path of ['/livez', '/readyz', '/metrics']) {
    const backend = { service: { name: metadata.name, port: { name: spec.ports[0].name } } }
    expect(http.paths).toContainEqual({ path, pathType: 'Exact', backend })
  }
})

describe.skipIf(!isThere('kubectl', 'version'))('kubectl renders', () => {
  const render = (path: string): Resource[] =>
    parseAllDocuments(execFileSync('kubectl', ['kustomize', join(folder, path)], { encoding: 'utf8' })).map(
      (document) => document.toJS(),
    )

  test('the base, complete', () => {
    const resources = render('base')
    for (const resource of resources) validate(resource)
    const rendered = kindOf(resources, 'Deployment').spec.template.spec.containers[0]
    expect(rendered.envFrom[0].configMapRef.name).toBe(kindOf(resources, 'ConfigMap').metadata.name)
  })

  test('production: replicas that share a database, behind an ingress with TLS', () => {
    const resources = render('production')
    for (const resource of resources) validate(resource)
    expect(kindOf(resources, 'PersistentVolumeClaim')).toBeUndefined()
    const { spec, metadata } = kindOf(resources, 'Deployment')
    expect(spec.replicas).toBeUndefined()
    expect(spec.strategy.type).toBe('RollingUpdate')
    expect(spec.template.spec.volumes[0]).toMatchObject({ name: 'data', emptyDir: {} })
    expect(kindOf(resources, 'HorizontalPodAutoscaler').spec.scaleTargetRef.name).toBe(metadata.name)
    expect(spec.template.metadata.labels).toMatchObject(
      kindOf(resources, 'PodDisruptionBudget').spec.selector.matchLabels,
    )
    const { rules, tls } = kindOf(resources, 'Ingress').spec
    const { BASE_URL } = kindOf(resources, 'ConfigMap').data
    expect([BASE_URL, tls[0].hosts[0]]).toEqual([`https://${rules[0].host}`, rules[0].host])
    const { env } = spec.template.spec.containers[0]
    const fixed = Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value]))
    expect(unchangeable(fixed)).toEqual(['DATABASE_URL'])
    expect(settings.DATABASE_URL.read(String(fixed.DATABASE_URL))).toBe(fixed.DATABASE_URL)
    expect(fixed.DATABASE_URL).toContain(`@${kindOf(resources, 'StatefulSet').spec.serviceName}/`)
  })
})
