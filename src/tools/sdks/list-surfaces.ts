/** The six surfaces that are generated for each API, and how to get each. */
import * as z from 'zod'
import { SURFACES } from '../../catalog/usage/surfaces.ts'
import { defineTool, READ_ONLY } from '../define.ts'

export const listSurfaces = defineTool({
  name: 'list_surfaces',
  title: 'List the six surfaces generated for each API',
  description:
    'Returns the six surfaces that the generator makes from one OpenAPI description (SDK, CLI, MCP server, agent ' +
    'skills, REPL, semantic model): what each one is, how to get it and where it is in a repository. Use this to ' +
    'choose how to call an API; use get_sdk_readme for the exact commands of one SDK.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  input: z.strictObject({}),
  output: z.strictObject({
    surfaces: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        what: z.string(),
        how: z.string(),
        folder: z.string().describe('Folder in a generated repository.'),
      }),
    ),
  }),
  run: () => ({ surfaces: [...SURFACES] }),
  text: ({ surfaces }) =>
    surfaces.map(({ id, name, what, how, folder }) => `- ${name} (${id}): ${what} ${how} Folder: ${folder}`).join('\n'),
  examples: [{}],
})
