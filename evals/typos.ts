/**
 * Typos of the fingers in everyday words: two neighbours swapped, a letter dropped, a letter typed twice, at every place.
 * The words are ordinary ones that people bring to a catalogue of APIs; the typos are made, not collected.
 */

import type { SdkRecord } from '../src/catalog/record/record.ts'
import { stem, tokens } from '../src/query/words/words.ts'
import type { Search } from './measure.ts'

export const EVERYDAY = `address airport album analytics animals apartment artist astronaut author avatar barcode
  basketball beaches bicycle birthday bitcoin books calendar calories cartoon cocktail coffee company concert
  countries courses currency dictionary disease earthquake election elevation email emissions excuses exchange
  flights football forecast fruit games geocoding government grammar headlines holiday hospital hotels
  images inflation insults insurance invoice jokes kittens language library lyrics medicine meeting message
  motivation movies museum music newspaper notification nutrition painting parking parliament passengers password
  patent payment phone photos pictures planets podcast poetry pollution population postcode puppies quotes
  railway recipes restaurant rocket salary satellite science screenshot sentiment shipping spelling sports stocks
  student subscription television temperature timezone traffic train translation trivia university username vehicle
  video volcano weather wikipedia`.split(/\s+/)

/** Every single typo in the word that leaves another word. */
export function typosOf(word: string): string[] {
  const typos = [...word].flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)]
    const swapped = after === '' ? word : before + after[0] + letter + after.slice(1)
    return [swapped, before + after, before + letter + letter + after]
  })
  return [...new Set(typos)].filter((typo) => typo !== word)
}

export interface TypoFigures {
  typos: number
  nothing: number
  wrongFirst: number
  /** No right SDK among the first five. */
  lost: number
}

/**
 * Right is what the same search finds for the word as it should be, and whatever has the word. Typos that some SDK has
 * as a word are left out: nobody can recognise them as typos.
 */
export function measureTypos(search: Search, records: readonly SdkRecord[], words = EVERYDAY): TypoFigures {
  const having = havingWords(records)
  const figures = { typos: 0, nothing: 0, wrongFirst: 0, lost: 0 }
  for (const word of words) {
    const right = new Set([...(having.get(stem(word)) ?? []), ...search(word).slice(0, 10)])
    for (const typo of typosOf(word).filter((typo) => !having.has(typo))) {
      const hits = search(typo)
      figures.typos++
      if (hits.length === 0) figures.nothing++
      else if (!right.has(hits[0]!)) figures.wrongFirst++
      if (!hits.slice(0, 5).some((slug) => right.has(slug))) figures.lost++
    }
  }
  return figures
}

/** Word, as written and as a stem -> the SDKs that have it. */
function havingWords(records: readonly SdkRecord[]): ReadonlyMap<string, ReadonlySet<string>> {
  const having = new Map<string, Set<string>>()
  for (const { slug, title, description = '', topics, aliases, needs } of records) {
    for (const word of tokens([slug, title, description, ...topics, ...aliases, ...needs].join(' '))) {
      for (const key of [word, stem(word)]) having.set(key, (having.get(key) ?? new Set()).add(slug))
    }
  }
  return having
}

/** Words that are typed right and that no SDK has: reading them as others would be a mistake. */
export const RIGHT =
  `antler asterisk backgammon badminton bagpipes ballroom barnacle blacksmith bobsled bonsai bookshelf
  bracket bulldozer bungalow cardigan carousel caterpillar cathedral cello chandelier chimpanzee clarinet compost corduroy
  crochet crossword croissant daffodil deckchair dentures dominoes doorbell dragonfly driftwood drumstick dumpling earring
  embroidery escalator fencing ferret firefly fireplace flamingo flannel forklift gazebo ginger glacier goldfish gondola
  grasshopper gymnastics haircut hammock harpsichord hedgehog hydrant icicle jigsaw judo kayak kimono knitting ladle
  lanyard lasagna lawnmower lighthouse limousine lobster locksmith mahogany mandolin marathon mattress metronome
  microscope midwife mistletoe moccasin mortgage moustache mulberry nightingale nutmeg omelette origami ostrich oyster
  paprika parachute parsley peacock pendulum perfume periscope pinball plumber porcupine pottery pyjamas quilt raccoon
  radish ravioli rhubarb rollercoaster rosemary saxophone scaffold scarecrow seahorse shampoo sherbet skateboard snorkel
  spatula spinach squirrel stapler starfish stethoscope strudel suitcase sunflower swimsuit tadpole tambourine tapestry
  teaspoon telescope thimble toboggan trampoline treadmill tricycle trombone tugboat turnip tuxedo typewriter unicycle
  upholstery vineyard violin walnut walrus wardrobe waterfall weasel wheelbarrow windmill woodpecker wrench xylophone
  yogurt zeppelin zucchini`.split(/\s+/)

/** How many of them some SDK does not have, and how many of those are read as another word. */
export function measureRight(
  readAs: (query: string) => readonly unknown[],
  records: readonly SdkRecord[],
): { words: number; mistaken: string[] } {
  const having = havingWords(records)
  const words = RIGHT.filter((word) => !having.has(word) && !having.has(stem(word)))
  return { words: words.length, mistaken: words.filter((word) => readAs(word).length > 0) }
}
