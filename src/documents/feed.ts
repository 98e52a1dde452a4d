/** Changes of the catalogue, of a topic or of one SDK as a feed: an entry for each build, newest first. */

import type { SdkRecord } from '../catalog/record/record.ts'
import { topicPath } from '../pages/topic-pages.ts'
import { CHANGES, type Change, changesOf, shortId } from '../store/changes.ts'
import type { HistoryEntry } from '../store/history.ts'
import { joinParts } from '../text/join-parts.ts'
import { escapeMarkup } from '../text/markup.ts'
import type { Services } from '../tools/define/define.ts'

export const FEED_PATH = '/sdk/feed.xml'
export const FEED_TYPE = 'application/atom+xml'
/** Builds in the feed: enough for a weekly reader of a catalogue that is built four times a day. */
const MAX_ENTRIES = 30
/** Changes that an entry names; its link leads to all of them. */
const MAX_NAMED_CHANGES = 50

/** What a feed is about: the whole catalogue, the SDKs of a topic, or one SDK. */
interface Subject {
  path: string
  page: string
  title: string
  includes(change: Pick<Change, 'slug'>): boolean
  /** Positions of its SDKs; of the whole catalogue none. */
  members: ArrayLike<number>
}

/** As Atom and as a page for browsers have it. */
export interface Feed extends Omit<Subject, 'includes' | 'members'> {
  entries: readonly FeedEntry[]
}

interface FeedEntry {
  id: string
  title: string
  updated: string
  /** URL of its changes as JSON. */
  changes: string
  /** HTML. */
  content: string
}

export const catalogFeed = (services: Services): Feed =>
  feedOf({ path: FEED_PATH, page: '/sdk', title: services.site.name, includes: () => true, members: [] }, services)

export const sdkFeedPath = (slug: string, brand: string): string => `/${brand}-sdk/${slug}/feed.xml`

export const sdkFeed = ({ slug, title }: SdkRecord, services: Services): Feed => {
  const [path, page] = [sdkFeedPath(slug, services.site.brand), `/${services.site.brand}-sdk/${slug}`]
  const members = [services.catalog.records.positionOf(slug)]
  return feedOf({ path, page, title: `${title} SDK`, includes: (change) => change.slug === slug, members }, services)
}

export const topicFeedPath = (topic: string): string => `/sdk/topics/${encodeURIComponent(topic)}.xml`

/** SDKs that were removed have no topic any more, so their removal is in the feed of the catalogue alone. */
export const topicFeed = (topic: string, services: Services): Feed => {
  const { records } = services.catalog
  const has = records.having(topic)
  const includes = ({ slug }: Pick<Change, 'slug'>): boolean => {
    const position = records.positionOf(slug)
    return position >= 0 && has(position)
  }
  const [path, page] = [topicFeedPath(topic), topicPath(topic)]
  const members = records.ofTopic(records.topicNames.indexOf(topic))
  return feedOf({ path, page, title: `SDKs about ${topic}`, includes, members }, services)
}

type Named = Pick<Change, 'slug' | 'title' | 'members'> & Partial<Pick<Change, 'change'>>

/** Where no build on record changed what it is about, the feed has one entry: that it is in the catalogue. */
function feedOf(subject: Subject, services: Services): Feed {
  const { catalog } = services
  const entries = catalog.builds
    .toReversed()
    .map((build) => ({ build, changes: changesOf(build).filter(subject.includes) }))
    .filter(({ changes }) => changes.length > 0 || subject.path === FEED_PATH)
    .slice(0, MAX_ENTRIES)
    .map(({ build, changes }) => entry(build, changes, subject, services))
  return { ...subject, entries: entries.length > 0 ? entries : [presence(subject, services)] }
}

/** RFC 4287. */
export function atomFeed({ path, page, title, entries }: Feed, { catalog, site }: Services): string {
  const url = site.baseUrl + path
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${escapeMarkup(url)}</id>`,
    `<title>${escapeMarkup(title)}: changes</title>`,
    '<subtitle>SDKs that were added, changed and removed, build by build.</subtitle>',
    `<updated>${catalog.generatedAt}</updated>`,
    `<author><name>${escapeMarkup(site.name)}</name><uri>${escapeMarkup(site.baseUrl)}/</uri></author>`,
    link('self', url, FEED_TYPE),
    link('alternate', site.baseUrl + page, 'text/html'),
    link('related', `${site.baseUrl}/api/sdk/changes`, 'application/json'),
    ...entries.flatMap(({ id, title, updated, changes, content }) => [
      '<entry>',
      `<id>${escapeMarkup(id)}</id>`,
      `<title>${escapeMarkup(title)}</title>`,
      `<updated>${updated}</updated>`,
      link('alternate', changes, 'application/json'),
      `<content type="html">${escapeMarkup(content)}</content>`,
      '</entry>',
    ]),
    '</feed>',
    '',
  ].join('\n')
}

/** A roll-back enters the same build again, so the id includes the time. */
function entry(build: HistoryEntry, changes: readonly Change[], { path }: Subject, services: Services): FeedEntry {
  const { baseUrl } = services.site
  const { id, previous, built_at, count } = build
  const since = previous === null ? '' : `?since=${shortId(previous)}&limit=100`
  return {
    id: `${baseUrl}${path}#${shortId(id)}-${built_at}`,
    title: titleOf(build, changes),
    updated: built_at,
    changes: `${baseUrl}/api/sdk/changes${since}`,
    content: contentOf(changes, changes.length, services, count),
  }
}

function presence({ path, members }: Subject, services: Services): FeedEntry {
  const { catalog, site } = services
  const { slug, title } = catalog.records
  const named = Array.from({ length: Math.min(members.length, MAX_NAMED_CHANGES) }, (_, at) => {
    const position = members[at]!
    return { slug: slug(position), title: title(position) }
  })
  return {
    id: `${site.baseUrl}${path}#${shortId(catalog.id)}`,
    title: 'In the catalogue',
    updated: catalog.generatedAt,
    changes: `${site.baseUrl}/api/sdk/changes`,
    content: contentOf(named, members.length, services),
  }
}

function titleOf({ previous, count }: HistoryEntry, changes: readonly Change[]): string {
  if (previous === null) return `${count} SDKs`
  const counts = CHANGES.map((kind) => [changes.filter(({ change }) => change === kind).length, kind] as const)
  return joinParts(', ', ...counts.map(([number, kind]) => number > 0 && `${number} ${kind}`)) || 'No entry changed'
}

/** HTML, which is escaped again in Atom. */
function contentOf(changes: readonly Named[], total: number, { catalog }: Services, count = catalog.count): string {
  const items = changes.slice(0, MAX_NAMED_CHANGES).map((change) => `<li>${lineOf(change, catalog)}</li>`)
  const unnamed = total - items.length
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : ''
  return `${list}${unnamed > 0 ? `<p>And ${unnamed} more.</p>` : ''}<p>${count} SDKs in all.</p>`
}

/** Links only entries that still exist: a later build may have removed what this one added. */
function lineOf({ change, slug, title, members }: Named, catalog: Services['catalog']): string {
  const current = catalog.entry(slug)
  const name = escapeMarkup(title)
  const linked = current ? `<a href="${escapeMarkup(current.url)}">${name}</a>` : `${name} (${slug})`
  return `${linked}${change ? ` ${change}` : ''}${members ? `: ${escapeMarkup(members.join(', '))}` : ''}`
}

const link = (rel: string, href: string, type: string): string =>
  `<link rel="${rel}" type="${type}" href="${escapeMarkup(href)}"/>`
