/** What parameters mean whose description is not at hand: the names that most APIs share. */

import type { Parameter } from '../../catalog/record/facts.ts'
import { once } from '../../system/once.ts'
import { readWordList } from '../../system/word-list.ts'

const MEANINGS = once(
  () =>
    new Map(
      readWordList(new URL('word-lists/parameter-meanings.txt', import.meta.url)).map(
        (line) => line.split('\t') as [name: string, meaning: string],
      ),
    ),
)

/** Says in a few words what a parameter means; undefined if nothing is known of it. */
export const meaningOf = ({ about, name, api_name = name }: Pick<Parameter, 'about' | 'name' | 'api_name'>) =>
  about ?? MEANINGS().get(api_name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
