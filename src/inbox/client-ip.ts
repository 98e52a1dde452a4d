/** The client's IP address behind trusted proxies, and the key by which clients are rate limited. */
import { BlockList, isIP, SocketAddress } from 'node:net'

/** Reads IP addresses and CIDR ranges, e.g. `10.0.0.0/8`. Throws a TypeError that names the first invalid one. */
export function trustedProxies(ranges: string[]): BlockList {
  const trusted = new BlockList()
  for (const range of ranges) {
    const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(range.trim()) ?? []
    const family = isIP(address)
    const maxBits = family === 6 ? 128 : 32
    const bits = Number(prefix ?? maxBits)
    if (family === 0 || bits > maxBits)
      throw new TypeError(`"${range}" is neither an address nor a range such as 10.0.0.0/8`)
    trusted.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4')
  }
  return trusted
}

/**
 * The peer's address, unless the peer is a trusted proxy. Then X-Forwarded-For is read from the right, past trusted
 * hops, to the first address that is not trusted. The client may have written everything left of that, so it is
 * ignored. Text that is not an address ends the search at the hop that passed it on. 'unknown' without a peer.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined, trusted: BlockList): string {
  let client = normalise(peer ?? '')
  if (client === undefined) return 'unknown'
  const hops = forwardedFor?.split(',') ?? []
  while (trusted.check(client, isIP(client) === 6 ? 'ipv6' : 'ipv4') && hops.length > 0) {
    const hop: string | undefined = normalise(withoutPort(hops.pop()!.trim()))
    if (hop === undefined) break
    client = hop
  }
  return client
}

/** An IPv4 address, or the /48 of an IPv6 address: the largest block that one customer gets (RFC 6177). */
export function addressKey(address: string): string {
  return isIP(address) === 6 ? `${groups(address).slice(0, 3).join(':')}::/48` : address
}

/** Some proxies append the port: 192.0.2.1:5000 or [2001:db8::1]:5000. */
function withoutPort(hop: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
}

/** One spelling per address: no zone, and IPv4 also where it came as ::ffff:a.b.c.d. Undefined for anything else. */
function normalise(text: string): string | undefined {
  const address = text.replace(/%.*$/, '')
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  return /^::ffff:([\d.]+)$/.exec(canonical)?.[1] ?? groups(address).join(':')
}

/** The eight groups of an IPv6 address in lower-case hexadecimal, read from the compressed form that URLs have. */
function groups(address: string): string[] {
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = compressed.split('::').map((part) => part.split(':').filter(Boolean))
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}
