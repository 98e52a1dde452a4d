/**
 * Proactive negotiation, RFC 9110 §12.5. No library gives what the choice between a page and its markdown twin needs:
 * the quality of each type, and whether Accept names it.
 */

import { CatalogError } from '../tools/define/catalog-error.ts'

interface Range {
  value: string
  q: number
  /** Has a parameter that none of our representations has. */
  narrowed: boolean
}

/** Comma-separated ranges with their weights; a malformed weight counts as 1. */
function ranges(header: string): Range[] {
  return header
    .split(',')
    .map((part) => {
      const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      const q = weight ? Number(weight) : 1
      const narrowed = parameters.some((parameter) => parameter !== '' && !/^(q|charset)=/.test(parameter))
      return { value, q: q >= 0 && q <= 1 ? q : 1, narrowed }
    })
    .filter(({ value }) => value !== '')
}

/** RFC 9110 §12.5.1: the most specific range sets the quality. A header that is absent or empty accepts everything. */
export function mediaQuality(accept: string | undefined, type: string): { q: number; named: boolean } {
  const listed = ranges(accept ?? '')
  if (listed.length === 0) return { q: 1, named: false }
  const [family] = type.split('/')
  for (const value of [type, `${family}/*`, '*/*']) {
    const same = listed.filter((candidate) => candidate.value === value)
    // A range with parameters that we lack still accepts our type, but does not refuse it.
    const range = same.find(({ narrowed }) => !narrowed) ?? same.find(({ q }) => q > 0)
    if (range) return { q: range.q, named: value === type }
  }
  return { q: 0, named: false }
}

/**
 * Header fields of an answer that has one type only: a cache must know that Accept decides whether it is sent.
 * @throws CatalogError not_acceptable where Accept rules the type out
 */
export function accepted(accept: string | undefined, type: string): { vary: string } {
  if (mediaQuality(accept, type).q > 0) return { vary: 'Accept' }
  throw new CatalogError('not_acceptable', { detail: `This resource is ${type}, which Accept rules out.` })
}

/**
 * Whether Accept names a type and weighs it more than the usual one, as browsers do with HTML; and the header field that
 * tells caches that Accept chose.
 */
export function prefers(accept: string | undefined, type: string, usual: string) {
  const { q, named } = mediaQuality(accept, type)
  return { isPreferred: named && q > mediaQuality(accept, usual).q, headers: { vary: 'Accept' } }
}

export type Coding = 'br' | 'zstd' | 'gzip' | 'identity'
const CODINGS: readonly Coding[] = ['br', 'zstd', 'gzip', 'identity']

/**
 * The best content coding, RFC 9110 §12.5.3: by weight, then in our order; identity if the client wants no other.
 * @param small a coding saves nothing, so identity is best wherever it is acceptable
 */
export function contentCoding(acceptEncoding: string | undefined, small = false): Coding {
  if (!acceptEncoding) return 'identity'
  const listed = ranges(acceptEncoding)
  const quality = (coding: Coding): number => {
    const range = listed.find(({ value }) => value === coding) ?? listed.find(({ value }) => value === '*')
    // Identity is acceptable without being listed, but comes last.
    return range?.q ?? (coding === 'identity' ? Number.MIN_VALUE : 0)
  }
  if (small && quality('identity') > 0) return 'identity'
  const best = CODINGS.reduce((chosen, coding) => (quality(coding) > quality(chosen) ? coding : chosen))
  return quality(best) > 0 ? best : 'identity'
}
