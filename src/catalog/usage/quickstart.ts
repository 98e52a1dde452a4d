/** First code per language, in the shape that the generator gives its clients: entities with operations. */
import type { Generation } from '../record/facts.ts'
import type { Language } from '../record/languages.ts'
import type { SdkRecord } from '../record/record.ts'
import type { Call } from './arguments.ts'
import { aboutArguments, argumentsOf, callName, keyNotes, optionsOf, pascal } from './client.ts'
import { GO, LUA, PHP, PYTHON, RUBY, readsVariable, SCRIPT, type Syntax, written } from './expression.ts'
import { baseName, languageInstall } from './install.ts'

export interface Quickstart {
  language: Language
  /** Info string of the code fence. */
  fence: string
  /** A whole program. */
  code: string
  /** A sentence each. */
  notes: string[]
}

interface Parts {
  /** What the code imports: a package, a module, a file. */
  module: string
  class: string
  /** Code of the client's options, "" for none. */
  options: string
  entity: string
  op: string
  /** Code of the argument; a map, even an empty one. */
  argument: string
  hasArguments: boolean
  /** Options or arguments read an environment variable. */
  readsVariable: boolean
  /** The operation has other endpoints, too. */
  isOneOfSeveral: boolean
  /** Which call it is, in one line. */
  comment: string
  /** Name of the result: `items` for a list. */
  result: 'items' | 'record'
  /** Code of what to print: the records that the result holds, or the result. */
  printed: string
  /** The client returns an error beside the result: the oldest generation, and Go and Lua always. */
  isPair: boolean
  /** The result is entities, which hold the records. */
  hasEntities: boolean
}

interface Writer {
  fence: string
  syntax: Syntax
  /** Code of the records in a result of entities. */
  data?: Record<Parts['result'], string>
  lines: (parts: Parts) => string[]
}

const writers: Partial<Record<Language, Writer>> = {
  ts: {
    fence: 'ts',
    syntax: SCRIPT,
    lines: (n) => [
      `import { ${n.class} } from '${n.module}'`,
      '',
      `const client = new ${n.class}(${n.options})`,
      `// ${n.comment}`,
      `const ${n.result} = await client.${n.entity}().${n.op}(${n.hasArguments ? n.argument : ''})`,
      `console.log(${n.result})`,
    ],
  },
  js: {
    fence: 'js',
    syntax: SCRIPT,
    lines: (n) => [
      `const { ${n.class} } = require('${n.module}')`,
      '',
      `const client = new ${n.class}(${n.options})`,
      `// ${n.comment}`,
      `client.${n.entity}().${n.op}(${n.hasArguments ? n.argument : ''}).then(console.log)`,
    ],
  },
  py: {
    fence: 'python',
    syntax: PYTHON,
    data: { items: '[item.data_get() for item in items]', record: 'record.data_get()' },
    lines: (n) => {
      const call = `client.${n.entity}().${n.op}(${n.argument})`
      return [
        ...(n.readsVariable ? ['import os'] : []),
        `from ${n.module} import ${n.class}`,
        '',
        `client = ${n.class}(${n.options})`,
        `# ${n.comment}`,
        ...(n.isPair ? [`${n.result}, error = ${call}`, 'if error:', '    raise error'] : [`${n.result} = ${call}`]),
        `print(${n.printed})`,
      ]
    },
  },
  php: {
    fence: 'php',
    syntax: PHP,
    data: { items: 'array_map(fn($item) => $item->data_get(), $items)', record: '$record->data_get()' },
    lines: (n) => {
      // PHP selects the first of several endpoints unless the entity has a match.
      const needsMatch = n.isOneOfSeveral && n.hasArguments
      const call = `${needsMatch ? '$entity' : `$client->${n.entity}()`}->${n.op}(${n.argument})`
      return [
        '<?php',
        `require_once '${n.module}.php';`,
        '',
        `$client = new ${n.class}(${n.options});`,
        `// ${n.comment}`,
        ...(needsMatch ? [`$entity = $client->${n.entity}();`, `$entity->match_set(${n.argument});`] : []),
        ...(n.isPair
          ? [`[$${n.result}, $error] = ${call};`, 'if ($error) throw $error;']
          : [`$${n.result} = ${call};`]),
        `print_r(${n.hasEntities ? n.printed : `$${n.result}`});`,
      ]
    },
  },
  go: {
    fence: 'go',
    syntax: GO,
    data: { items: 'item.(sdk.Entity).Data()', record: 'record.(sdk.Entity).Data()' },
    lines: (n) => {
      const print = `fmt.Println(${n.printed})`
      const main = [
        `client := sdk.New${n.class}(${n.options || 'map[string]any{}'})`,
        `// ${n.comment}`,
        `${n.result}, err := client.${n.entity}(nil).${pascal(n.op)}(${n.argument}, nil)`,
        ...['if err != nil {', '\tpanic(err)', '}'],
        ...(n.hasEntities && n.result === 'items'
          ? ['for _, item := range items.([]any) {', `\t${print}`, '}']
          : [print]),
      ]
      return [
        ...['package main', '', 'import (', '\t"fmt"', ...(n.readsVariable ? ['\t"os"'] : [])],
        ...['', `\tsdk "${n.module}"`, ')', '', 'func main() {', ...main.map((line) => `\t${line}`), '}'],
      ]
    },
  },
  rb: {
    fence: 'ruby',
    syntax: RUBY,
    data: { items: 'items.map(&:data_get)', record: 'record.data_get' },
    lines: (n) => {
      const call = `client.${n.entity}.${n.op}(${n.argument})`
      return [
        `require_relative "${n.module}"`,
        '',
        `client = ${n.class}.new${n.options && `(${n.options})`}`,
        `# ${n.comment}`,
        ...(n.isPair ? [`${n.result}, error = ${call}`, 'raise error if error'] : [`${n.result} = ${call}`]),
        `p ${n.printed}`,
      ]
    },
  },
  lua: {
    fence: 'lua',
    syntax: LUA,
    data: { items: 'item:data_get()', record: 'record:data_get()' },
    lines: (n) => {
      const print = `print(json.encode(${n.printed}))`
      return [
        'local json = require("dkjson")',
        `local sdk = require("${n.module}")`,
        '',
        `local client = sdk.new(${n.options})`,
        `-- ${n.comment}`,
        `local ${n.result}, err = client:${n.entity}():${n.op}(${n.argument})`,
        'if err then error(tostring(err)) end',
        n.hasEntities && n.result === 'items' ? `for _, item in ipairs(items) do ${print} end` : print,
      ]
    },
  },
}

