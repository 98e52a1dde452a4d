/** The files for one machine in deploy/: valid by their tools, and true to the settings, ports and paths there are. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { scratch } from '../scratch.ts'
import { nginxFiles } from './nginx.ts'
import { isThere, read, STOP_SECONDS, unchangeable, unknownSettings, yaml } from './support.ts'

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
