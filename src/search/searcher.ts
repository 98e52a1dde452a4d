/** What every function of ranked search reads; openRanked makes it of a catalogue. */

import type { Records } from '../catalog/record/records.ts'
import type { Inverted } from './index/inverted.ts'
import type { MatchNames } from './names/exact-names.ts'
import type { Scorer } from './score.ts'

export interface Searcher {
  records: Records
  index: Inverted
  matchNames: MatchNames
  score: Scorer
  /** Positions by the first word of the title: "telegram" for the Telegram Bot API. */
  makers: () => ReadonlyMap<string | undefined, number[]>
}
