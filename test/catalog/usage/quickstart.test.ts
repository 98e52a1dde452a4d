/** First code and install lines: held against the READMEs and package files of real generated repositories. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Language } from '../../../src/catalog/record/languages.ts'
import { needsNoKey, type SdkRecord } from '../../../src/catalog/record/record.ts'
import { installLines, languageInstalls, USUAL_LANGUAGES } from '../../../src/catalog/usage/install.ts'
import { generalStarts, keyVariable, quickstarts } from '../../../src/catalog/usage/quickstart.ts'
import { CORPUS, hasCorpus } from '../../corpus.ts'
import { embedded } from '../../embedded.ts'

const { records } = embedded
const recordOf = (slug: string) => records.find((record) => record.slug === slug)!
const codeOf = (record: SdkRecord, language: Language) =>
  quickstarts(record).find((start) => start.language === language)!.code

/** How each language hands over a key, with the entry's variable for VARIABLE. */
const KEYS: Partial<Record<Language, string>> = {
  ts: '{ apikey: process.env.VARIABLE }',
  js: '{ apikey: process.env.VARIABLE }',
  py: '{"apikey": os.environ.get("VARIABLE")}',
  php: '["apikey" => getenv("VARIABLE")]',
  go: 'map[string]any{"apikey": os.Getenv("VARIABLE")}',
  rb: '{ "apikey" => ENV["VARIABLE"] }',
  lua: '{ apikey = os.getenv("VARIABLE") }',
}

describe('the first code', () => {
  test('hands over a key in every language, where the API is not known to need none', () => {
    const keyed = records.filter((record) => !needsNoKey(record) && record.entities.length > 0)
    expect(keyed.length).toBeGreaterThan(40)
    for (const record of keyed) {
      for (const { language, code } of quickstarts(record))
        expect(code, record.slug).toContain(KEYS[language]!.replace('VARIABLE', keyVariable(record)))
    }
  })

  test('has no key where the API is known to need none', () => {
    for (const record of records.filter(needsNoKey)) {
      for (const { code } of [...quickstarts(record), ...generalStarts(record)])
        expect(code, record.slug).not.toMatch(/apikey|\bimport os\b|"os"/i)
    }
  })

  test('imports what it uses, and nothing else', () => {
    const record = recordOf('poetrydb-sdk')
    for (const scheme of ['none', 'apiKey'] as const) {
      for (const name of ['os', 'fmt']) {
        const go = codeOf({ ...record, auth: { scheme } }, 'go')
        expect(go.includes(`"${name}"`), `${name} ${scheme}`).toBe(go.includes(`${name}.`))
      }
      const python = codeOf({ ...record, auth: { scheme } }, 'py')
      expect(python.includes('import os')).toBe(python.includes('os.environ'))
    }
  })

  test('of a JavaScript package is that of CommonJS, where nothing is awaited at the top', () => {
    const code = codeOf(recordOf('hook0-sdk'), 'js')
    expect(code).toContain("require('@voxgig-sdk/hook0-js')")
    expect(code).not.toContain('await')
  })

  test('reads the key from a name that every shell allows', () => {
    for (const record of records) expect(keyVariable(record), record.slug).toMatch(/^[A-Z][A-Z0-9_]*_APIKEY$/)
  })
})

describe('the languages called usual', () => {
  test('are those of most records that have their languages', () => {
    const known = records.filter(({ languages }) => languages.length > 0)
    expect(known.length).toBeGreaterThan(400)
    for (const language of USUAL_LANGUAGES) {
      const having = known.filter(({ languages }) => languages.includes(language))
      expect(having.length, language).toBeGreaterThan(0.9 * known.length)
    }
  })
})

describe('an install line', () => {
  test('goes from nothing to installed, by itself', () => {
    const lines = installLines(recordOf('dog-sdk'))
    const clone = 'git clone https://github.com/voxgig-sdk/dog-sdk'
    expect(lines.slice(0, 5)).toEqual([
      `TypeScript: ${clone} && (cd dog-sdk/ts && npm i && npm run build) && npm i ./dog-sdk/ts`,
      `Python: ${clone} && pip install -e dog-sdk/py`,
      `PHP, Ruby: ${clone}`,
      'Go: go get github.com/voxgig-sdk/dog-sdk/go@latest',
      `Lua: ${clone} && export LUA_PATH="dog-sdk/lua/?.lua;dog-sdk/lua/?/init.lua;;"`,
    ])
  })

  test('of a language without a known one names package and release tag', () => {
    const zig = installLines({ ...recordOf('hook0-sdk'), languages: ['zig'] })
    expect(zig[0]).toBe('Zig: voxgig-sdk-hook0, from a release tag of the repository')
  })

  test('of the MCP server begins with the checkout, too', () => {
    expect(installLines(recordOf('dog-sdk')).at(-1)).toBe(
      'MCP server: git clone https://github.com/voxgig-sdk/dog-sdk && cd dog-sdk/go-mcp && go build -o dog-mcp .',
    )
  })

  test('puts PHP and Ruby where the first code loads them from', () => {
    expect(codeOf(recordOf('dog-sdk'), 'php')).toContain("require_once 'dog-sdk/php/dog_sdk.php'")
    expect(codeOf(recordOf('dog-sdk'), 'rb')).toContain('require_relative "dog-sdk/rb/Dog_sdk"')
  })
})

describe.runIf(hasCorpus)('against the repositories', () => {
  const real = records.filter(({ slug }) => existsSync(join(CORPUS, slug)))
  const readme = (slug: string) => readFileSync(join(CORPUS, slug, 'README.md'), 'utf8')
  /** Without line breaks, spaces and the comma behind the last of a list. */
  const bare = (code: string) => code.replace(/\s+/g, '').replace(/,(?=[}\])])/g, '')

  test('the client with a key is written as their READMEs write it', () => {
    const counts = { same: 0, variable: 0, none: 0 }
    const other: string[] = []
    for (const record of real.filter((record) => !needsNoKey(record))) {
      const theirs = bare(readme(record.slug))
      if (!theirs.includes('apikey')) {
        counts.none++
        continue
      }
      for (const { language, code } of quickstarts(record)) {
        const client = bare(code.split('\n').find((line) => line.includes('apikey'))!)
        // Some of them have hyphens in the name of the variable, which no shell allows.
        const hyphens = client.replace(keyVariable(record), keyVariable(record).replaceAll(/_(?!APIKEY)/g, '-'))
        if (theirs.includes(client)) counts.same++
        else if (theirs.includes(hyphens)) counts.variable++
        else other.push(`${record.slug} ${language}: ${client}`)
      }
    }
    process.stdout.write(`client with a key: ${JSON.stringify(counts)}, otherwise ${other.length}\n`)
    expect(other).toEqual([])
    expect(counts.same).toBeGreaterThan(300)
    expect(counts.none).toBeLessThan(10)
  })

  test('what is imported from a TypeScript checkout has its name and can be built', () => {
    for (const record of real) {
      const { name, scripts } = JSON.parse(readFileSync(join(CORPUS, record.slug, 'ts/package.json'), 'utf8'))
      expect(languageInstalls(record).find(({ folder }) => folder === 'ts')?.package).toBe(name)
      expect(scripts.build).toContain('tsc --build src')
    }
  })
})
