import { describe, expect, it } from 'vitest'
import { keyHelp, requestOf } from '../../src/call/prepare-request.ts'
import type { Point } from '../../src/catalog/record/facts.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { serverUrl } from '../../src/catalog/record/traits.ts'
import { curlFor } from '../../src/code/reference/curl.ts'
import { plainRequest } from '../../src/code/reference/plain-request.ts'
import { unreachable } from '../../src/code/server-url.ts'
import { catalog } from '../embedded.ts'
import { environment, hosts, KEY, keyed, made, PARAMETERS, POINT, seen, useHosts } from './hostile.ts'

useHosts()

describe('an argument', () => {
  const VALUES = [
    ...['..', '.', '../x', '..\\x', 'a/../../x', '%2e%2e', '%2e%2e%2fx', '..%2fx', '..;/x', '/x', '//evil.test'],
    '\\\\evil.test',
    ...['@evil.test', 'a@evil.test:1', 'a\r\nHost: evil.test', 'a\nx: y', 'a\rx', '\u0000', '?a=b', '#a'],
    ...['%0d%0aX: y', ' ', '\u2028', '😀'],
    ...['http://evil.test', '&key=2', '{id}', '$SEA_TIDES_APIKEY', '\u001b[31m', '\ud800'],
  ]
  const table = ['id', 'q', 'trace'].flatMap((name) => VALUES.map((value) => [name, value] as const))
  it.each(table)('%s=%j stays where it belongs', async (name, value) => {
    hosts.answer = (response) => response.end('{}')
    const words = [...(name === 'id' ? [] : ['id=1']), `${name}=${value}`]
    const request = (() => {
      try {
        return made(keyed(`${hosts.api.url}/base`), words)
      } catch (error) {
        expect((error as Error).name).toBe('CatalogError')
        return undefined
      }
    })()
    if (!request) return expect(hosts.api.received).toEqual([])
    await seen(request)
    const { target, headers } = hosts.api.received[0]!
    expect(target).toMatch(/^\/base\/things\/[^/?#\\]+\/parts\?/)
    expect(target.split('?')[0]!.split('/')).toHaveLength(5)
    expect(new URL(target, hosts.api.url).searchParams.getAll('key')).toEqual([KEY])
    expect(headers.host).toBe(hosts.api.host)
    expect(Object.keys(headers).filter((each) => ['x', 'evil.test'].includes(each))).toEqual([])
    expect(hosts.other.received).toEqual([])
  })

  it.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection', 'Proxy-Authorization', 'a b', 'a:b', 'a\r\nb'])(
    'for the header %j is refused',
    (name) => {
      const point: Point = { ...POINT, parameters: [...PARAMETERS, { name, in: 'header' }] }
      expect(() => made(keyed(hosts.api.url), ['id=1', `${name}=5`], point)).toThrow('cannot be set')
      const given = { arguments: { id: 1 }, headers: { [name]: '5', trace: '6' } }
      expect(curlFor(plainRequest(keyed(hosts.api.url), point, given)).match(/-H '[^']*'/g)).toEqual(["-H 'trace: 6'"])
    },
  )
})

it.each(['5', '"x"', 'true', 'null', '[{}]', '{', ''])('for an object in a body %j is refused', (value) => {
  const parameters: Point['parameters'] = [{ name: 'place', in: 'body', type: 'object' }]
  const point: Point = { method: 'POST', path: '/things', parameters }
  expect(() => made(keyed(hosts.api.url), [`place=${value}`], point)).toThrow('place: must be an object in JSON')
})

describe('a record', () => {
  const withServers = [...catalog.records].filter(
    ({ servers: [first] }) => first && !unreachable(serverUrl({ servers: [first] })!),
  )

  it('is called at each of its servers with their variables filled, and at no other', () => {
    expect(withServers.length).toBeGreaterThan(500)
    for (const record of withServers) {
      const auth = { scheme: 'none' as const }
      const at = (server: string) =>
        requestOf(
          { ...record, auth },
          { point: POINT, arguments: { id: 1 }, headers: {} },
          { environment: {}, server, allowLocal: true },
        )
      for (const each of record.servers) {
        const server = serverUrl({ servers: [each] })!.replaceAll(/\{\w+\}/g, 'sea-1')
        if (!/[{}]/.test(server)) expect(at(server).url.href.startsWith(server), server).toBe(true)
        const host = URL.parse(server)?.hostname ?? ''
        for (const other of [`https://a@${host}`, `https://evil.test/${host}`, server.replace('//', '//evil.test/')])
          expect(() => at(other), other).toThrow(/./)
      }
    }
  })

  it('with a hostile server is not called', () => {
    const { api, other } = hosts
    const set = { ...environment, SEA_TIDES_PART: `${other.host}/` }
    const given = { point: POINT, arguments: { id: 1 }, headers: {} }
    for (const server of [
      ...[`http://user:pass@${other.host}`, `http://user@${other.host}`, `http://${api.host}@${other.host}`],
      ...[`http://${api.host}\\@${other.host}`, `http://${api.host}?x=`, `http://${api.host}#`, `ftp://${api.host}`],
      ...['file:///etc', 'javascript:alert(1)//', api.host, '', `http://{part}@${other.host}`],
      `http://{part}.${api.host}`,
    ])
      expect(() => requestOf(keyed(server), given, { environment: set, allowLocal: true }), server).toThrow(/./)
  })

  const PARTS = [
    ...['evil.test/', 'evil.test#', 'evil.test?', 'a@evil', 'a\\b', 'a b', 'a\r\nb', '../x', '%2f', '', '.'],
    '[::1]',
  ]
  it.each(PARTS)('with a variable in its server is not called with the value %j', (part) => {
    const given = { point: POINT, arguments: { id: 1 }, headers: {} }
    const set = { ...environment, SEA_TIDES_PART: part }
    expect(() => requestOf(keyed('https://{part}.test.net'), given, { environment: set })).toThrow(/SEA_TIDES_PART/)
  })

  it.each(['GITHUB_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'SEA_TIDESX_APIKEY', 'PATH'])(
    'that names %s for its key does not get it',
    (env) => {
      const record = keyed(hosts.api.url, { auth: { scheme: 'apiKey', in: 'query', name: 'key', env } })
      expect(() => made(record, ['id=1'])).toThrow('not one of this SDK')
    },
  )

  it.each(['GITHUB_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'PATH'])(
    'that names %s for a secret beside its key does not get it',
    (env) => {
      for (const where of ['header', 'query'] as const) {
        const secrets = [{ in: where, name: 'app', env }]
        const auth = { scheme: 'apiKey', in: where, name: 'key', env: 'SEA_TIDES_APIKEY', secrets } as const
        expect(() => made(keyed(hosts.api.url, { auth: { ...auth, secrets } }), ['id=1'])).toThrow(
          'not one of this SDK',
        )
      }
    },
  )

  it.each(['//evil.test/{id}', '/\\evil.test/{id}', '/../{id}', '/a/%2e%2e/{id}', '/{id}/./b'])(
    'with the path %s reaches no other host',
    async (path) => {
      hosts.answer = (response) => response.end('{}')
      const point = { ...POINT, path }
      try {
        await seen(made(keyed(hosts.api.url), ['id=1'], point))
      } catch (error) {
        expect((error as Error).message).toMatch(/path|server/)
      }
      expect(hosts.other.received).toEqual([])
      for (const { headers } of hosts.api.received) expect(headers.host).toBe(hosts.api.host)
    },
  )
})

it.each(['sk_test_abcdef123456', 'user:password', 'sk_12', 'Ünïcode-key'])(
  'nothing is left of the key %s of basic authentication where a request is shown',
  (key) => {
    const auth = { scheme: 'basic', in: 'header', name: 'Authorization', prefix: 'Basic' } as const
    const record = keyed('https://api.test.net', { auth: { ...auth, env: 'SEA_TIDES_APIKEY', pass: 'apikey' } })
    const given = { point: { ...POINT, path: '/x' }, arguments: {}, headers: {} }
    const { headers, mask } = requestOf(record, given, { environment: { SEA_TIDES_APIKEY: key } })
    expect(mask(headers.Authorization!)).toBe('Basic ***')
    expect(keyHelp(record)).toContain('Set SEA_TIDES_APIKEY to user:password, or to a key alone,')
  },
)

const KEYS = ['user:pa/ss+word==', "abc'def/ghi99", 'a,b:c~d e(f)*!', 'ü-schlüssel&=?#', 'Pa%3Ass%2Cword']
it.each(KEYS)('the key %s is in nothing that is shown of a request, wherever it goes', (key) => {
  const PLACES = ['header', 'query', 'path'] as const
  for (const where of PLACES) {
    const point: Point = { method: 'GET', path: where === 'path' ? '/k/{key}/x' : '/x', parameters: [] }
    const record = { ...keyed('https://api.test.net'), auth: { ...keyed('').auth, in: where } } as SdkRecord
    const given = { point, arguments: {}, headers: {} }
    const ascii = where === 'header' ? key.replaceAll(/[^ -~]/g, 'u') : key
    const request = requestOf(record, given, { environment: { SEA_TIDES_APIKEY: ascii } })
    const shown = request.mask(
      [request.url.href, ...Object.values(request.headers), JSON.stringify(request.headers)].join('\n'),
    )
    expect(shown).toContain('***')
    for (const part of ascii.split(/[^a-z0-9]+/i).filter(({ length }) => length > 3)) expect(shown).not.toContain(part)
  }
})
