/** The files in deploy/, and how settings get into a deployment. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { settings } from '../../src/config.ts'

export const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))
export const read = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8')
export const yaml = (path: string) => parse(read(path), { merge: true })
/** What a stop takes after the drain, in seconds, with some to spare (docs/operating.md). */
export const STOP_SECONDS = 8
export const isThere = (program: string, argument = '--version'): boolean =>
  spawnSync(program, [argument]).error === undefined

/** Node is in every image; the names are those of others. */
const OTHER_VARIABLES = ['NODE_ENV', 'XDG_CACHE_HOME']
export const unknownSettings = (names: readonly string[]): string[] =>
  names.filter((name) => !(name in settings) && !OTHER_VARIABLES.includes(name))

/** Settings that an operator cannot change: the file sets them, and wins over the settings of the operator. */
export const unchangeable = (fixed: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(settings).filter((name) => name in fixed && !String(fixed[name]).startsWith(`\${${name}:-`))
