/**
 * The sentences of each record, for recognising words that belong together: what people say they need, the description,
 * and one sentence for each operation; about 50 a record. A slot is one word of one sentence. Slots that the same terms
 * satisfy have the same kind, of which there are far fewer than slots.
 */
import { type Arrays, integers } from '../../catalog/packed/array-file.ts'
import { invertLists, packLists } from '../../catalog/packed/lists.ts'
import { createColumn } from '../../catalog/packed/number-columns.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { conceptsIn, kindOf } from '../../query/words/concepts.ts'
import { isStop, isWeak, nameTokens, stem, tokens } from '../../query/words/words.ts'
import type { Inverted } from './inverted.ts'

/** The sentences as arrays, for openSentences. @param index of the same records, which numbers the terms */
export function packSentences(records: Iterable<SdkRecord>, { posting, terms }: Inverted): Arrays {
  /** The kind of each slot, sentence by sentence; of each sentence, the slot after its last one. */
  const [slots, ends] = [createColumn(new Uint32Array()), createColumn(new Uint32Array())]
  /** By kind: 1 + each term that satisfies it; the word itself first, 0 if no record has it. */
  const kinds: number[][] = []
  const kindsByTerms = new Map<string, number>()
  const starts = [0]
  ends.push(0)
  for (const record of records) {
    for (const text of [record.description ?? '', ...record.needs]) add(slotsOf(tokens(text)))
    for (const { name, ops, words } of record.entities) {
      const nameSlots = slotsOf(nameTokens(name))
      for (const op of ops) {
        add([...nameSlots, ...slotsOf(words?.[op]?.split(' ') ?? [])])
        for (const need of record.operation_needs[`${name}.${op}`]?.split(',') ?? []) add(slotsOf(tokens(need)))
      }
    }
    starts.push(ends.length - 1)
  }
  const packedKinds = packLists('kinds', kinds)
  return {
    'sentences.starts': Uint32Array.from(starts),
    'sentences.slots.starts': ends.rows().slice(),
    'sentences.slots.values': integers(slots.rows()),
    ...packedKinds,
    ...invertLists('kinds', packedKinds, 'kinds_of_terms', 1 + terms),
  }

  /** @param sentence each slot as the terms that satisfy it, its own first */
  function add(sentence: readonly (readonly string[])[]): void {
    for (const terms of sentence) slots.push(kindOfSlot(terms))
    ends.push(slots.length)
  }

  function kindOfSlot(terms: readonly string[]): number {
    const indexed = terms.map((term) => 1 + (posting(term)?.id ?? -1)).filter((term, at) => at === 0 || term > 0)
    const key = indexed.join()
    const kind = kindsByTerms.get(key) ?? kinds.push(indexed) - 1
    kindsByTerms.set(key, kind)
    return kind
  }
}

/** Each word that is no stop word, with its concepts. */
function slotsOf(words: readonly string[]): string[][] {
  const content = words.filter((word) => !isStop(word))
  const strong = content.filter((word) => !isWeak(word))
  const stems = (strong.length > 0 ? strong : content).map(stem)
  const slots = stems.map((term) => [term])
  for (const { concept, positions } of conceptsIn(content.map(stem), 1)) {
    if (kindOf(concept) !== 'synonym') continue
    for (const at of positions) {
      const slot = slots[stems.indexOf(stem(content[at]!))]
      if (slot && !slot.includes(concept)) slot.push(concept)
    }
  }
  return slots
}
