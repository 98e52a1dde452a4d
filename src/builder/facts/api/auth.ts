/** Which key an API needs, where it reads it, and how code passes it to the generated client. */

import { Auth, type Where } from '../../../catalog/record/facts.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import { at, type Data, listAt, nameAt, textAt } from '../data.ts'
import type { Model } from '../model/generator-model.ts'
import { isModelObject, type ModelObject } from '../model/read-model.ts'
import type { Warn } from '../repository-files.ts'
import { keyParameters, keyVariables } from './api-keys.ts'
import type { OpenApiDescription } from './description.ts'

interface Scheme {
  scheme: Auth['scheme']
  in: Where
  name: string
  prefix?: string
}

interface AuthSources {
  slug: string
  model: Model | undefined
  description: OpenApiDescription | undefined
  readme: string | undefined
}

/** A key that the description requires is never denied, whatever the model says. */
export function authOf({ slug, model, description, readme }: AuthSources, warn: Warn): Auth {
  const saysNone = at(model?.info, 'auth') === false
  const described = description && describedScheme(description)
  const modelled = modelledScheme(model?.info.security)
  const scheme = modelled ?? described?.scheme
  if (!scheme) return withoutScheme(saysNone, description)
  if (modelled && described && modelled.scheme !== described.scheme.scheme)
    warn(description!.file, `the model says ${modelled.scheme}, the description ${described.scheme.scheme}`)
  if (saysNone && description)
    warn(description.file, `the model says "auth: false", the description wants ${scheme.name} in ${scheme.in}`)
  const [key, ...others] = keyVariables(slug, readme)
  return withoutUndefined({
    ...scheme,
    needed: described?.needed,
    env: key?.env,
    // Without auth in the model, the clients drop the Authorization header.
    pass: saysNone && isAuthorization(scheme) ? ('none' as const) : passOf(scheme, description?.operations() ?? []),
    secrets: nonEmpty([...others, ...(described?.others ?? [])]),
    stated_by: modelled ? ('model' as const) : ('description' as const),
  })
}

function withoutScheme(saysNone: boolean, description: OpenApiDescription | undefined): Auth {
  if (saysNone) return { scheme: 'none', stated_by: 'model' }
  return description && isOpenlyFree(description) ? { scheme: 'none', stated_by: 'description' } : { scheme: 'unknown' }
}

const isAuthorization = (scheme: Pick<Scheme, 'in' | 'name'>): boolean =>
  scheme.in === 'header' && /^authorization$/i.test(scheme.name)

/** All keys of a call's argument go into the query; the option `headers` goes out with every request. */
export function passOf(scheme: Pick<Scheme, 'in' | 'name'>, endpoints: readonly { path: string }[]): Auth['pass'] {
  if (isAuthorization(scheme)) return 'apikey'
  if (scheme.in === 'header' || scheme.in === 'cookie') return 'headers'
  const placeholder = `{${scheme.name.toLowerCase()}}`
  const isArgument = scheme.in === 'query' || endpoints.some(({ path }) => path.toLowerCase().includes(placeholder))
  return isArgument ? 'argument' : 'none'
}

function modelledScheme(security: Data): Scheme | undefined {
  const prefix = textAt(security, 'prefix')
  return schemeOf(textAt(security, 'type'), textAt(security, 'scheme') ?? prefix, security, prefix)
}

/** Other schemes of https://www.iana.org/assignments/http-authschemes, as descriptions write them. */
const HTTP_SCHEMES = /^(?:digest|concealed|dpop|gnap|hoba|mutual|negotiate|oauth|privatetoken|scram|vapid)/

/** A scheme as the model's `security` and the description's schemes write it. */
function schemeOf(type = '', httpScheme = '', stated: Data, prefix?: string): Scheme | undefined {
  const kind = type.toLowerCase()
  const http = httpScheme.toLowerCase()
  if (kind === 'apikey') return apiKeyOf(http, stated, prefix)
  const header = { in: 'header', name: 'Authorization' } as const
  if (kind === 'basic' || (kind === 'http' && http === 'basic')) return { scheme: 'basic', ...header, prefix: 'Basic' }
  // Digest and the like are no keys that a header can hold as they are.
  const isBearer = http === 'bearer' || http === '' || (prefix && !HTTP_SCHEMES.test(http))
  return (kind === 'http' && isBearer) || kind === 'oauth2' || kind === 'openidconnect'
    ? { scheme: 'bearer', ...header, prefix: prefix ?? 'Bearer' }
    : undefined
}

function apiKeyOf(http: string, stated: Data, prefix: string | undefined): Scheme | undefined {
  const where = Auth.shape.in.unwrap().safeParse(at(stated, 'in'))
  const name = nameAt(stated, 'name')
  if (!where.success || name === undefined) return undefined
  const scheme = http === 'bearer' || http === 'basic' ? http : 'apiKey'
  return withoutUndefined({ scheme, in: where.data, name, prefix } as const)
}

/** The `security` of each operation, or the description's where the operation has none. */
function requirements(description: OpenApiDescription): ModelObject[][] {
  const general = at(description.root, 'security')
  return description.operations().map(({ path, method }) => {
    const security = at(description.operation(path, method), 'security')
    return listAt(security === undefined ? general : security).filter(isModelObject)
  })
}

const isFree = (alternatives: readonly ModelObject[]): boolean =>
  alternatives.length === 0 || alternatives.some((requirement) => Object.keys(requirement).length === 0)

/** The first scheme that can be read, and `others`: the secrets that are required together with it. */
function describedScheme(description: OpenApiDescription) {
  const { schemes } = description
  const readScheme = (name: string): Scheme | undefined => {
    const stated = description.resolve(schemes[name])
    return schemeOf(textAt(stated, 'type'), textAt(stated, 'scheme'), stated)
  }
  const required = requirements(description)
  const first = required.flat().find((requirement) => Object.keys(requirement).some((name) => readScheme(name)))
  const [scheme, ...others] = Object.keys(first ?? schemes).flatMap((name) => readScheme(name) ?? [])
  if (!scheme) return keyParameters(description)
  const readable = required.map((alternatives) =>
    alternatives.filter((requirement) => Object.keys(requirement).every((name) => readScheme(name))),
  )
  return {
    scheme,
    others: first ? others.map(({ in: where, name }) => ({ in: where, name })) : [],
    needed: neededBy(readable, description),
  }
}

function neededBy(required: readonly ModelObject[][], description: OpenApiDescription): Auth['needed'] {
  const keyed = required.filter((alternatives) => !isFree(alternatives)).length
  if (keyed > 0) return keyed === required.length ? 'always' : 'sometimes'
  const isOptional = Array.isArray(at(description.root, 'security')) || required.flat().length > 0
  return isOptional ? 'optional' : undefined
}

/** The description has `security: []` or `[{}]` and declares no scheme. */
const isOpenlyFree = (description: OpenApiDescription): boolean =>
  Array.isArray(at(description.root, 'security')) &&
  requirements(description).every(isFree) &&
  Object.keys(description.schemes).length === 0

/** `method path` of the operations for which the description requires a key. */
export function keyedOperations(description: OpenApiDescription): ReadonlySet<string> {
  const required = requirements(description)
  const keyed = description.operations().filter((_, index) => !isFree(required[index]!))
  return new Set(keyed.map(({ path, method }) => `${method} ${path}`))
}
