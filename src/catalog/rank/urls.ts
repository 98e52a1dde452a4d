/**
 * Addresses as names: of a repository, a package, a documentation page, a website, a server. Whoever pastes one means
 * the SDK that it belongs to.
 */

import type { Language, SdkRecord } from '../record/record.ts'
import { languageInstalls } from '../usage/install.ts'

/** Many live on a host whose websites have this many different paths: a code host says nothing of them. */
const SHARED_BY = 5
/** Longer addresses say no more. */
const MOST_SEGMENTS = 12
/** "@latest", "==1.2", ":^1.0": how registries name a version. */
const VERSION = /(?<=[^/])(?:@|[=~<>!]=|:)[^/]*$/
/** Languages whose package names differ; all others are named as Python's, Go modules as the repository. */
const NAMED_APART: Language[] = ['ts', 'js', 'php', 'py']

/** "https://www.api.example.co/v1" -> "example.co": what of an address people remember. */
export function hostOf(address: string | undefined): string | undefined {
  const host = hostnameOf(address)
  return host?.replace(/^(?:(?:www|api|developer|developers|docs|data)\.)+(?=[^.]+\.)/, '') || undefined
}

/** Domains under which anybody puts a site: they say nothing of it. */
const PLATFORM =
  /(?<=[^.])\.(?:vercel\.app|netlify\.app|(?:up\.)?railway\.app|onrender\.com|herokuapp\.com|workers\.dev|pages\.dev|github\.io|gitlab\.io|fly\.dev|deno\.dev|web\.app|firebaseapp\.com|run\.app|appspot\.com|azurewebsites\.net|amazonaws\.com|cloudfront\.net|rapidapi\.com)$/

/** "thing.vercel.app" -> "thing" */
export const withoutPlatform = (host: string): string => host.replace(PLATFORM, '')

function hostnameOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  return (URL.parse(address) ?? URL.parse(`https://${address}`))?.hostname || undefined
}

const pathOf = (address: string): string => URL.parse(address)?.pathname.replace(/\/+$/, '') ?? ''

export function sharedHosts(records: readonly SdkRecord[]): ReadonlySet<string> {
  const paths = new Map<string, Set<string>>()
  for (const { source_website: website } of records) {
    const host = hostnameOf(website)
    if (host === undefined || pathOf(website!) === '') continue
    paths.set(host, (paths.get(host) ?? new Set()).add(pathOf(website!)))
  }
  return new Set([...paths].filter(([, all]) => all.size >= SHARED_BY).map(([host]) => host))
}

/** Host names that are the record's own. */
export function hostsOf({ source_website, server_url }: SdkRecord, shared: ReadonlySet<string>): string[] {
  const website = hostnameOf(source_website)
  const own = website !== undefined && shared.has(website) && pathOf(source_website!) !== '' ? undefined : website
  return [own, hostnameOf(server_url)].filter((host) => host !== undefined)
}

/** What a package of the SDK is called in the registries of its languages, recorded or not. */
export function packagesOf(record: SdkRecord): string[] {
  const all = languageInstalls({ ...record, languages: NAMED_APART }).map(({ package: name }) => name)
  return [...new Set(all)].map((name) => name.toLowerCase())
}

/** Host and path in the form in which addresses are compared: "github.com/owner/repository". */
export function addressOf(address: string): string {
  return address
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?/, '')
    .replace(/^git@([^:/]+):/, '$1/')
    .replace(/^www\./, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.(?:git|md|json|html)$/, '')
}

/** Words of a query that are spelled as only addresses and packages are. */
export function addressesIn(query: string): string[] {
  if (!/[/.@-]/.test(query)) return []
  return query
    .split(/\s+/)
    .map((piece) => piece.replace(/^[("'<[]+|[)"'>\],;!?.]+$/g, ''))
    .filter((piece) => /[^\s]+[/.@-]+[^\s]+|^@/.test(piece) && /[a-z]/i.test(piece))
}

/** The query with its addresses reduced to what they are called: "https://api.example.co/v1" -> "example". */
export const withoutAddresses = (query: string): string =>
  query.replace(/(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+/gi, (address) => {
    const host = hostOf(`https://${addressOf(address).split('/')[0]}`)
    return host?.split('.').at(-2) ?? ' '
  })

/** The parts of an address that may be a name, the surest first: runs of its segments, from the end. */
export function* runsOf(address: string): Generator<string> {
  const segments = addressOf(address).split('/').filter(Boolean).slice(0, MOST_SEGMENTS)
  const last = segments.length
  for (let end = last; end > 0; end--) {
    for (let start = 0; start < end; start++) {
      const run = segments.slice(start, end).join('/')
      yield run
      const unversioned = run.replace(VERSION, '')
      if (unversioned !== run) yield unversioned
    }
  }
}

/** A host name, and the names it is part of: "a.b.example.co" -> also "b.example.co", "example.co". */
export function* domainsOf(address: string): Generator<string> {
  const labels = addressOf(address).split('/')[0]!.replace(/:\d+$/, '').split('.')
  for (let at = 0; at + 1 < labels.length; at++) yield labels.slice(at).join('.')
}
