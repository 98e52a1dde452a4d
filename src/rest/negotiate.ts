/**
 * Proactive negotiation, RFC 9110 §12.5. Own code because the choice between a page and its markdown twin needs the
 * quality of each type and whether it was named, which the libraries keep to themselves.
 */

interface Range {
  value: string
  q: number
}

/** Comma-separated ranges with their weights; a malformed weight counts as 1. */
function ranges(header: string): Range[] {
  return header
    .split(',')
    .map((part) => {
      const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      const q = weight === undefined ? 1 : Number(weight.slice(2))
      return { value, q: q >= 0 && q <= 1 ? q : 1 }
    })
    .filter(({ value }) => value !== '')
}

/** RFC 9110 §12.5.1: the most specific range sets the quality; no header accepts everything. */
export function mediaQuality(accept: string | undefined, type: string): { q: number; named: boolean } {
  if (accept === undefined || accept.trim() === '') return { q: 1, named: false }
  const listed = ranges(accept)
  const [family] = type.split('/')
  for (const value of [type, `${family}/*`, '*/*']) {
    const range = listed.find((candidate) => candidate.value === value)
    if (range) return { q: range.q, named: value === type }
  }
  return { q: 0, named: false }
}

export type Coding = 'br' | 'zstd' | 'gzip' | 'identity'
const CODINGS: readonly Coding[] = ['br', 'zstd', 'gzip', 'identity']

/** The best content coding, RFC 9110 §12.5.3: by weight, then by our order; identity where nothing else is wanted. */
export function contentCoding(acceptEncoding: string | undefined): Coding {
  if (!acceptEncoding) return 'identity'
  const listed = ranges(acceptEncoding)
  const quality = (coding: Coding): number => {
    const range = listed.find(({ value }) => value === coding) ?? listed.find(({ value }) => value === '*')
    // Identity is acceptable without being listed, and last among equals.
    return range?.q ?? (coding === 'identity' ? Number.MIN_VALUE : 0)
  }
  const best = CODINGS.reduce((chosen, coding) => (quality(coding) > quality(chosen) ? coding : chosen))
  return quality(best) > 0 ? best : 'identity'
}
