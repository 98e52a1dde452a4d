/**
 * What the service promises: every testable sentence of the specification, sections 2 to 9, by section and id. Tests
 * cite ids through `verifies`, so that a misspelt id is a type error; coverage.test.ts fails on an id that no test
 * cites.
 */
export const requirements = {
  '2.1': {
    'entry.no-other-members': 'An entry has no members beside the seven named.',
    'entry.required-members': 'slug, title, url, readme_url and github_url are always there, as strings.',
    'entry.slug-ends-in-sdk': 'Every slug ends in "-sdk".',
    'entry.slug-pattern':
      'A slug is 3 to 120 lower-case letters, digits and hyphens, and begins with a letter or digit.',
    'entry.slug-ends-url': 'The slug is the last path segment of the documentation URL.',
    'entry.absolute-urls': 'url, readme_url and github_url are absolute URIs.',
    'entry.readme-url-answers': 'readme_url leads to the README as raw markdown.',
    'entry.description-one-line': 'A description, where there is one, is a one-line string.',
    'entry.topics-strings': 'topics, where there are any, is an array of strings.',
  },
  '2.2': {
    'catalog.no-other-members': 'The catalogue has generated_at, count and sdks only.',
    'catalog.count': 'count is the number of entries in sdks.',
    'catalog.sorted-by-title': 'sdks holds every entry, sorted by title.',
    'catalog.generated-at': 'generated_at is the date and time of the build, not of the request or start.',
  },
  '2.3': {
    'result.exact-members': 'A search result has its five members, all of them, no others.',
    'result.query-echoed': 'query repeats the keywords that were searched for.',
  },
  '2.4': {
    'health.no-other-members': 'The health status has no members beside those named.',
    'health.status-ok': 'status is "ok", the only value.',
    'health.names-service': 'service names the service that answered.',
    'health.version': 'version is the version of the deployed site.',
    'health.sdk-count': 'sdk_count is the number of SDKs in the catalogue.',
    'health.links': 'links holds openapi, mcp, llms_txt and developers as absolute URLs, nothing else.',
  },
  '2.5': {
    'contact.message-members': 'A message has name, email and message, all required, no others.',
    'contact.name-length': 'name has 1 to 256 characters.',
    'contact.email-length': 'email is an address of 3 to 256 characters.',
    'contact.message-length': 'message has 1 to 5000 characters.',
  },
  '2.6': {
    'contact.accepted-body': 'The answer to an accepted message is ok: true.',
  },
  '2.7': {
    'jsonrpc-request.no-other-members': 'A request has jsonrpc, id, method and params only.',
    'jsonrpc-request.version': 'jsonrpc is "2.0" and required.',
    'jsonrpc-request.id-types': 'id is a string or an integer, and may be absent.',
    'jsonrpc-request.method-required': 'method is a string and required.',
    'jsonrpc-request.params-object': 'params, where given, is an object.',
  },
  '2.8': {
    'jsonrpc-response.no-other-members': 'A response has jsonrpc, id, result and error only.',
    'jsonrpc-response.id-echoed': 'id is that of the request, in its type.',
    'jsonrpc-response.one-outcome': 'Exactly one of result and error is present.',
    'jsonrpc-response.error-members': 'error has an integer code, a message and maybe data.',
  },
  '2.9': {
    'problem.required-members': 'A problem has type, title, status and code.',
    'problem.type-links-to-code': 'type is {base_url}/developers/errors#<code>.',
    'problem.title-stable': 'title is the same for every problem of a code.',
    'problem.status-equals-http': 'status is the HTTP status of the answer.',
    'problem.code-closed': 'code is one of the enumeration.',
    'problem.detail': 'detail says what happened this time.',
    'problem.instance-is-path': 'instance is the path on which it happened.',
    'problem.resolution': 'resolution says in one sentence how to succeed next time.',
    'problem.errors-name-fields': 'errors lists each failing field with a message.',
  },
  '4': {
    'server-error.problem':
      'An unexpected failure answers 500 server_error as a problem, and says nothing of its cause.',
  },
  '4.1': {
    'list.json': 'The catalogue answers 200 application/json.',
    'list.no-parameters': 'The catalogue takes no parameters; any are ignored.',
    'list.several-hundred-kilobytes': 'The document is several hundred kilobytes.',
    'list.cacheable': 'The document is static and safe to cache.',
  },
  '4.2': {
    'search.json': 'A search answers 200 application/json.',
    'search.any-case': 'Keywords match in any case.',
    'search.fields': 'Keywords match in slug, title, description and topics.',
    'search.every-word-matches': 'Every whitespace-separated word occurs in the entry.',
    'search.no-query-pages-everything': 'Without q the whole catalogue is paged.',
    'search.q-length': 'q has at most 200 characters.',
    'search.limit-range': 'limit is an integer from 1 to 100.',
    'search.limit-default': 'limit is 20 where it is not given.',
    'search.offset': 'offset is an integer from 0, by default 0, of matches to skip.',
    'search.total-before-paging': 'total counts the matches before paging.',
    'search.echoes-page': 'limit and offset repeat the values applied.',
    'search.invalid-request': 'A malformed or out-of-range parameter answers 400 invalid_request.',
    'search.catalogue-order': 'Results keep the catalogue order.',
  },
  '4.3': {
    'get-entry.json': 'The entry of a slug answers 200 application/json.',
    'get-entry.no-readme': 'The entry does not embed the README.',
    'get-entry.unknown-slug': 'A slug that no entry has answers 404 not_found.',
  },
  '4.4': {
    'get-readme.markdown': 'The README of a slug answers 200 text/markdown.',
    'get-readme.as-in-repository': 'The README is the one of the repository, byte for byte.',
    'get-readme.unknown-slug': 'A README of an unknown slug answers 404 not_found.',
  },
  '4.5': {
    'contact.accepted': 'A good JSON message answers 200 application/json.',
    'contact.missing-fields': 'Absent and empty fields answer 400 missing_fields, each listed.',
    'contact.cross-site-form': 'A form post without a matching Origin answers 403 as text/plain.',
    'contact.form-with-origin': 'A form post with a matching Origin is accepted.',
    'contact.method-not-allowed': 'Any other method answers 405 method_not_allowed.',
    'contact.payload-too-large': 'A message of more than 5000 characters answers 413 payload_too_large.',
    'contact.unsupported-media-type':
      'A Content-Type that is neither JSON nor a form answers 415 unsupported_media_type.',
  },
  '4.6': {
    'health.always-ok': 'The health check answers 200 application/json while serving.',
  },
  '4.7': {
    'mcp.json-response': 'A request answers 200 application/json with one JSON object.',
    'mcp.stateless': 'No session id is issued or expected.',
    'mcp.initialize': 'initialize is supported.',
    'mcp.initialized-accepted': 'The notification notifications/initialized answers 202 with an empty body.',
    'mcp.tools-list': 'tools/list is supported.',
    'mcp.tools-call': 'tools/call is supported.',
    'mcp.ping': 'ping is supported.',
    'mcp.server-discover': 'server/discover is supported.',
    'mcp.no-handshake': 'A cold tools/list works without a handshake.',
    'mcp.invalid-request': 'What is not one JSON-RPC message answers 400 invalid_request.',
    'mcp.foreign-origin': 'A foreign Origin answers 403 as a problem.',
    'mcp.no-content-type': 'A POST without Content-Type answers 403 as a problem.',
    'mcp.only-post': 'Any other method answers 405 method_not_allowed.',
  },
  '4.8': {
    'openapi.json': '/openapi.json is the OpenAPI 3.1 description as application/json.',
    'openapi.yaml': '/openapi.yaml is the same description as YAML.',
    'llms.index': '/llms.txt is a short markdown index as text/plain.',
    'llms.full': '/llms-full.txt lists every SDK of the catalogue as links.',
    'csv.type': 'The CSV answers 200 text/csv.',
    'csv.one-row-per-sdk': 'The CSV has one row for each SDK.',
    'csv.columns': 'The CSV has its seven columns in the order given.',
    'csv.sources-where-known': 'source_openapi_url and source_website are filled where they are recorded, else empty.',
  },
  '4.9': {
    'files.agents-md': '/AGENTS.md instructs coding agents.',
    'files.robots': '/robots.txt is published.',
    'files.sitemap': '/sitemap-index.xml leads to a content sitemap.',
    'files.security': '/.well-known/security.txt is published.',
    'files.server-card': 'The server card describes the MCP server.',
    'files.api-catalog': 'The API catalogue is an RFC 9727 linkset.',
    'files.skills-index': 'The skills index is published.',
    'pages.errors': '/developers/errors has a section for every code, under the anchor that problems link to.',
    'pages.developers': '/developers is published.',
    'pages.twin-by-accept': 'The home page answers Accept: text/markdown with its markdown twin.',
    'pages.twin-by-suffix': 'Every main page has a markdown twin at its path with .md.',
    'pages.vary-and-link': 'Pages carry Vary: Accept and a Link to their markdown twin.',
  },
  '4.10': {
    'jobs.accepted': 'A job application is accepted.',
  },
  '5': {
    'auth.none-needed': 'No operation asks for a key or sign-up.',
    'auth.challenge': 'With a bot challenge configured, a post without its token answers 403.',
  },
  '7': {
    'errors.media-type': 'Failures are application/problem+json, never HTML.',
    'errors.mcp-failures-in-jsonrpc': 'Failures of MCP methods use the error member of JSON-RPC.',
    'errors.method-not-allowed': 'A method that is not accepted answers 405, with the allowed ones in resolution.',
  },
  '8': {
    'limits.reads-unlimited': 'Reads have no rate limit.',
    'limits.forms-rate': 'The form endpoints answer 429 with Retry-After beyond their rate.',
  },
  '9': {
    'version.openapi': 'The description is OpenAPI 3.1.1 and its own version is 1.0.0.',
    'version.no-path-segment': 'Paths carry no version segment.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** `keyof` of a union has only the common keys, so it is taken of each section in turn. */
type KeyOfEach<Section> = Section extends unknown ? keyof Section : never

export type RequirementId = KeyOfEach<(typeof requirements)[keyof typeof requirements]>
