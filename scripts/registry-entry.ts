/** The entry for the MCP registry, server.json, from server-card/identity.json. */
import { serverIdentity as identity } from '../src/pages/server-identity.ts'

const REGISTRY_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/**
 * The service alone: no package of this name is published, and an entry that named one would have clients run whatever
 * somebody else publishes. Whoever connects says where the service is.
 */
export const registryEntry = (version: string) => ({
  $schema: REGISTRY_SCHEMA,
  name: identity.name,
  title: identity.title,
  description: identity.description,
  version,
  remotes: [
    {
      type: 'streamable-http',
      // Released versions of the schema want a scheme before the first variable.
      url: 'https://{host}/mcp',
      variables: {
        host: {
          description: 'Host of the service, with its port if that is not 443.',
          isRequired: true,
          placeholder: 'sdk.example.com',
        },
      },
    },
  ],
})
