/** Code -> HTML with the token classes of highlight.js, on the server, so that a page needs no script for it. */
import { createRequire } from 'node:module'
import type { HLJSApi } from 'highlight.js'
import { once } from '../../system/once.ts'
import { escapeMarkup } from '../../text/markup.ts'

const LANGUAGES = 'bash csharp go java javascript json lua php python ruby rust typescript yaml'.split(' ')

const ready = once(() => {
  const require = createRequire(import.meta.url)
  const highlighter: HLJSApi = require('highlight.js/lib/core')
  for (const name of LANGUAGES) highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${name}`))
  return highlighter
})

/** Longer code is not highlighted: hostile code could take long. */
const MAX_LENGTH = 20_000

/** Classes that the sanitizer lets through. */
export const TOKEN_CLASS = /^hljs-[a-z-]+(?: [a-z]+_)*$/

/** @param language name or alias, as in the info string of a fence; code in any other is only escaped */
export function highlighted(code: string, language: string): string {
  if (code.length > MAX_LENGTH || !ready().getLanguage(language)) return escapeMarkup(code)
  return ready().highlight(code, { language, ignoreIllegals: true }).value
}
