/** Keys that a description asks for as ordinary required parameters, without declaring a security scheme. */

import type { Auth, Where } from '../../../catalog/record/facts.ts'
import { textAt } from '../data.ts'
import type { Description } from './description.ts'

const KEY_NAME =
  /^(?:x-)?(?:(?:rapidapi|rapid|api|access|auth|app|subscription|secret|private)[-_]?)+(?:key|token|id|secret)$|^authorization$|^ocp-apim-subscription-key$/i
const MAYBE_KEY_NAME = /^(?:key|token|apikey)$/i
const SAYS_KEY = /\bapi[ -]?key\b|\baccess token\b|\bauthenticat/i
const NO_KEY = /^(?:app|rapidapi|api)[-_]?id$/i

export function keyParameters(description: Description) {
  const operations = description.operations()
  const keys = operations.map(({ path, method }) =>
    description.parameters(path, method).find((parameter) => {
      const name = textAt(parameter, 'name') ?? ''
      if (parameter.required !== true || !['header', 'query'].includes(textAt(parameter, 'in') ?? '')) return false
      if (NO_KEY.test(name)) return false
      return KEY_NAME.test(name) || (MAYBE_KEY_NAME.test(name) && SAYS_KEY.test(textAt(parameter, 'description') ?? ''))
    }),
  )
  const found = keys.filter((key) => key !== undefined)
  if (found.length === 0) return undefined
  const name = textAt(found[0], 'name')!
  const texts = found.map((key) => textAt(key, 'description') ?? '').join(' ')
  return {
    scheme: { ...schemeIn(name, texts), in: textAt(found[0], 'in') as Where, name },
    others: [],
    needed: found.length === operations.length ? ('always' as const) : ('sometimes' as const),
  }
}

/** Of a header called Authorization the description tells what it holds, or nobody does. */
function schemeIn(name: string, texts: string): { scheme: Auth['scheme']; prefix?: string } {
  if (!/^authorization$/i.test(name)) return { scheme: 'apiKey' }
  if (/\bbearer\b|\bjwt\b/i.test(texts)) return { scheme: 'bearer', prefix: 'Bearer' }
  return /\bbasic\b/i.test(texts) ? { scheme: 'basic', prefix: 'Basic' } : { scheme: 'apiKey' }
}
