/** What was added, changed and removed from build to build. The same as a feed is documents/feed.ts. */
import * as z from 'zod'
import { CHANGES, changesSince, shortId } from '../../catalog/changes.ts'
import { defineTool, READ_ONLY } from '../define.ts'
import { CatalogError, echoed } from '../errors.ts'
import { text, wholeNumber } from '../fields.ts'

export const listCatalogChanges = defineTool({
  name: 'list_catalog_changes',
  title: 'List what changed in the catalogue',
  description:
    'Returns the SDKs added, changed and removed since a date or a build, oldest first; without `since`, those of the ' +
    'last build. Use this to refresh a copy of the catalogue.',
  annotations: READ_ONLY,
  input: z.strictObject({
    since: text(99).optional().describe('Date, date-time, build id, or `next` of an answer, e.g. "2026-01-31".'),
    limit: wholeNumber(1, 100).optional().describe('Most changes to return; 50 if left out.'),
  }),
  output: z
    .strictObject({
      total: z.int().describe('Changes before `limit`.'),
      changes: z
        .array(
          z.strictObject({
            change: z.enum(CHANGES).describe('What happened to the SDK.'),
            slug: z.string().describe('Slug of the SDK.'),
            title: z.string().describe('Name of the SDK.'),
            at: z.string().describe('Time of the build.'),
            build: z.string().describe('Id of the build.'),
          }),
        )
        .describe('Oldest first.'),
      next: z.string().describe('Pass it as `since` next time.'),
    })
    .meta({ id: 'CatalogChangesResult', description: 'Changes, and where to go on.' }),
  run: ({ since, limit = 50 }, { catalog: { builds } }) => {
    const page = changesSince(builds, since, limit)
    if (!page) throw unknownSince(since!, shortId(builds[0]!.id), shortId(builds.at(-1)!.id))
    // Members that differ are in the feed: naming them here would cost every reader of the definition.
    return { ...page, changes: page.changes.map(({ members: _, ...change }) => change) }
  },
  text: ({ total, changes, next }, _, input) =>
    [
      total > 0
        ? `${changes.length} of ${total} changes.`
        : input?.since === undefined
          ? 'The last build changed nothing.'
          : 'No change on record since then.',
      ...changes.map(({ change, slug, title, at, build }) => `- ${at} ${change} ${title} (${slug}), build ${build}`),
      total > changes.length ? `Next page: since ${next}.` : `For what comes later: since ${next}.`,
    ].join('\n'),
  examples: [{}, { since: '2026-01-31T00:00:00Z', limit: 5 }],
})

function unknownSince(since: string, oldest: string, newest: string): CatalogError {
  const message = 'must be a date, a date-time, the id of a build on record, or `next` of an answer'
  return new CatalogError('invalid_request', {
    detail: `since: "${echoed(since)}" ${message}.`,
    errors: [{ field: 'since', message }],
    resolution:
      oldest === newest
        ? `Leave \`since\` out, or use a date-time such as 2026-01-31T00:00:00Z; the one build on record is ${newest}.`
        : `Use a date-time such as 2026-01-31T00:00:00Z, or a build from ${oldest} to ${newest}.`,
  })
}
