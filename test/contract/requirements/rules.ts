/** Sections 5 to 9: access, failures, limits and versions. */
import type { Requirement } from './requirement.ts'

export const rules = [
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
