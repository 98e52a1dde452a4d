/** Code -> HTML with the token classes of highlight.js, on the server, so that a page needs no script for it. */
import type {} from 'highlight.js'
import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import lua from 'highlight.js/lib/languages/lua'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import { once } from '../../system/once.ts'
import { escapeMarkup } from '../../text/markup.ts'

const LANGUAGES = { bash, csharp, go, java, javascript, json, lua, php, python, ruby, rust, typescript, yaml }

const ready = once(() => {
  for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language)
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
