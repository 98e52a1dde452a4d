/**
 * The sentences of each record, for telling words that hang together from words that are merely all there: what people
 * say they need, the description, and one per operation. A slot is one word of one sentence; there are about 40 sentences
 * a record. Slots that the same terms satisfy are of one kind, of which there are far fewer than slots.
 */
import { type Arrays, integers } from '../../packed/file.ts'
import { packLists } from '../../packed/lists.ts'
import { OPERATIONS } from '../../record/languages.ts'
import type { SdkRecord } from '../../record/record.ts'
import { isStop, isWeak, nameTokens, stem, tokens } from '../../search/words.ts'
import { conceptsIn, kindOf } from '../concepts.ts'
import type { Inverted } from './inverted.ts'

interface Sentence {
  /** Number of its slots. */
  length: number
  /** For a sentence about one operation: 1 + its place in OPERATIONS (0 is none), and the place of its entity in the record. */
  operation: number
  entity: number
  /** Words of the entity's name, which come first. */
  nameWords: number
}

/** @param index of the same records, which numbers the terms */
export function packSentences(records: readonly SdkRecord[], { terms }: Inverted): Arrays {
  const sentences: Sentence[] = []
  /** By slot: its kind. */
  const slots: number[] = []
  /** By kind: 1 + each term that satisfies it; that of the word itself first, 0 where no record has it. */
  const kinds: number[][] = []
  const kindOfTerms = new Map<string, number>()
  /** Where the sentences and slots of each record begin, and where those of the last end. */
  const starts: { sentences: number; slots: number }[] = []
  const start = (): void => void starts.push({ sentences: sentences.length, slots: slots.length })
  for (const record of records) {
    start()
    for (const sentence of [record.description ?? '', ...record.needs]) add(slotsOf(tokens(sentence)))
    record.entities.forEach(({ name, ops, words }, entity) => {
      const named = slotsOf(nameTokens(name))
      for (const op of ops) {
        const operation = 1 + OPERATIONS.indexOf(op)
        const others = slotsOf(words?.[op]?.split(' ') ?? [])
        add([...named, ...others], { operation, entity, nameWords: named.length })
        for (const need of record.operation_needs[`${name}.${op}`]?.split(',') ?? []) {
          add(slotsOf(tokens(need)), { operation, entity, nameWords: 0 })
        }
      }
    })
  }
  start()
  const column = (name: keyof Sentence) => integers(sentences.map((sentence) => sentence[name]))
  return {
    'sentences.starts': Uint32Array.from(starts, ({ sentences }) => sentences),
    'slots.starts': Uint32Array.from(starts, ({ slots }) => slots),
    'slots.kinds': integers(slots),
    ...packLists('kinds', kinds),
    'sentences.lengths': column('length'),
    'sentences.operations': column('operation'),
    'sentences.entities': column('entity'),
    'sentences.name_words': column('nameWords'),
  }

  /** @param words each as the terms that satisfy it, its own first */
  function add(
    words: readonly (readonly string[])[],
    about: Omit<Sentence, 'length'> = { operation: 0, entity: 0, nameWords: 0 },
  ): void {
    for (const satisfying of words) {
      const [word, ...others] = satisfying.map((term) => 1 + (terms.get(term)?.id ?? -1))
      // No query asks for what no record has.
      const known = [word!, ...others.filter((term) => term > 0)]
      const key = known.join()
      const kind = kindOfTerms.get(key) ?? kinds.push(known) - 1
      kindOfTerms.set(key, kind)
      slots.push(kind)
    }
    sentences.push({ length: words.length, ...about })
  }
}

/** Each word that says something, with the concepts that stand for it. */
function slotsOf(words: readonly string[]): string[][] {
  const content = words.filter((word) => !isStop(word))
  const strong = content.filter((word) => !isWeak(word))
  const kept = strong.length > 0 ? strong : content
  const stems = kept.map(stem)
  const slots = stems.map((one) => [one])
  for (const { concept, positions } of conceptsIn(content.map(stem), 1)) {
    const kind = kindOf(concept)
    if (kind !== 'synonym' && kind !== 'action') continue
    for (const at of positions) {
      const slot = slots[stems.indexOf(stem(content[at]!))]
      if (slot && !slot.includes(concept)) slot.push(concept)
    }
  }
  return slots
}
