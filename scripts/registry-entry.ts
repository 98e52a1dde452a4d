/** The entry for the MCP registry, server.json, from server-card/identity.json. */
import identity from '../server-card/identity.json' with { type: 'json' }

const REGISTRY_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/** The npm package, or the service: that is run by whoever wants it, so the registry learns where from the one who connects. */
export const registryEntry = (version: string) => ({
  $schema: REGISTRY_SCHEMA,
  name: identity.name,
  title: identity.title,
  description: identity.description,
  version,
  packages: [
    {
      registryType: 'npm',
      identifier: 'sdk-catalog',
      version,
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'stdio' }],
    },
  ],
  remotes: [
    {
      type: 'streamable-http',
      url: '{base_url}/mcp',
      variables: {
        base_url: {
          description: 'URL of the service, without a trailing slash.',
          isRequired: true,
          default: 'http://localhost:8080',
        },
      },
    },
  ],
})
