/** What a repository records about the API that it wraps: the `info` of the generator's model. */
import { compact } from '../facts/data.ts'
import { isObject, type ModelObject, type ModelValue, readModel } from './model.ts'

export interface ApiInfo {
  title?: string
  summary?: string
  description?: string
  version?: string
  website?: string
  /** URLs of the API itself, in the order given. */
  servers: string[]
  /** Other pages it names: contact, documentation, home page. */
  pages: string[]
  /** False where the model says that calls need no credentials. */
  auth?: boolean
}

/** Texts are cut there; longer URLs are dropped. */
const MAX_TEXT = 20_000
const MAX_URL = 2_000

/** Where the generator puts the info, its latest version first. */
const PATHS: readonly (readonly string[])[] = [['main', 'kit', 'info'], ['kit', 'info'], ['main', 'info'], ['info']]

/** undefined where the text holds no info. */
export function readApiInfo(text: string): ApiInfo | undefined {
  const model = readModel(text)
  const info = PATHS.map((path) => at(model, path)).find(isObject)
  if (!info) return undefined
  const auth = info.security !== undefined ? true : info.auth
  return compact({
    title: textOf(info.title) ?? textOf(info.name),
    summary: textOf(info.summary) ?? textOf(info.tagline),
    description: textOf(info.description),
    version: textOf(info.version),
    website: url(info.website) ?? url(info.homepage),
    servers: list(info.servers).flatMap((server) => url(isObject(server) ? server.url : server) ?? []),
    pages: [info.docs_url, info.externalDocs, info['x-documentation'], info.contact].flatMap(
      (page) => url(isObject(page) ? page.url : page) ?? [],
    ),
    auth: typeof auth === 'boolean' ? auth : undefined,
  })
}

function at(model: ModelObject, path: readonly string[]): ModelValue | undefined {
  let value: ModelValue | undefined = model
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return value
}

const list = (value: ModelValue | undefined): ModelValue[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

/** A version may have been written as a number. */
function textOf(value: ModelValue | undefined): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, MAX_TEXT) : undefined
}

function url(value: ModelValue | undefined): string | undefined {
  const text = textOf(value)
  return text !== undefined && text.length <= MAX_URL ? text : undefined
}
