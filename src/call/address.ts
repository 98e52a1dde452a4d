/**
 * Which addresses a request may go to. They are checked when a connection is made, on the very addresses that it uses: a
 * name that is looked up again could have another one by then.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { buildConnector } from 'undici'
import { CatalogError } from '../tools/define/catalog-error.ts'

export interface Reach {
  /** Requests may also go to this machine and its networks. */
  allowLocal?: boolean | undefined
  /** Looks names up in place of the system. */
  lookup?: LookupFunction | undefined
}

/** What --allow-local adds. Others, such as multicast and addresses that embed another one, are never called. */
const LOCAL = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']

/** IANA gives out public IPv6 addresses of this prefix only. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

export function isReachable(address: string, allowLocal = false): boolean {
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (allowLocal && LOCAL.includes(range)) return true
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(PUBLIC_IPV6))
}

const refused = (host: string, address: string): CatalogError =>
  new CatalogError('invalid_request', {
    detail: `${host} ${host === address ? 'is' : `has the address ${address},`} no public address; nothing was sent.`,
    resolution: 'Allow addresses of this machine and its networks with --allow-local, if you trust the server.',
  })

/** Wraps the connector of undici, which calls `lookup` for names only. */
export function guarded(
  connectorOf: typeof buildConnector,
  { allowLocal, lookup = systemLookup as LookupFunction }: Reach,
): buildConnector.connector {
  const connect = connectorOf({
    allowH2: false,
    // So that Node asks for all addresses.
    autoSelectFamily: true,
    lookup: (host, options, callback) =>
      lookup(host, options, (error, addresses) => {
        if (error) return callback(error, '')
        const wrong = (addresses as LookupAddress[]).find(({ address }) => !isReachable(address, allowLocal))
        callback(wrong ? refused(host, wrong.address) : null, addresses)
      }),
  })
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !isReachable(host, allowLocal)) return callback(refused(host, host), null)
    connect(options, callback)
  }
}
