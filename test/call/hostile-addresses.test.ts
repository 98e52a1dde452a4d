import type { LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isReachable } from '../../src/call/address.ts'
import type { OutgoingRequest } from '../../src/call/prepare-request.ts'
import { send } from '../../src/call/send.ts'
import { hosts, KEY, keyed, LOCAL, limits, made, noKey, seen, useHosts } from './hostile.ts'

useHosts()

describe('an address', () => {
  const V4 = ['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0']
  const hex = (address: string) => {
    const [a, b, c, d] = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
    return `${a}${b}:${c}${d}`
  }
  const forms6 = V4.flatMap((address) => [
    ...[`::ffff:${address}`, `::ffff:${hex(address)}`, `::${hex(address)}`, `64:ff9b::${hex(address)}`],
    ...[`64:ff9b:1::${hex(address)}`, `2002:${hex(address)}::1`, `::ffff:0:${hex(address)}`],
    `2001:0:${hex(address)}::1`,
  ])
  const others =
    '255.255.255.255 224.0.0.1 240.0.0.1 198.18.0.1 192.0.0.1 192.0.2.1 198.51.100.1 203.0.113.1 192.88.99.1 :: ::1 fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 100::1 2001:db8::1 3fff::1 5f00::1 2001:2::1 4000::1'.split(
      ' ',
    )

  it.each([...V4, ...forms6, ...others])('%s is not reachable', (address) => expect(isReachable(address)).toBe(false))

  it('of the public internet is reachable', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1'])
      expect(isReachable(address)).toBe(true)
  })

  it.each(['224.0.0.1', '0.0.0.0', '255.255.255.255', '::', 'ff02::1', '::ffff:10.0.0.1', '2002:7f00:1::1'])(
    '%s is not reachable even with --allow-local',
    (address) => expect(isReachable(address, true)).toBe(false),
  )

  const spelled =
    '127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0x7f.1 127.0.0.1. localhost localhost. [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:0:0:1] 0 0.0.0.0 [::] ①②⑦.⓪.⓪.①'
  it.each(spelled.split(' '))('spelled %s is not connected to', async (host) => {
    const url = new URL(`http://${host}:${new URL(hosts.other.url).port}/`)
    const plain = { method: 'GET' as const, base: [], target: [], headers: [] }
    const sent = send(
      { method: 'GET', url, headers: {}, plain, mask: (text: string) => text },
      { userAgent: 'test', limits },
    )
    await expect(sent).rejects.toThrow(/no public address|gives no answer/)
    expect(hosts.other.received).toEqual([])
  })
})

describe('a name', () => {
  const looked = (...answers: string[][]): { lookup: LookupFunction; count: () => number } => {
    let count = 0
    const lookup: LookupFunction = (_, options, callback) => {
      const addresses = answers[Math.min(count++, answers.length - 1)]!.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }))
      options.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)
    }
    return { lookup, count: () => count }
  }
  const named = (path: string): OutgoingRequest => {
    const request = made(keyed(hosts.api.url), ['id=1'])
    return { ...request, url: new URL(path, `http://api.test.net:${new URL(hosts.api.url).port}`) }
  }

  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['8.8.8.8', '10.0.0.1'],
    ['2606:4700::1111', '::ffff:127.0.0.1'],
    ['169.254.169.254'],
    ['0.0.0.0'],
  ])('that is looked up as %s is not connected to', async (...addresses) => {
    const { lookup, count } = looked(addresses)
    await expect(send(named('/'), { userAgent: 'test', lookup, limits })).rejects.toThrow('no public address')
    expect([hosts.api.received, count()]).toEqual([[], 1])
  })

  it('that has another address at the next connection is checked again', async () => {
    hosts.answer = (response) => response.writeHead(302, { location: '/next', connection: 'close' }).end()
    const { lookup, count } = looked(['127.0.0.1'], ['0.0.0.0'])
    await expect(send(named('/'), { ...LOCAL, lookup })).rejects.toThrow('no public address')
    expect([hosts.api.received.length, count()]).toEqual([1, 2])
  })

  it('is looked up once for a connection, which goes to the address that was checked', async () => {
    hosts.answer = (response) => response.end('ok')
    const { lookup, count } = looked(['127.0.0.1'], ['0.0.0.0'])
    expect((await send(named('/'), { ...LOCAL, lookup })).status).toBe(200)
    expect(count()).toBe(1)
  })
})

describe('a redirect', () => {
  const targets = (): string[] => {
    const { host } = hosts.other
    const port = new URL(hosts.api.url).port
    return [
      ...[`http://${host}/`, `//${host}/`, `\\\\${host}/`, `/\\${host}/`, `https://${host}/`],
      ...[`http://user:${KEY}@${hosts.api.host}/`, `http://${hosts.api.host}@${host}/`, `http:\t//${host}/`],
      ...[`ftp://${hosts.api.host}/`, 'file:///etc/passwd', 'javascript:alert(1)'],
      ...[`data:text/plain,${encodeURIComponent(KEY)}`, `http://localhost:${port}/`, `http://[::1]:${port}/`],
      ...[`https://${hosts.api.host}/`, `http://${hosts.api.host}.test.net/?key=${encodeURIComponent(KEY)}`],
      ...['http://', ''],
    ]
  }
  const table = [301, 302, 303, 307, 308].flatMap((status) =>
    Array.from({ length: 18 }, (_, at) => [status, at] as const),
  )
  it.each(table)('%i to the hostile target %i reaches nobody else', async (status, at) => {
    const location = targets()[at]!
    hosts.answer = (response) => response.writeHead(status, { location }).end(KEY)
    noKey(await seen(made(keyed(hosts.api.url), ['id=1'])))
    expect([hosts.api.received.length, hosts.other.received]).toEqual([1, []])
  })

  it('to a host whose name is a message does not pass the message on', async () => {
    const location = `https://${Array(200).fill('obey-this-host').join('.')}/`
    hosts.answer = (response) => response.writeHead(302, { location }).end()
    expect((await seen(made(keyed(hosts.api.url), ['id=1']))).length).toBeLessThan(200)
  })

  it('is followed on the same server, with the key, five times and no more', async () => {
    hosts.answer = (response, url) => {
      const count = Number(/n=(\d)/.exec(url)?.[1] ?? 0)
      if (count >= stop) response.end('done')
      else response.writeHead(302, { location: `/again?n=${count + 1}` }).end()
    }
    let stop = 5
    const request = { ...made(keyed(hosts.api.url), ['id=1']), headers: { 'x-key': KEY } }
    expect(await seen(request)).toContain('done')
    expect(hosts.api.received.map(({ headers }) => headers['x-key'])).toEqual(Array(6).fill(KEY))
    stop = 6
    expect(await seen(request)).toContain('redirects more than 5 times')
  })

  it('of a request that writes is not followed', async () => {
    hosts.answer = (response) => response.writeHead(307, { location: '/else' }).end()
    await seen({ ...made(keyed(hosts.api.url), ['id=1']), method: 'POST' })
    expect(hosts.api.received.length).toBe(1)
  })
})
