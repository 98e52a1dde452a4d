/** What a repository records about the API it wraps: the `info` of the generator's model. */
import { isObject, type ModelObject, type ModelValue, readModel } from './model.ts'

export interface ApiInfo {
  title?: string
  summary?: string
  description?: string
  version?: string
  website?: string
  /** Addresses of the API itself, in the order given. */
  servers: string[]
  /** Other pages it names: contact, documentation, home page. */
  pages: string[]
  /** False where the model says that calls need no credentials. */
  auth?: boolean
}

/** Of a text, as much as is ever looked at. */
const MOST_CHARACTERS = 20_000
const MOST_IN_ADDRESS = 2_000

/** Where the info stands; later generations first. */
const PLACES: readonly (readonly string[])[] = [['main', 'kit', 'info'], ['kit', 'info'], ['main', 'info'], ['info']]

/** Nothing where the text holds no info. */
export function readApiInfo(text: string): ApiInfo | undefined {
  const model = readModel(text)
  const info = PLACES.map((path) => at(model, path)).find(isObject)
  if (!info) return undefined
  const auth = info.security !== undefined ? true : info.auth
  return compact({
    title: words(info.title) ?? words(info.name),
    summary: words(info.summary) ?? words(info.tagline),
    description: words(info.description),
    version: words(info.version),
    website: address(info.website) ?? address(info.homepage),
    servers: list(info.servers).flatMap((server) => address(isObject(server) ? server.url : server) ?? []),
    pages: [info.docs_url, info.externalDocs, info['x-documentation'], info.contact].flatMap(
      (page) => address(isObject(page) ? page.url : page) ?? [],
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
function words(value: ModelValue | undefined): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, MOST_CHARACTERS) : undefined
}

/** An address that is longer is none. */
function address(value: ModelValue | undefined): string | undefined {
  const text = words(value)
  return text !== undefined && text.length <= MOST_IN_ADDRESS ? text : undefined
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

const compact = <T extends object>(values: T): Defined<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>
