/** URLs found in third-party text: which of them may be shown, and in which spelling. */

/** Hosts that a generator or a template names, never the API it wraps. */
const NOT_AN_API =
  /^(?:www\.)?(?:voxgig\.com|swagger\.io|openapis\.org|spec\.openapis\.org|modelcontextprotocol\.io|example\.(?:com|org|net)|localhost)$/
const TEMPLATE_REPOSITORY = /^https:\/\/github\.com\/(?:OAI|voxgig|swagger-api)(?:\/|$)/

/** The http or https URL in its standard spelling; nothing for one without a public host. */
export function publicUrl(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol) || !/[^.]\.[^.\d][^.]*\.?$/.test(url.hostname)) return undefined
  url.username = ''
  url.password = ''
  // A bare host reads better without its slash.
  return url.pathname === '/' && !url.search && !url.hash
    ? url.origin
    : url.href.replace(/["<>\\^`{|}]/g, encodeURIComponent)
}

/** Pages where people talk about an API. */
const TALK =
  /^(?:www\.)?(?:discord\..+|twitter\.com|x\.com|facebook\.com|t\.me|linkedin\.com|documenter\.getpostman\.com)$/

/** Names of hosts that answer programs: a site and its API often share a host, but not one of these. */
const FOR_PROGRAMS = /^https?:\/\/(?:[\w-]+\.)*(?:apis?|app|test|staging|sandbox)\.[^/]+$/

/** The first that can be the site of the wrapped API. @param servers of the API, of which none is its site */
export function websiteUrl(
  candidates: readonly (string | undefined)[],
  servers: readonly { url: string }[] = [],
): string | undefined {
  const urls = candidates.flatMap((candidate) => publicUrl(candidate) ?? []).filter(canBeAnApi)
  const isServer = (url: string) =>
    FOR_PROGRAMS.test(url) && servers.some((server) => URL.parse(server.url)?.origin === url)
  const url = urls.find((url) => !TALK.test(new URL(url).hostname) && !isServer(url))
  return url && (ABOUT_THE_SITE.test(url.slice(new URL(url).origin.length)) ? new URL(url).origin : url)
}

/** Pages that say nothing about the API: the site itself does. */
const ABOUT_THE_SITE = /\b(?:contact|feedback|terms|tos|legal|privacy|policy|policies)\b/i

const canBeAnApi = (url: string): boolean => !NOT_AN_API.test(new URL(url).hostname) && !TEMPLATE_REPOSITORY.test(url)

/** The page of a directory on one API; its home page says nothing of it. */
export function listingUrl(text: string | undefined): string | undefined {
  const url = publicUrl(text)
  return url !== undefined && new URL(url).pathname !== '/' ? url : undefined
}

/** URL of a code repository as people open it, from the spellings that package files and git remotes use. */
export function repositoryUrl(text: string | undefined): string | undefined {
  if (!text || text.length > 500) return undefined
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text.trim())?.[1]
  const written = short ? `https://github.com/${short}` : text.trim()
  const web = written
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
    .replace(/^git:\/\//, 'https://')
  const url = URL.parse(web)
  const path = url?.pathname.replace(/\/+$/, '').replace(/\.git$/, '') ?? ''
  if (!url || !/^https?:$/.test(url.protocol) || !/^\/[^/]+\/[^/]+/.test(path)) return undefined
  return publicUrl(`${url.protocol}//${url.host}${path}`)
}
