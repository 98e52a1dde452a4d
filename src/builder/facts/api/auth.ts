/** Which key an API wants, where it looks for it, and how code hands it to the generated client. */

import { Auth, type Where } from '../../../catalog/record/facts.ts'
import { at, compact, type Data, listAt, nameAt, textAt } from '../data.ts'
import type { Warn } from '../files.ts'
import type { Model } from '../model/model.ts'
import { isObject, type ModelObject } from '../model/read-model.ts'
import type { Description } from './description.ts'
import { keyParameters } from './key-parameters.ts'
import { keyVariables } from './key-variables.ts'

interface Scheme {
  scheme: Auth['scheme']
  in: Where
  name: string
  prefix?: string
}

interface Sources {
  slug: string
  model: Model | undefined
  description: Description | undefined
  readme: string | undefined
}

/** What the description demands is never denied, whatever the model says. */
export function authOf({ slug, model, description, readme }: Sources, warn: Warn): Auth {
  const saysNone = at(model?.info, 'auth') === false
  const described = description && describedScheme(description)
  const modelled = modelledScheme(model?.info.security)
  const found = modelled ?? described?.scheme
  if (!found) {
    const openlyFree = !saysNone && description !== undefined && isOpenlyFree(description)
    if (!saysNone && !openlyFree) return { scheme: 'unknown' }
    return { scheme: 'none', stated_by: saysNone ? 'model' : 'description' }
  }
  if (saysNone && description) {
    const detail = `the model says "auth: false", the description wants ${found.name} in ${found.in}`
    warn({ kind: 'key_against_model', file: description.file, detail })
  }
  const [key, ...others] = keyVariables(slug, readme)
  const secrets = [...others, ...(described?.others ?? [])]
  return compact({
    ...found,
    needed: described?.needed,
    env: key?.env,
    // Without auth in the model, the clients drop the Authorization header.
    pass: saysNone && isAuthorization(found) ? ('none' as const) : passOf(found, description),
    secrets: secrets.length > 0 ? secrets : undefined,
    stated_by: modelled ? ('model' as const) : ('description' as const),
  })
}

const isAuthorization = (scheme: Scheme): boolean => scheme.in === 'header' && /^authorization$/i.test(scheme.name)

/** All keys of a call's argument go into the query; the option `headers` goes out with every request. */
function passOf(scheme: Scheme, description: Description | undefined): Auth['pass'] {
  if (isAuthorization(scheme)) return 'apikey'
  if (scheme.in === 'header' || scheme.in === 'cookie') return 'headers'
  const paths = description?.operations().map(({ path }) => path.toLowerCase()) ?? []
  const isArgument = scheme.in === 'query' || paths.some((path) => path.includes(`{${scheme.name.toLowerCase()}}`))
  return isArgument ? 'argument' : 'none'
}

function modelledScheme(security: Data): Scheme | undefined {
  if (!isObject(security)) return undefined
  const prefix = textAt(security, 'prefix')
  return schemeOf(textAt(security, 'type'), prefix?.toLowerCase(), security, prefix)
}

/** A scheme as the model's `security` and the description's schemes write it. */
function schemeOf(
  type: string | undefined,
  http: string | undefined,
  stated: Data,
  prefix?: string,
): Scheme | undefined {
  const where = Auth.shape.in.unwrap().safeParse(at(stated, 'in'))
  const header = { in: 'header', name: 'Authorization' } as const
  const kind = type?.toLowerCase()
  if (kind === 'basic' || (kind === 'http' && http === 'basic')) return { scheme: 'basic', ...header, prefix: 'Basic' }
  if (kind === 'http' || kind === 'oauth2' || kind === 'openidconnect') {
    return { scheme: 'bearer', ...header, prefix: prefix ?? 'Bearer' }
  }
  const name = nameAt(stated, 'name')
  if (kind !== 'apikey' || !where.success || name === undefined) return undefined
  const scheme = http === 'bearer' ? 'bearer' : http === 'basic' ? 'basic' : 'apiKey'
  return compact({ scheme, in: where.data, name, prefix } as const)
}

interface Described {
  scheme: Scheme
  /** Secrets that the description wants together with the key. */
  others: { in: Where; name: string }[]
  needed: Auth['needed']
}

/** Each operation's `security`, or the description's own where it has none. */
function demands(description: Description): ModelObject[][] {
  const general = at(description.root, 'security')
  return description.operations().map(({ path, method }) => {
    const own = at(description.operation(path, method), 'security')
    return listAt(own === undefined ? general : own).filter(isObject)
  })
}

const isFree = (demand: readonly ModelObject[]): boolean =>
  demand.length === 0 || demand.some((one) => Object.keys(one).length === 0)

function describedScheme(description: Description): Described | undefined {
  const schemes = description.schemes
  const readScheme = (name: string): Scheme | undefined => {
    const stated = description.resolve(schemes[name])
    return schemeOf(textAt(stated, 'type'), textAt(stated, 'scheme')?.toLowerCase(), stated)
  }
  const all = demands(description)
  const first = all.flat().find((one) => Object.keys(one).some((name) => readScheme(name)))
  const [scheme, ...others] = Object.keys(first ?? schemes).flatMap((name) => readScheme(name) ?? [])
  if (!scheme) return keyParameters(description)
  const known = all.map((demand) => demand.filter((one) => Object.keys(one).every((name) => readScheme(name))))
  return {
    scheme,
    others: first ? others.map(({ in: where, name }) => ({ in: where, name })) : [],
    needed: neededBy(known, description),
  }
}

function neededBy(all: readonly ModelObject[][], description: Description): Auth['needed'] {
  const demanding = all.filter((demand) => !isFree(demand)).length
  if (demanding > 0) return demanding === all.length ? 'always' : 'sometimes'
  const optional = Array.isArray(at(description.root, 'security')) || all.flat().length > 0
  return optional ? 'optional' : undefined
}

/** The description has `security: []` or `[{}]` and declares no scheme. */
function isOpenlyFree(description: Description): boolean {
  const general = at(description.root, 'security')
  return Array.isArray(general) && demands(description).every(isFree) && Object.keys(description.schemes).length === 0
}

/** The paths and methods on which the description demands a key. */
export function keyedOperations(description: Description): ReadonlySet<string> {
  const all = demands(description)
  const keyed = description.operations().filter((_, at) => !isFree(all[at]!))
  return new Set(keyed.map(({ path, method }) => `${method} ${path}`))
}
