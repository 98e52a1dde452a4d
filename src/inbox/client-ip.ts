/** Who sent a request: the client's address behind trusted proxies, and the unit by which clients are limited. */
import { BlockList, isIP } from 'node:net'

/** Reads addresses and CIDR ranges, e.g. `10.0.0.0/8`. Throws a TypeError that names the one that is neither. */
export function trustedProxies(ranges: string[]): BlockList {
  const trusted = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix, ...more] = range.trim().split('/')
    const family = isIP(address)
    const bits = prefix === undefined ? (family === 6 ? 128 : 32) : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
    if (family === 0 || more.length > 0 || bits < 0 || bits > (family === 6 ? 128 : 32))
      throw new TypeError(`"${range}" is neither an address nor a range such as 10.0.0.0/8`)
    trusted.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4')
  }
  return trusted
}

/**
 * The client's address: the peer's own unless the peer is a trusted proxy; then X-Forwarded-For is walked from the
 * right, past trusted hops, to the first address that is not one of ours. Whatever stands left of that was written
 * by the client and may be a lie. Text that is no address ends the walk at the hop that passed it on.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined, trusted: BlockList): string {
  let client = normalise(peer ?? '')
  if (client === undefined) return 'unknown'
  const hops = forwardedFor?.split(',') ?? []
  while (isTrusted(client, trusted) && hops.length > 0) {
    const hop: string | undefined = normalise(withoutPort(hops.pop()!.trim()))
    if (hop === undefined) break
    client = hop
  }
  return client
}

/** The unit that is limited: an IPv4 address, or the /64 that one IPv6 household or server can choose freely in. */
export function addressKey(address: string): string {
  return isIP(address) === 6 ? `${groups(address).slice(0, 4).join(':')}::/64` : address
}

function isTrusted(address: string, trusted: BlockList): boolean {
  return trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Some proxies append the port: 192.0.2.1:5000 or [2001:db8::1]:5000. */
function withoutPort(hop: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
}

/** One spelling per address: no zone, IPv4 also where it came as ::ffff:a.b.c.d. Undefined for what is no address. */
function normalise(text: string): string | undefined {
  const address = text.replace(/%.*$/, '').toLowerCase()
  if (isIP(address) === 4) return address
  if (isIP(address) === 0) return undefined
  const parts = groups(address)
  if (parts.slice(0, 5).some((part) => part !== '0') || parts[5] !== 'ffff') return parts.join(':')
  const [high = 0, low = 0] = parts.slice(6).map((part) => Number.parseInt(part, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight groups of a valid IPv6 address, in lower-case hexadecimal without leading zeros. */
function groups(address: string): string[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [a * 256 + Number(b), c * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  )
  const [head = [], tail = []] = hex.split('::').map((side) => (side === '' ? [] : side.split(':')))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...(hex.includes('::') ? zeros : []), ...tail].map((group) =>
    Number.parseInt(group, 16).toString(16),
  )
}
