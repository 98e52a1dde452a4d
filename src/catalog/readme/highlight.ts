/**
 * Code -> HTML with the token classes of highlight.js, when a page is made, so that no browser needs a script for it.
 * The style sheet gives the classes their colours; the sanitiser lets no other class through.
 */
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

/** Longer code is shown plain: its author may have made it to take long. */
const LONGEST = 20_000

/** What the class of a token may be. */
export const TOKEN_CLASS = /^hljs-[a-z-]+(?: [a-z]+_)*$/

/** @param language name or short name, as after the fence of a code block; an unknown one leaves the code plain */
export function highlighted(code: string, language: string): string {
  if (code.length > LONGEST || !ready().getLanguage(language)) return escapeMarkup(code)
  return ready().highlight(code, { language, ignoreIllegals: true }).value
}
