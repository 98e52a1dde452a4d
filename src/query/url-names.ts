/**
 * URLs as names: of a repository, a package, a documentation page, a website, a server. A query with such a URL asks for
 * the SDK that it belongs to. URLs of callers are read in time linear in their length.
 */
import type { Language } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { serverUrl } from '../catalog/record/traits.ts'
import { languageInstalls } from '../code/install.ts'

/** Many live on a host whose websites have this many different paths: a code host says nothing about them. */
const SHARED_BY = 5
/** Longer URLs and host names say no more. */
const MAX_SEGMENTS = 12
/** Languages whose package names differ; all others are named as Python's, Go modules as the repository. */
const DISTINCT_PACKAGE_NAMES: Language[] = ['ts', 'js', 'php', 'py']

/** "https://www.api.example.co/v1" -> "example.co": the part of a URL that people remember. */
export const memorableHost = (url: string | undefined): string | undefined =>
  hostnameOf(url)?.replace(/^(?:(?:www|api|developer|developers|docs|data)\.)+(?=[^.]+\.)/, '') || undefined

/** Domains under which anybody can put a site: they say nothing about it. */
const PLATFORM =
  /(?<=[^.])\.(?:vercel\.app|netlify\.app|(?:up\.)?railway\.app|onrender\.com|herokuapp\.com|workers\.dev|pages\.dev|github\.io|gitlab\.io|fly\.dev|deno\.dev|web\.app|firebaseapp\.com|run\.app|appspot\.com|azurewebsites\.net|amazonaws\.com|cloudfront\.net|rapidapi\.com)$/

/** "thing.vercel.app" -> "thing" */
export const withoutPlatform = (host: string): string => host.replace(PLATFORM, '')

const hostnameOf = (url = ''): string | undefined =>
  (URL.parse(url) ?? URL.parse(`https://${url}`))?.hostname || undefined

const pathOf = (url: string): string => withoutTrailing('/', URL.parse(url)?.pathname ?? '')

export function sharedHosts(records: Iterable<SdkRecord>): ReadonlySet<string> {
  const paths = new Map<string, Set<string>>()
  for (const { source_website: website = '' } of records) {
    const [host, path] = [hostnameOf(website), pathOf(website)]
    if (host !== undefined && path !== '') paths.set(host, (paths.get(host) ?? new Set()).add(path))
  }
  return new Set([...paths.keys()].filter((host) => paths.get(host)!.size >= SHARED_BY))
}

/** Host names that belong to the record alone. */
export function recordHosts({ source_website, servers }: SdkRecord, shared: ReadonlySet<string>): string[] {
  const website = hostnameOf(source_website)
  const isShared = website !== undefined && shared.has(website) && pathOf(source_website!) !== ''
  return [isShared ? undefined : website, hostnameOf(serverUrl({ servers }))].filter((host) => host !== undefined)
}

/** Names of the SDK's packages in the registries of its languages, recorded or derived. */
export function recordPackages(record: SdkRecord): string[] {
  const languages = [...new Set([...DISTINCT_PACKAGE_NAMES, ...record.languages])]
  const installs = languageInstalls({ ...record, languages })
  return [...new Set(installs.map((install) => install.package.toLowerCase()))]
}

/** Host and path in the form in which URLs are compared: "github.com/owner/repository". */
export function normalizeUrl(url: string): string {
  const lower = url.toLowerCase()
  const end = lower.search(/[?#]/)
  const hostAndPath = (end < 0 ? lower : lower.slice(0, end))
    .replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?/, '')
    .replace(/^git@([^:/]+):/, '$1/')
    .replace(/^www\./, '')
  return withoutTrailing('/', hostAndPath).replace(/\.(?:git|md|json|html)$/, '')
}

/** Words of a query that are spelled as only URLs and packages are. */
export function urlsIn(query: string): string[] {
  return query
    .split(/\s+/)
    .map((word) => withoutTrailing(')"\'>],;!?.', word.replace(/^[("'<[]+/, '')))
    .filter((word) => (/.[/.@-]./.test(word) || word.startsWith('@')) && /[a-z]/i.test(word))
}

/** The name of the host of a URL: "https://api.example.co/v1" -> "example". */
export const siteName = (url: string): string | undefined =>
  memorableHost(`https://${normalizeUrl(url).split('/', 1)[0]}`)
    ?.split('.')
    .at(-2)

/** The parts of a URL that may be a name, the likeliest first: runs of its segments, from the end. */
export function* segmentRuns(url: string): Generator<string> {
  const segments = normalizeUrl(url).split('/').filter(Boolean).slice(0, MAX_SEGMENTS)
  for (let end = segments.length; end > 0; end--) {
    for (let start = 0; start < end; start++) {
      const run = segments.slice(start, end)
      yield run.join('/')
      const last = run.pop()!
      const unversioned = withoutVersion(last)
      if (unversioned !== last) yield [...run, unversioned].join('/')
    }
  }
}

/** "@latest", "==1.2", ":^1.0": how registries name a version. An @ that begins the segment begins a name. */
function withoutVersion(segment: string): string {
  const at = segment.slice(1).search(/@|[=~<>!]=|:/)
  return at < 0 ? segment : segment.slice(0, at + 1)
}

/** A host name, and the names it is part of: "a.b.example.co" -> also "b.example.co", "example.co". */
export function* domainsOf(url: string): Generator<string> {
  const host = normalizeUrl(url).split('/', 1)[0]!.replace(/:\d+$/, '')
  const labels = host.split('.').slice(-MAX_SEGMENTS)
  for (let at = 0; at + 1 < labels.length; at++) yield labels.slice(at).join('.')
}

/** Without the characters at the end; a pattern such as /\/+$/ would take time squared. */
function withoutTrailing(characters: string, text: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}
