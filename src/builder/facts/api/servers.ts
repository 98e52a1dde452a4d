/** Where the API is: servers with their variables, from the model, else from the description. */

import { BOUNDS } from '../../../catalog/record/bounds.ts'
import type { Server } from '../../../catalog/record/facts.ts'
import { placeholderNames } from '../../../code/arguments.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import { at, type Data, entriesAt, listAt, nameAt, scalarOf, scalarsOf, textAt } from '../data.ts'
import type { Model } from '../model/generator-model.ts'
import type { Warn } from '../repository-files.ts'
import type { OpenApiDescription } from './description.ts'

export function serversOf(model: Model | undefined, description: OpenApiDescription | undefined, warn: Warn): Server[] {
  const modelled = listAt(model?.info, 'servers')
  const described = [...listAt(description?.root, 'servers'), ...swaggerServers(description?.root)]
  const stated = modelled.length > 0 ? modelled : described
  const servers = stated.flatMap((server) => serverOf(server, described))
  const relative = servers.filter(({ url }) => !/^(?:https?:\/\/|\{)/i.test(url))
  if (relative.length > 0) {
    const file = modelled.length > 0 ? '.sdk/model/api' : (description?.file ?? '')
    warn(file, `server "${relative[0]!.url}" is no absolute URL`)
  }
  return servers.filter((server) => !relative.includes(server)).slice(0, BOUNDS.servers)
}

function serverOf(server: Data, described: readonly Data[]): Server[] {
  const url = nameAt(server, 'url')
  if (url === undefined) return []
  const same = described.find((other) => textAt(other, 'url') === url)
  const stated = [...entriesAt(same, 'variables'), ...entriesAt(server, 'variables')]
  const variables = Object.fromEntries(
    placeholderNames(url).map((name) => [name, variableOf(stated.find(([key]) => key === name)?.[1])]),
  )
  return [withoutUndefined({ url, variables: Object.keys(variables).length > 0 ? variables : undefined })]
}

function variableOf(stated: Data) {
  const values = scalarsOf(listAt(stated, 'enum')).slice(0, BOUNDS.enum)
  return withoutUndefined({ default: scalarOf(at(stated, 'default')), enum: nonEmpty(values) })
}

/** Swagger 2.0 has scheme, host and path apart. */
function swaggerServers(root: Data): { url: string }[] {
  const host = textAt(root, 'host')
  if (host === undefined) return []
  const schemes = listAt(root, 'schemes')
  const scheme = schemes.includes('http') && !schemes.includes('https') ? 'http' : 'https'
  return [{ url: `${scheme}://${host}${(textAt(root, 'basePath') ?? '').replace(/\/$/, '')}` }]
}
