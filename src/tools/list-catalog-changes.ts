/** SDKs added, changed and removed from build to build. documents/feed.ts has the same as a feed. */
import * as z from 'zod'
import { CHANGES, changesSince, shortId } from '../store/changes.ts'
import { CatalogError, echoed } from './define/catalog-error.ts'
import { defineTool, READ_ONLY } from './define/define.ts'
import { integerBetween, text } from './define/shared-fields.ts'

export const listCatalogChanges = defineTool({
  name: 'list_catalog_changes',
  title: 'List what changed in the catalogue',
  description:
    'Returns the SDKs added, changed and removed since a date or a build (by default, in the last build), oldest ' +
    'first. Use this to update a copy of the catalogue.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  input: z.strictObject({
    since: text(99).optional().describe('Date, date-time, build id, or earlier `next`, e.g. "2026-01-31".'),
    limit: integerBetween(1, 100).optional().describe('Most changes, 50 by default.'),
  }),
  output: z
    .strictObject({
      total: z.int().describe('Before `limit`.'),
      changes: z
        .array(
          z.strictObject({
            change: z.enum(CHANGES),
            slug: z.string(),
            title: z.string(),
            at: z.string(),
            build: z.string(),
          }),
        )
        .describe('Oldest first.'),
      next: z.string().describe('`since` for the next call.'),
    })
    .meta({ id: 'CatalogChangesResult', description: 'Changes, and where to continue.' }),
  run: ({ since, limit = 50 }, { catalog: { builds } }) => {
    const page = changesSince(builds, since, limit)
    if (!page) throw unknownSince(since!, shortId(builds[0]!.id), shortId(builds.at(-1)!.id))
    // Members that differ are in the feed only: here they would make the tool definition longer.
    return { ...page, changes: page.changes.map(({ members: _, ...change }) => change) }
  },
  text: ({ total, changes, next }, _, input) =>
    [
      total > 0
        ? `${changes.length} of ${total} changes.`
        : input?.since
          ? 'No changes are recorded since then.'
          : 'The last build changed nothing.',
      ...changes.map(({ change, slug, title, at, build }) => `- ${at} ${change} ${title} (${slug}), build ${build}`),
      total > changes.length ? `Next page: since ${next}.` : `For later changes: since ${next}.`,
    ].join('\n'),
  examples: [{}, { since: '2026-01-31T00:00:00Z', limit: 5 }],
})

function unknownSince(since: string, oldest: string, newest: string): CatalogError {
  const message = 'must be a date, a date-time, the id of a recorded build, or `next` from an earlier answer'
  return new CatalogError('invalid_request', {
    detail: `since: "${echoed(since)}" ${message}.`,
    errors: [{ field: 'since', message }],
    resolution:
      oldest === newest
        ? `Omit \`since\`, or use a date-time such as 2026-01-31T00:00:00Z; the only recorded build is ${newest}.`
        : `Use a date-time such as 2026-01-31T00:00:00Z, or a build from ${oldest} to ${newest}.`,
  })
}
