/** Puts hits whose SDK cannot do on a surface what is asked for behind those that fit as well. */

import type { FirstCall } from '../catalog/record/facts.ts'
import { isProgram, type Target } from '../catalog/record/languages.ts'
import { hasOperation } from '../code/surfaces.ts'
import { FITS } from '../search/fit/fit.ts'
import type { RankedHit } from '../search/ranked-answer.ts'

/** Whoever names an SDK wants that one, whatever it can do. */
export function workingFirst(hits: readonly RankedHit[], target: Target | undefined): RankedHit[] {
  if (target === undefined) return [...hits]
  const fails = (hit: RankedHit) => !hit.isNamed && failsOn(hit, target)
  const { working = [], failing = [] } = Object.groupBy(hits, (hit) => (fails(hit) ? 'failing' : 'working'))
  const level = ({ fit }: RankedHit) => FITS.indexOf(fit)
  for (const hit of failing) {
    const last = working.findLastIndex((other) => level(other) <= level(hit))
    working.splice(last + 1, 0, hit)
  }
  return working
}

/** Whether the record knows that the surface cannot send the key, make the call, or print its answer. */
function failsOn({ record, operations }: RankedHit, target: Target): boolean {
  const { auth, first_call: first } = record
  const isKeyed = auth.scheme !== 'none' && auth.scheme !== 'unknown' && auth.needed !== 'optional'
  if (!isProgram(target)) return isKeyed && auth.pass === 'none'
  if (isKeyed && (auth.pass ?? 'apikey') !== 'apikey') return true
  const [best = first] = operations()
  const program = record[target]
  if (!program || !best) return true
  const isFirst = first?.entity === best.entity && first.op === best.op
  return !hasOperation(program, best.op) || (isFirst && losesAnswer(first))
}

/** Whether the client requests another path for the call, or drops the list that the API answers. */
const losesAnswer = ({ missed, direct, op }: FirstCall): boolean => !!missed || (!!direct && op === 'list')
