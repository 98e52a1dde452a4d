/** Changes of the catalogue as an Atom feed (RFC 4287): one entry for each build, newest first. */

import { type Change, changeCount, changesOf, shortId } from '../catalog/changes.ts'
import type { HistoryEntry } from '../catalog/store/history.ts'
import { escapeMarkup } from '../text/markup.ts'
import type { Services } from '../tools/define.ts'

export const FEED_PATH = '/sdk/feed.xml'
export const FEED_TYPE = 'application/atom+xml'

/** Builds in the feed: enough for a weekly reader of a catalogue that is built four times a day. */
const MAX_ENTRIES = 30
/** Changes that an entry names; its link leads to all of them. */
const MAX_NAMED_CHANGES = 50

export function atomFeed(services: Services): string {
  const { catalog, site } = services
  const [url, name] = [`${site.baseUrl}${FEED_PATH}`, escapeMarkup(site.name)]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${escapeMarkup(url)}</id>`,
    `<title>${name}: changes</title>`,
    '<subtitle>SDKs that were added, changed and removed, build by build.</subtitle>',
    `<updated>${catalog.generatedAt}</updated>`,
    `<author><name>${name}</name><uri>${escapeMarkup(site.baseUrl)}/</uri></author>`,
    link('self', url, FEED_TYPE),
    link('alternate', `${site.baseUrl}/sdk`, 'text/html'),
    link('related', `${site.baseUrl}/api/sdk/changes`, 'application/json'),
    ...catalog.builds
      .slice(-MAX_ENTRIES)
      .reverse()
      .map((build) => entry(build, services)),
    '</feed>',
    '',
  ].join('\n')
}

/** A roll-back enters the same build again, so the id includes the time. */
function entry(build: HistoryEntry, services: Services): string {
  const { baseUrl } = services.site
  const { id, previous, built_at } = build
  const since = previous === null ? '' : `?since=${shortId(previous)}&limit=100`
  return [
    '<entry>',
    `<id>${escapeMarkup(`${baseUrl}${FEED_PATH}#${shortId(id)}-${built_at}`)}</id>`,
    `<title>${titleOf(build)}</title>`,
    `<updated>${built_at}</updated>`,
    link('alternate', `${baseUrl}/api/sdk/changes${since}`, 'application/json'),
    `<content type="html">${escapeMarkup(contentOf(build, services))}</content>`,
    '</entry>',
  ].join('\n')
}

function titleOf({ previous, count, added, changed, removed }: HistoryEntry): string {
  if (previous === null) return `${count} SDKs`
  const parts = Object.entries({ added, changed, removed })
    .filter(([, { length }]) => length > 0)
    .map(([what, { length }]) => `${length} ${what}`)
  return parts.join(', ') || 'No entry changed'
}

/** HTML, which is escaped again in the feed. */
function contentOf(build: HistoryEntry, { catalog }: Services): string {
  const items = changesOf(build)
    .slice(0, MAX_NAMED_CHANGES)
    .map((change) => `<li>${line(change)}</li>`)
  const unnamed = changeCount(build) - items.length
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : ''
  return `${list}${unnamed > 0 ? `<p>And ${unnamed} more.</p>` : ''}<p>${build.count} SDKs in all.</p>`

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
