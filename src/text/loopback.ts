/** Names of this machine, as URLs spell them: an IPv6 address is in brackets. */

export const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** RFC 6761 section 6.3, RFC 1122 section 3.2.1.3 (all of 127.0.0.0/8), RFC 4291 section 2.5.3. */
export const isLoopback = (hostname: string): boolean =>
  LOOPBACK_HOSTS.includes(hostname) || /^127(?:\.\d{1,3}){3}$/.test(hostname)
