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

/** Names such as `color` and `tags` mean something else where the value is true or false. */
const OF_BOOLEANS = /^(?:whether|true)\b/

type Named = Pick<Parameter, 'about' | 'meaning' | 'name' | 'api_name' | 'type'>

/** Says in a few words what a parameter means; undefined if nothing is known of it. */
export function meaningOf({ about, meaning, name, api_name = name, type }: Named): string | undefined {
  const usual = MEANINGS().get(api_name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  return about ?? meaning ?? (type === 'boolean' && usual && !OF_BOOLEANS.test(usual) ? undefined : usual)
}
