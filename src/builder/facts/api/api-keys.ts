/** Keys that no security scheme declares: ordinary required parameters, and the variables that README reads. */

import type { Auth, EntityOperations, Where } from '../../../catalog/record/facts.ts'
import { isKey } from '../../../code/arguments.ts'
import { baseName } from '../../../code/install.ts'
import { textAt } from '../data.ts'
import type { OpenApiDescription } from './description.ts'

const KEY_NAME =
  /^(?:x-)?(?:(?:rapidapi|rapid|api|access|auth|app|subscription|secret|private)[-_]?)+(?:key|token|id|secret)$|^authorization$|^ocp-apim-subscription-key$/i
const MAYBE_KEY_NAME = /^(?:key|token|apikey)$/i
const SAYS_KEY = /\bapi[ -]?key\b|\baccess token\b|\bauthenticat/i
const NO_KEY = /^(?:app|rapidapi|api)[-_]?id$/i

export const isKeyName = (name: string): boolean => KEY_NAME.test(name) && !NO_KEY.test(name)

/** The key that a description asks for as an ordinary required parameter. */
export function keyParameters(description: OpenApiDescription) {
  const operations = description.operations()
  const keys = operations.flatMap(
    ({ path, method }) =>
      description.parameters(path, method).find((parameter) => {
        const name = textAt(parameter, 'name') ?? ''
        if (parameter.required !== true || !['header', 'query'].includes(textAt(parameter, 'in') ?? '')) return false
        return isKeyName(name) || (MAYBE_KEY_NAME.test(name) && SAYS_KEY.test(textAt(parameter, 'description') ?? ''))
      }) ?? [],
  )
  if (keys.length === 0) return undefined
  const name = textAt(keys[0], 'name')!
  const texts = keys.map((key) => textAt(key, 'description') ?? '').join(' ')
  return {
    scheme: { ...schemeIn(name, texts), in: textAt(keys[0], 'in') as Where, name },
    others: [],
    needed: keys.length === operations.length ? ('always' as const) : ('sometimes' as const),
  }
}

/** The scheme of a header called Authorization, by what its description says. */
function schemeIn(name: string, texts: string): { scheme: Auth['scheme']; prefix?: string } {
  if (!/^authorization$/i.test(name)) return { scheme: 'apiKey' }
  if (/\bbearer\b|\bjwt\b/i.test(texts)) return { scheme: 'bearer', prefix: 'Bearer' }
  return /\bbasic\b/i.test(texts) ? { scheme: 'basic', prefix: 'Basic' } : { scheme: 'apiKey' }
}

/** A default is what the API takes in place of a key; an example is one for everybody only where it says so. */
const FOR_ALL = /^(?:demo|test)[-_]?(?:api)?[-_]?(?:key|token)?$/i

/** The key that everybody may try the API with, as the description states it for the parameter of the key. */
export function testKeyOf(entities: readonly EntityOperations[], auth: Auth): string | undefined {
  const keys = entities
    .flatMap(({ operations }) => operations.flatMap(({ points }) => points))
    .flatMap(({ parameters }) => parameters.filter((parameter) => isKey(parameter, auth)))
    .flatMap(({ default: usual, example }) => usual ?? (FOR_ALL.test(String(example)) ? example! : []))
  return keys.map(String).find((key) => key !== '')
}

const READING =
  /["']?\b(\w+)["']?\s*(?::|=>|=)\s*(?:process\.env\.|os\.environ(?:\.get\(|\[)["']|getenv\(["']|os\.[Gg]etenv\(["']|ENV\[["'])([A-Z][A-Z0-9_-]*)/g
const EXPORT = /^\s*export ([A-Z][A-Z0-9_]*_APIKEY)=/m

/**
 * Options of the client with the environment variables that README sets them from, the key first. Where README has no
 * variable of the key, its name follows the rule that all generations share.
 */
export function keyVariables(slug: string, readme = ''): { option: string; env: string }[] {
  const read = new Map<string, string>()
  for (const [, option, env] of readme.matchAll(READING)) {
    // Older generations wrote names that no shell can set: `TIDE-TABLES_APIKEY`.
    if (!read.has(option!)) read.set(option!, env!.replaceAll('-', '_'))
  }
  const base = baseName(slug).replaceAll('-', '_').toUpperCase()
  const key = read.get('apikey') ?? EXPORT.exec(readme)?.[1] ?? `${base}_APIKEY`
  const others = [...read].filter(([option, env]) => env !== key && /secret|token|password|user/i.test(option))
  return [{ option: 'apikey', env: key }, ...others.map(([option, env]) => ({ option, env }))]
}
