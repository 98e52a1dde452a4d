/**
 * THE TABLE of what the service promises: every testable sentence of the specification, sections 2 to 9, with an id.
 * Tests cite ids through `verifies`, so that a misspelt id is a type error; coverage.test.ts fails on an id that no
 * test cites.
 */

/** Sections of the specification that hold testable sentences. */
export const SECTIONS = [
  ...(['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '2.9', '3'] as const),
  ...(['4', '4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '4.9', '4.10', '5', '6', '7', '8', '9'] as const),
] as const
type Section = (typeof SECTIONS)[number]

export interface Requirement {
  id: string
  section: Section
  /** The sentence, in our words. */
  text: string
  /** Other sections that say the same. */
  covers?: readonly Section[]
}

export const requirements = [
  // 2 Resources and their fields
  { id: 'entry.no-other-members', section: '2.1', text: 'An entry has no members beside the seven named.' },
  {
    id: 'entry.required-members',
    section: '2.1',
    text: 'slug, title, url, readme_url and github_url are always there, as strings.',
  },
  { id: 'entry.slug-ends-in-sdk', section: '2.1', text: 'Every slug ends in "-sdk".' },
  {
    id: 'entry.slug-pattern',
    section: '2.1',
    text: 'A slug is 3 to 120 lower-case letters, digits and hyphens, and begins with a letter or digit.',
    covers: ['8'],
  },
  { id: 'entry.slug-ends-url', section: '2.1', text: 'The slug is the last path segment of the documentation URL.' },
  { id: 'entry.absolute-urls', section: '2.1', text: 'url, readme_url and github_url are absolute URIs.' },
  { id: 'entry.readme-url-answers', section: '2.1', text: 'readme_url leads to the README as raw markdown.' },
  {
    id: 'entry.description-one-line',
    section: '2.1',
    text: 'A description, where there is one, is a one-line string.',
  },
  { id: 'entry.topics-strings', section: '2.1', text: 'topics, where there are any, is an array of strings.' },
  { id: 'catalog.no-other-members', section: '2.2', text: 'The catalogue has generated_at, count and sdks only.' },
  { id: 'catalog.count', section: '2.2', text: 'count is the number of entries in sdks.' },
  { id: 'catalog.sorted-by-title', section: '2.2', text: 'sdks holds every entry, sorted by title.' },
  {
    id: 'catalog.generated-at',
    section: '2.2',
    text: 'generated_at is the date and time of the build, not of the request or start.',
    covers: ['9'],
  },
  { id: 'result.exact-members', section: '2.3', text: 'A search result has its five members, all of them, no others.' },
  { id: 'result.query-echoed', section: '2.3', text: 'query repeats the keywords that were searched for.' },
  { id: 'health.no-other-members', section: '2.4', text: 'The health status has no members beside those named.' },
  { id: 'health.status-ok', section: '2.4', text: 'status is "ok", the only value.', covers: ['3'] },
  { id: 'health.names-service', section: '2.4', text: 'service names the service that answered.' },
  { id: 'health.version', section: '2.4', text: 'version is the version of the deployed site.', covers: ['9'] },
  { id: 'health.sdk-count', section: '2.4', text: 'sdk_count is the number of SDKs in the catalogue.' },
  {
    id: 'health.links',
    section: '2.4',
    text: 'links holds openapi, mcp, llms_txt and developers as absolute URLs, nothing else.',
    covers: ['4.6'],
  },
  {
    id: 'contact.message-members',
    section: '2.5',
    text: 'A message has name, email and message, all required, no others.',
  },
  { id: 'contact.name-length', section: '2.5', text: 'name has 1 to 256 characters.', covers: ['8'] },
  {
    id: 'contact.email-length',
    section: '2.5',
    text: 'email is an address of 3 to 256 characters.',
    covers: ['8'],
  },
  {
    id: 'contact.message-length',
    section: '2.5',
    text: 'message has 1 to 5000 characters.',
    covers: ['8'],
  },
  {
    id: 'contact.accepted-body',
    section: '2.6',
    text: 'The answer to an accepted message is ok: true.',
  },
  {
    id: 'jsonrpc-request.no-other-members',
    section: '2.7',
    text: 'A request has jsonrpc, id, method and params only.',
  },
  { id: 'jsonrpc-request.version', section: '2.7', text: 'jsonrpc is "2.0" and required.' },
  { id: 'jsonrpc-request.id-types', section: '2.7', text: 'id is a string or an integer, and may be absent.' },
  { id: 'jsonrpc-request.method-required', section: '2.7', text: 'method is a string and required.' },
  { id: 'jsonrpc-request.params-object', section: '2.7', text: 'params, where given, is an object.' },
  {
    id: 'jsonrpc-response.no-other-members',
    section: '2.8',
    text: 'A response has jsonrpc, id, result and error only.',
  },
  { id: 'jsonrpc-response.id-echoed', section: '2.8', text: 'id is that of the request, in its type.' },
  { id: 'jsonrpc-response.one-outcome', section: '2.8', text: 'Exactly one of result and error is present.' },
  {
    id: 'jsonrpc-response.error-members',
    section: '2.8',
    text: 'error has an integer code, a message and maybe data.',
  },
  { id: 'problem.required-members', section: '2.9', text: 'A problem has type, title, status and code.' },
  {
    id: 'problem.type-links-to-code',
    section: '2.9',
    text: 'type is {base_url}/developers/errors#<code>.',
    covers: ['7'],
  },
  { id: 'problem.title-stable', section: '2.9', text: 'title is the same for every problem of a code.', covers: ['7'] },
  { id: 'problem.status-equals-http', section: '2.9', text: 'status is the HTTP status of the answer.' },
  { id: 'problem.code-closed', section: '2.9', text: 'code is one of the enumeration.', covers: ['7'] },
  { id: 'problem.detail', section: '2.9', text: 'detail says what happened this time.' },
  { id: 'problem.instance-is-path', section: '2.9', text: 'instance is the path on which it happened.' },
  { id: 'problem.resolution', section: '2.9', text: 'resolution says in one sentence how to succeed next time.' },
  { id: 'problem.errors-name-fields', section: '2.9', text: 'errors lists each failing field with a message.' },

  // 4 Endpoints
  {
    id: 'server-error.problem',
    section: '4',
    text: 'An unexpected failure answers 500 server_error as a problem, and says nothing of its cause.',
    covers: ['7'],
  },
  { id: 'list.json', section: '4.1', text: 'The catalogue answers 200 application/json.' },
  { id: 'list.no-parameters', section: '4.1', text: 'The catalogue takes no parameters; any are ignored.' },
  {
    id: 'list.several-hundred-kilobytes',
    section: '4.1',
    text: 'The document is several hundred kilobytes.',
    covers: ['8'],
  },
  { id: 'list.cacheable', section: '4.1', text: 'The document is static and safe to cache.', covers: ['8'] },
  { id: 'search.json', section: '4.2', text: 'A search answers 200 application/json.' },
  { id: 'search.any-case', section: '4.2', text: 'Keywords match in any case.' },
  { id: 'search.fields', section: '4.2', text: 'Keywords match in slug, title, description and topics.' },
  { id: 'search.every-word-matches', section: '4.2', text: 'Every whitespace-separated word occurs in the entry.' },
  { id: 'search.no-query-pages-everything', section: '4.2', text: 'Without q the whole catalogue is paged.' },
  { id: 'search.q-length', section: '4.2', text: 'q has at most 200 characters.', covers: ['8'] },
  { id: 'search.limit-range', section: '4.2', text: 'limit is an integer from 1 to 100.', covers: ['8'] },
  { id: 'search.limit-default', section: '4.2', text: 'limit is 20 where it is not given.', covers: ['8'] },
  {
    id: 'search.offset',
    section: '4.2',
    text: 'offset is an integer from 0, by default 0, of matches to skip.',
    covers: ['8'],
  },
  {
    id: 'search.total-before-paging',
    section: '4.2',
    text: 'total counts the matches before paging.',
    covers: ['2.3'],
  },
  { id: 'search.echoes-page', section: '4.2', text: 'limit and offset repeat the values applied.', covers: ['2.3'] },
  {
    id: 'search.invalid-request',
    section: '4.2',
    text: 'A malformed or out-of-range parameter answers 400 invalid_request.',
    covers: ['7'],
  },
  { id: 'search.catalogue-order', section: '4.2', text: 'Results keep the catalogue order.' },
  { id: 'get-entry.json', section: '4.3', text: 'The entry of a slug answers 200 application/json.' },
  { id: 'get-entry.no-readme', section: '4.3', text: 'The entry does not embed the README.' },
  {
    id: 'get-entry.unknown-slug',
    section: '4.3',
    text: 'A slug that no entry has answers 404 not_found.',
    covers: ['7'],
  },
  { id: 'get-readme.markdown', section: '4.4', text: 'The README of a slug answers 200 text/markdown.' },
  {
    id: 'get-readme.as-in-repository',
    section: '4.4',
    text: 'The README is the one of the repository, byte for byte.',
  },
  { id: 'get-readme.unknown-slug', section: '4.4', text: 'A README of an unknown slug answers 404 not_found.' },
  {
    id: 'contact.accepted',
    section: '4.5',
    text: 'A good JSON message answers 200 application/json.',
  },
  {
    id: 'contact.missing-fields',
    section: '4.5',
    text: 'Absent and empty fields answer 400 missing_fields, each listed.',
    covers: ['7'],
  },
  {
    id: 'contact.cross-site-form',
    section: '4.5',
    text: 'A form post without a matching Origin answers 403 as text/plain.',
    covers: ['5', '7'],
  },
  {
    id: 'contact.form-with-origin',
    section: '4.5',
    text: 'A form post with a matching Origin is accepted.',
    covers: ['5'],
  },
  {
    id: 'contact.method-not-allowed',
    section: '4.5',
    text: 'Any other method answers 405 method_not_allowed.',
  },
  {
    id: 'contact.payload-too-large',
    section: '4.5',
    text: 'A message of more than 5000 characters answers 413 payload_too_large.',
    covers: ['7'],
  },
  {
    id: 'contact.unsupported-media-type',
    section: '4.5',
    text: 'A Content-Type that is neither JSON nor a form answers 415 unsupported_media_type.',
    covers: ['7'],
  },
  { id: 'health.always-ok', section: '4.6', text: 'The health check answers 200 application/json while serving.' },
  { id: 'mcp.json-response', section: '4.7', text: 'A request answers 200 application/json with one JSON object.' },
  { id: 'mcp.stateless', section: '4.7', text: 'No session id is issued or expected.', covers: ['5'] },
  { id: 'mcp.initialize', section: '4.7', text: 'initialize is supported.' },
  {
    id: 'mcp.initialized-accepted',
    section: '4.7',
    text: 'The notification notifications/initialized answers 202 with an empty body.',
    covers: ['6'],
  },
  { id: 'mcp.tools-list', section: '4.7', text: 'tools/list is supported.' },
  { id: 'mcp.tools-call', section: '4.7', text: 'tools/call is supported.' },
  { id: 'mcp.ping', section: '4.7', text: 'ping is supported.' },
  { id: 'mcp.server-discover', section: '4.7', text: 'server/discover is supported.' },
  { id: 'mcp.no-handshake', section: '4.7', text: 'A cold tools/list works without a handshake.' },
  { id: 'mcp.invalid-request', section: '4.7', text: 'What is not one JSON-RPC message answers 400 invalid_request.' },
  {
    id: 'mcp.foreign-origin',
    section: '4.7',
    text: 'A foreign Origin answers 403 as a problem.',
    covers: ['5', '7'],
  },
  {
    id: 'mcp.no-content-type',
    section: '4.7',
    text: 'A POST without Content-Type answers 403 as a problem.',
    covers: ['5'],
  },
  { id: 'mcp.only-post', section: '4.7', text: 'Any other method answers 405 method_not_allowed.' },
  {
    id: 'openapi.json',
    section: '4.8',
    text: '/openapi.json is the OpenAPI 3.1 description as application/json.',
  },
  {
    id: 'openapi.yaml',
    section: '4.8',
    text: '/openapi.yaml is the same description as YAML.',
  },
  { id: 'llms.index', section: '4.8', text: '/llms.txt is a short markdown index as text/plain.' },
  {
    id: 'llms.full',
    section: '4.8',
    text: '/llms-full.txt lists every SDK of the catalogue as links.',
  },
  { id: 'csv.type', section: '4.8', text: 'The CSV answers 200 text/csv.' },
  { id: 'csv.one-row-per-sdk', section: '4.8', text: 'The CSV has one row for each SDK.' },
  { id: 'csv.columns', section: '4.8', text: 'The CSV has its seven columns in the order given.' },
  {
    id: 'csv.sources-where-known',
    section: '4.8',
    text: 'source_openapi_url and source_website are filled where they are recorded, else empty.',
  },
  { id: 'files.agents-md', section: '4.9', text: '/AGENTS.md instructs coding agents.' },
  { id: 'files.robots', section: '4.9', text: '/robots.txt is published.' },
  { id: 'files.sitemap', section: '4.9', text: '/sitemap-index.xml leads to a content sitemap.' },
  { id: 'files.security', section: '4.9', text: '/.well-known/security.txt is published.' },
  { id: 'files.server-card', section: '4.9', text: 'The server card describes the MCP server.' },
  { id: 'files.api-catalog', section: '4.9', text: 'The API catalogue is an RFC 9727 linkset.' },
  { id: 'files.skills-index', section: '4.9', text: 'The skills index is published.' },
  {
    id: 'pages.errors',
    section: '4.9',
    text: '/developers/errors has a section for every code, under the anchor that problems link to.',
  },
  { id: 'pages.developers', section: '4.9', text: '/developers is published.' },
  {
    id: 'pages.twin-by-accept',
    section: '4.9',
    text: 'The home page answers Accept: text/markdown with its markdown twin.',
  },
  {
    id: 'pages.twin-by-suffix',
    section: '4.9',
    text: 'Every main page has a markdown twin at its path with .md.',
  },
  {
    id: 'pages.vary-and-link',
    section: '4.9',
    text: 'Pages carry Vary: Accept and a Link to their markdown twin.',
  },
  { id: 'jobs.accepted', section: '4.10', text: 'A job application is accepted.' },

  // 5 to 9 Rules for all
  { id: 'auth.none-needed', section: '5', text: 'No operation asks for a key or sign-up.' },
  {
    id: 'auth.challenge',
    section: '5',
    text: 'With a bot challenge configured, a post without its token answers 403.',
  },
  { id: 'errors.media-type', section: '7', text: 'Failures are application/problem+json, never HTML.' },
  {
    id: 'errors.mcp-failures-in-jsonrpc',
    section: '7',
    text: 'Failures of MCP methods use the error member of JSON-RPC.',
  },
  {
    id: 'errors.method-not-allowed',
    section: '7',
    text: 'A method that is not accepted answers 405, with the allowed ones in resolution.',
  },
  { id: 'limits.reads-unlimited', section: '8', text: 'Reads have no rate limit.' },
  {
    id: 'limits.forms-rate',
    section: '8',
    text: 'The form endpoints answer 429 with Retry-After beyond their rate.',
  },
  {
    id: 'version.openapi',
    section: '9',
    text: 'The description is OpenAPI 3.1.1 and its own version is 1.0.0.',
  },
  { id: 'version.no-path-segment', section: '9', text: 'Paths carry no version segment.' },
] as const satisfies readonly Requirement[]

export type RequirementId = (typeof requirements)[number]['id']
