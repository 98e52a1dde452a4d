/** Where the API is: servers with their variables, from the model, else from the description. */

import { MOST, type Server } from '../../../catalog/record/facts.ts'
import { at, compact, type Data, entriesAt, listAt, nameAt, scalarOf, textAt } from '../data.ts'
import type { Warn } from '../files.ts'
import type { Model } from '../model/model.ts'
import type { Description } from './description.ts'

export function serversOf(model: Model | undefined, description: Description | undefined, warn: Warn): Server[] {
  const modelled = listAt(model?.info, 'servers')
  const described = [...listAt(description?.root, 'servers'), ...swaggerServers(description?.root)]
  const stated = modelled.length > 0 ? modelled : described
  const servers = stated.flatMap((server) => serverOf(server, described))
  const relative = servers.filter(({ url }) => !/^(?:https?:\/\/|\{)/i.test(url))
  if (relative.length > 0) {
    const file = modelled.length > 0 ? '.sdk/model/api' : (description?.file ?? '')
    warn({ kind: 'relative_server', file, detail: `server "${relative[0]!.url}" is no absolute URL` })
  }
  return servers.filter((server) => !relative.includes(server)).slice(0, MOST.servers)
}

function serverOf(server: Data, described: readonly Data[]): Server[] {
  const url = nameAt(server, 'url')
  if (url === undefined) return []
  const same = described.find((other) => textAt(other, 'url') === url)
  const stated = [...entriesAt(same, 'variables'), ...entriesAt(server, 'variables')]
  const variables = Object.fromEntries(
    [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => [
      name!,
      variableOf(stated.find(([key]) => key === name)?.[1]),
    ]),
  )
  return [compact({ url, variables: Object.keys(variables).length > 0 ? variables : undefined })]
}

function variableOf(stated: Data) {
  const values = listAt(stated, 'enum').flatMap((value) => scalarOf(value) ?? [])
  return compact({
    default: scalarOf(at(stated, 'default')),
    enum: values.length > 0 ? values.slice(0, MOST.enum) : undefined,
  })
}

/** Swagger 2.0 has scheme, host and path apart. */
function swaggerServers(root: Data): { url: string }[] {
  const host = textAt(root, 'host')
  if (host === undefined) return []
  const scheme =
    listAt(root, 'schemes').includes('http') && !listAt(root, 'schemes').includes('https') ? 'http' : 'https'
  return [{ url: `${scheme}://${host}${(textAt(root, 'basePath') ?? '').replace(/\/$/, '')}` }]
}