/** The first call to show; undefined if the catalogue knows no read, or that a call needs what it cannot give. */
export function firstCallOf(record: SdkRecord): Call | undefined {
  const { first_call, generation, entities } = record
  // Without a generation nobody has read the repository's files, so the arguments are unknown.
  if (first_call || generation !== undefined) return first_call
  const reads = (['list', 'load'] as const).flatMap((op) =>
    entities.filter(({ ops }) => ops.includes(op)).map(({ name }) => ({ entity: name, op, arguments: {} })),
  )
  return reads[0]
}

/** The first code in each language that has a writer. */
export const quickstarts = (record: SdkRecord): Quickstart[] =>
  record.languages.flatMap((language) => firstCode(record, language) ?? [])

export function firstCode(record: SdkRecord, language: Language): Quickstart | undefined {
  const call = firstCallOf(record)
  return call && codeFor(record, language, call)
}

/** A program that makes this call and prints the result; undefined for a language without a writer. */
export function codeFor(record: SdkRecord, language: Language, call: Call): Quickstart | undefined {
  const writer = writers[language]
  if (!writer) return undefined
  const { syntax, fence, lines, data } = writer
  const options = optionsOf(record, call)
  const args = argumentsOf(record, call)
  const comment = `${callName(call)}: ${aboutArguments(call)}`
  const result = call.op === 'list' ? 'items' : 'record'
  const holdsEntities = hasEntities(language, call.op, record.generation)
  const code = lines({
    module: moduleOf(record, language),
    class: classOf(record, language),
    options: Object.keys(options).length > 0 ? written(options, syntax) : '',
    entity: pascal(call.entity),
    op: call.op,
    argument: written(args, syntax),
    hasArguments: Object.keys(args).length > 0,
    readsVariable: readsVariable(options) || readsVariable(args),
    // On one line, and without the end of PHP.
    comment: comment.replace(/\s+/g, ' ').replaceAll('?>', '? >'),
    isOneOfSeveral: call.why !== undefined && !call.why.includes('one_endpoint'),
    result,
    printed: (holdsEntities && data?.[result]) || result,
    isPair: record.generation === 'old',
    hasEntities: holdsEntities,
  })
  const left = call.left?.length ? [`Left out: ${call.left.join(', ')} (a list or an object each).`] : []
  return { language, fence, code: code.join('\n'), notes: [...keyNotes(record), ...left] }
}

/** Lists are of entities, except Ruby's since the second generation; only the newest clients load entities. */
function hasEntities(language: Language, op: Call['op'], generation: Generation | undefined): boolean {
  if (op !== 'list') return generation === 'new'
  return language !== 'rb' || generation === 'old'
}

/** The client's class. */
export const classOf = ({ slug, packages }: SdkRecord, language: Language): string =>
  packages[language]?.class ??
  Object.values(packages).find((item) => item.class !== undefined)?.class ??
  `${pascal(baseName(slug))}SDK`

/** What code imports: the recorded name, else by the rule that nearly all repositories follow. */
export function moduleOf(record: SdkRecord, language: Language): string {
  const name = baseName(record.slug)
  const joined = `${name.replaceAll('-', '')}_sdk`
  const modules: Partial<Record<Language, string>> = {
    py: joined,
    php: joined,
    rb: `${pascal(name)}_sdk`,
    lua: `${name}_sdk`,
  }
  return record.packages[language]?.module ?? modules[language] ?? languageInstall(record, language).package
}
