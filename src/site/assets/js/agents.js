/** WebMCP, where the browser has it: the search as a tool for agents. */
import { findSdks } from './search.js'

const model = document.modelContext ?? navigator.modelContext
model
  ?.registerTool?.({
    name: 'find_sdk',
    title: 'Find an SDK',
    description:
      'Finds generated SDKs for public APIs by name or by what they do. Returns title, slug, description and addresses.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', maxLength: 200, description: 'e.g. "weather forecast"' } },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, untrustedContentHint: true },
    execute: async ({ query }) => {
      const { total, hits } = await findSdks(query, 10)
      return { content: [{ type: 'text', text: JSON.stringify({ total, hits }) }] }
    },
  })
  ?.catch?.(() => {})
