import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressKey, clientAddress, trustedProxies } from '../../src/inbox/client-ip.ts'

const ours = trustedProxies(['10.0.0.0/8', '::1', '2001:db8:f::/48'])
const outsider = fc.ipV4().filter((address) => !address.startsWith('10.'))
const proxy = fc.constantFrom(
  '10.1.2.3',
  '::1',
  '::ffff:10.9.9.9',
  '2001:db8:f::7',
  '[2001:db8:f::7]:443',
  '10.0.0.1:5000',
)
const written = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constantFrom('unknown', '', '_hidden', '10.0.0.1'))

describe('the client address', () => {
  it.each<[string, string | undefined, string | undefined, string]>([
    ['the peer when there is no header', '192.0.2.1', undefined, '192.0.2.1'],
    ['the peer when it is not a proxy of ours, whatever it claims', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['what our proxy saw', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['what the outermost of our proxies saw', '::1', '203.0.113.9, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['the outermost hop when all are ours', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['the hop before garbage', '10.0.0.1', '198.51.100.7, nonsense, 10.0.0.2', '10.0.0.2'],
    ['the hop before an empty entry', '10.0.0.1', '198.51.100.7,', '10.0.0.1'],
    ['IPv4 also when it is mapped', '::ffff:10.0.0.1', '::FFFF:198.51.100.7', '198.51.100.7'],
    ['IPv4 also when it is mapped in hexadecimal', '::ffff:a00:1', '::ffff:c633:6407', '198.51.100.7'],
    ['without port or zone', '10.0.0.1', '[2001:db8::5%eth0]:443', '2001:db8:0:0:0:0:0:5'],
    ['unknown when the socket is gone', undefined, '198.51.100.7', 'unknown'],
  ])('is %s', (_, peer, header, client) => expect(clientAddress(peer, header, ours)).toBe(client))

  it('is the last address before our own proxies, whatever the client writes to the left of it', () =>
    fc.assert(
      fc.property(fc.array(written), outsider, fc.array(proxy), proxy, (lies, client, chain, peer) => {
        const direct = peer.replace(/^\[(.*)\]:\d+$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
        expect(clientAddress(direct, [...lies, client, ...chain].join(', '), ours)).toBe(client)
      }),
    ))

  it('is always an address', () =>
    fc.assert(
      fc.property(proxy, fc.array(written), (_, hops) => isIP(clientAddress('10.0.0.1', hops.join(','), ours)) > 0),
    ))

  it('refuses a proxy range that is none, naming it', () => {
    for (const range of ['10.0.0.0/33', '10.0.0/8', 'localhost', '', '::/129', '10.0.0.0/8/9', '10.0.0.0/'])
      expect(() => trustedProxies([range]), range).toThrow(`"${range}"`)
  })
})

describe('the unit that is limited', () => {
  it('is one IPv4 address, or a whole /48 of IPv6, however it is spelt', () => {
    expect(addressKey('192.0.2.1')).toBe('192.0.2.1')
    const key = '2001:db8:1::/48'
    for (const address of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:0:0:9', '2001:db8:1:3:0:0:1.2.3.4'])
      expect(addressKey(address)).toBe(key)
    expect(addressKey('2001:db8:2:2::1')).not.toBe(key)
  })

  it('is the same for every address of a /48', () =>
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
        const upper = (address: string) => addressKey(clientAddress(address, undefined, trustedProxies([])))
        const spelt = new URL(`http://[${one}]/`).hostname
        expect(upper(one)).toBe(upper(spelt.slice(1, -1)))
        expect(upper(one) === upper(other)).toBe(prefix(one) === prefix(other))
      }),
    ))
})

/** The first 48 bits as BlockList sees them, or the IPv4 address inside. */
function prefix(address: string): string {
  const client = clientAddress(address, undefined, trustedProxies([]))
  return isIP(client) === 4 ? client : client.split(':').slice(0, 3).join(':')
}
