/** What a repository records about the API that it wraps: the `info` of the generator's model. */
import { at, compact, type Data, textAt } from '../facts/data.ts'
import { isObject, type ModelValue, readModel } from '../facts/model/read-model.ts'

export interface ApiInfo {
  title?: string
  summary?: string
  description?: string
  version?: string
  website?: string
  /** URLs of the API itself, in the order given. */
  servers: string[]
  /** Other pages it names: documentation, terms, contact. */
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
  const info = PATHS.map((path) => at(model, ...path)).find(isObject)
  if (!info) return undefined
  const auth = info.security !== undefined ? true : info.auth
  return compact({
    title: textOf(info.title) ?? textOf(info.name),
    summary: textOf(info.summary) ?? textOf(info.tagline),
    description: textOf(info.description),
    version: textOf(info.version),
    website: url(info.website) ?? url(info.homepage),
    servers: list(info.servers).flatMap((server) => url(isObject(server) ? server.url : server) ?? []),
    pages: [info.docs_url, info.externalDocs, info['x-documentation'], info.termsOfService, info.contact].flatMap(
      (page) => url(isObject(page) ? page.url : page) ?? [],
    ),
    auth: typeof auth === 'boolean' ? auth : undefined,
  })
}

const list = (value: Data): ModelValue[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

const textOf = (value: Data): string | undefined => textAt(value)?.slice(0, MAX_TEXT)

function url(value: Data): string | undefined {
  const text = textOf(value)
  return text !== undefined && text.length <= MAX_URL ? text : undefined
}
