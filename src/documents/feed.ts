/** Changes of the catalogue, of a topic or of one SDK as an Atom feed (RFC 4287): an entry for each build, newest first. */

import type { SdkRecord } from '../catalog/record/record.ts'
import { topicPath } from '../pages/topic-pages.ts'
import { CHANGES, type Change, changesOf, shortId } from '../store/changes.ts'
import type { HistoryEntry } from '../store/history.ts'
import { joinParts } from '../text/join-parts.ts'
import { escapeMarkup } from '../text/markup.ts'
import type { Services } from '../tools/define/define.ts'

export const FEED_PATH = '/sdk/feed.xml'
export const FEED_TYPE = 'application/atom+xml'
/** Browsers show a feed as a page with it. */
export const FEED_STYLE_PATH = '/sdk/feed.css'

/** Builds in the feed: enough for a weekly reader of a catalogue that is built four times a day. */
const MAX_ENTRIES = 30
/** Changes that an entry names; its link leads to all of them. */
const MAX_NAMED_CHANGES = 50

/** What a feed is about: the whole catalogue, the SDKs of a topic, or one SDK. */
interface Subject {
  /** Path of the feed. */
  path: string
  /** Path of the page that it follows. */
  page: string
  title: string
  includes(change: Change): boolean
}

export const atomFeed = (services: Services): string =>
  feedOf({ path: FEED_PATH, page: '/sdk', title: services.site.name, includes: () => true }, services)

export const sdkFeedPath = (slug: string, brand: string): string => `/${brand}-sdk/${slug}/feed.xml`

export const sdkFeed = ({ slug, title }: SdkRecord, services: Services): string => {
  const [path, page] = [sdkFeedPath(slug, services.site.brand), `/${services.site.brand}-sdk/${slug}`]
  return feedOf({ path, page, title: `${title} SDK`, includes: (change) => change.slug === slug }, services)
}

export const topicFeedPath = (topic: string): string => `/sdk/topics/${encodeURIComponent(topic)}.xml`

/** SDKs that were removed have no topic any more, so their removal is in the feed of the catalogue alone. */
export const topicFeed = (topic: string, services: Services): string => {
  const { records } = services.catalog
  const has = records.having(topic)
  const includes = ({ slug }: Change): boolean => {
    const position = records.positionOf(slug)
    return position >= 0 && has(position)
  }
  const [path, page] = [topicFeedPath(topic), topicPath(topic)]
  return feedOf({ path, page, title: `SDKs about ${topic}`, includes }, services)
}

function feedOf(subject: Subject, services: Services): string {
  const { catalog, site } = services
  const url = site.baseUrl + subject.path
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<?xml-stylesheet type="text/css" href="${FEED_STYLE_PATH}"?>`,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${escapeMarkup(url)}</id>`,
    `<title>${escapeMarkup(subject.title)}: changes</title>`,
    '<subtitle>SDKs that were added, changed and removed, build by build. Open this address in a feed reader to follow it.</subtitle>',
    `<updated>${catalog.generatedAt}</updated>`,
    `<author><name>${escapeMarkup(site.name)}</name><uri>${escapeMarkup(site.baseUrl)}/</uri></author>`,
    link('self', url, FEED_TYPE),
    link('alternate', site.baseUrl + subject.page, 'text/html'),
    link('related', `${site.baseUrl}/api/sdk/changes`, 'application/json'),
    ...catalog.builds
      .toReversed()
      .map((build) => ({ build, changes: changesOf(build).filter(subject.includes) }))
      .filter(({ changes }) => changes.length > 0 || subject.path === FEED_PATH)
      .slice(0, MAX_ENTRIES)
      .map(({ build, changes }) => entry(build, changes, subject, services)),
    '</feed>',
    '',
  ].join('\n')
}

/** A roll-back enters the same build again, so the id includes the time. */
function entry(build: HistoryEntry, changes: readonly Change[], { path }: Subject, services: Services): string {
  const { baseUrl } = services.site
  const { id, previous, built_at } = build
  const since = previous === null ? '' : `?since=${shortId(previous)}&limit=100`
  return [
    '<entry>',
    `<id>${escapeMarkup(`${baseUrl}${path}#${shortId(id)}-${built_at}`)}</id>`,
    `<title>${titleOf(build, changes)}</title>`,
    `<updated>${built_at}</updated>`,
    link('alternate', `${baseUrl}/api/sdk/changes${since}`, 'application/json'),
    `<content type="html">${escapeMarkup(contentOf(build, changes, services))}</content>`,
    '</entry>',
  ].join('\n')
}

function titleOf({ previous, count }: HistoryEntry, changes: readonly Change[]): string {
  if (previous === null) return `${count} SDKs`
  const counts = CHANGES.map((kind) => [changes.filter(({ change }) => change === kind).length, kind] as const)
  return joinParts(', ', ...counts.map(([number, kind]) => number > 0 && `${number} ${kind}`)) || 'No entry changed'
}

/** HTML, which is escaped again in the feed. */
function contentOf({ count }: HistoryEntry, changes: readonly Change[], { catalog }: Services): string {
  const items = changes.slice(0, MAX_NAMED_CHANGES).map((change) => `<li>${line(change)}</li>`)
  const unnamed = changes.length - items.length
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : ''
  return `${list}${unnamed > 0 ? `<p>And ${unnamed} more.</p>` : ''}<p>${count} SDKs in all.</p>`

  /** Links only entries that still exist: a later build may have removed what this one added. */
  function line({ change, slug, title, members }: Change): string {
    const current = catalog.entry(slug)
    const name = escapeMarkup(title)
    const linked = current ? `<a href="${escapeMarkup(current.url)}">${name}</a>` : `${name} (${slug})`
    return `${linked} ${change}${members ? `: ${escapeMarkup(members.join(', '))}` : ''}`
  }
}

const link = (rel: string, href: string, type: string): string =>
  `<link rel="${rel}" type="${type}" href="${escapeMarkup(href)}"/>`
