/** First lines of code per language, in the shape the generator gives its clients: entities with operations. */

import type { Generation } from '../record/facts.ts'
import type { Language } from '../record/languages.ts'
import type { SdkRecord } from '../record/record.ts'
import type { Call } from './arguments.ts'
import { aboutArguments, argumentsOf, callName, keyNotes, optionsOf, pascal } from './client.ts'
import { GO, LUA, PHP, PYTHON, RUBY, SCRIPT, type Syntax, written } from './expression.ts'
import { baseName, languageInstall } from './install.ts'

export interface Quickstart {
  language: Language
  /** Info string of the code fence. */
  fence: string
  /** A whole program. */
  code: string
  /** What one has to know beside it, a sentence each. */
  notes: string[]
}

interface Parts {
  /** What the code imports: a package, a module, a file. */
  module: string
  class: string
  /** The client's options as code, "" for none. */
  options: string
  entity: string
  op: string
  /** The argument as code; a map, even an empty one. */
  argument: string
  /** Whether other endpoints stand behind the operation, too. */
  isOneOfSeveral: boolean
  /** Which call it is, in one line. */
  comment: string
  /** What the answer is called. */
  result: 'items' | 'record'
  /** The clients of the oldest generation return an error beside the answer; Go and Lua always do. */
  isPair: boolean
  /** Whether the answer is entities that hold the records, or the records themselves. */
  hasEntities: boolean
}

interface Writer {
  fence: string
  syntax: Syntax
  lines: (parts: Parts) => string[]
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => (line ? `\t${line}` : line))

const isList = ({ result }: Parts): boolean => result === 'items'

const writers: Partial<Record<Language, Writer>> = {
  ts: {
    fence: 'ts',
    syntax: SCRIPT,
    lines: (n) => [
      `import { ${n.class} } from '${n.module}'`,
      '',
      `const client = new ${n.class}(${n.options})`,
      `// ${n.comment}`,
      `const ${n.result} = await client.${n.entity}().${n.op}(${n.argument === '{}' ? '' : n.argument})`,
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
      `client.${n.entity}().${n.op}(${n.argument === '{}' ? '' : n.argument}).then(console.log)`,
    ],
  },
  py: {
    fence: 'python',
    syntax: PYTHON,
    lines: (n) => {
      const call = `client.${n.entity}().${n.op}(${n.argument})`
      const data = isList(n) ? '[item.data_get() for item in items]' : 'record.data_get()'
      const usesVariables = `${n.options}${n.argument}`.includes('os.environ')
      return [
        ...(usesVariables ? ['import os'] : []),
        `from ${n.module} import ${n.class}`,
        '',
        `client = ${n.class}(${n.options})`,
        `# ${n.comment}`,
        ...(n.isPair ? [`${n.result}, error = ${call}`, 'if error:', '    raise error'] : [`${n.result} = ${call}`]),
        `print(${n.hasEntities ? data : n.result})`,
      ]
    },
  },
  php: {
    fence: 'php',
    syntax: PHP,
    lines: (n) => {
      // PHP takes the first of several endpoints as long as the entity's own match is empty.
      const chosen = n.isOneOfSeveral && n.argument !== '[]'
      const call = `${chosen ? '$entity' : `$client->${n.entity}()`}->${n.op}(${n.argument})`
      const data = isList(n) ? 'array_map(fn($item) => $item->data_get(), $items)' : '$record->data_get()'
      return [
        '<?php',
        `require_once '${n.module}.php';`,
        '',
        `$client = new ${n.class}(${n.options});`,
        `// ${n.comment}`,
        ...(chosen ? [`$entity = $client->${n.entity}();`, `$entity->match_set(${n.argument});`] : []),
        ...(n.isPair
          ? [`[$${n.result}, $error] = ${call};`, 'if ($error) throw $error;']
          : [`$${n.result} = ${call};`]),
        `print_r(${n.hasEntities ? data : `$${n.result}`});`,
      ]
    },
  },
  go: {
    fence: 'go',
    syntax: GO,
    lines: (n) => {
      const ofEntities = isList(n)
        ? ['for _, item := range items.([]any) {', '\tfmt.Println(item.(sdk.Entity).Data())', '}']
        : ['fmt.Println(record.(sdk.Entity).Data())']
      const usesVariables = `${n.options}${n.argument}`.includes('os.Getenv')
      return [
        'package main',
        '',
        'import (',
        ...indented(['"fmt"', ...(usesVariables ? ['"os"'] : []), '', `sdk "${n.module}"`]),
        ')',
        '',
        'func main() {',
        ...indented([
          `client := sdk.New${n.class}(${n.options || 'map[string]any{}'})`,
          `// ${n.comment}`,
          `${n.result}, err := client.${n.entity}(nil).${pascal(n.op)}(${n.argument}, nil)`,
          'if err != nil {',
          '\tpanic(err)',
          '}',
          ...(n.hasEntities ? ofEntities : [`fmt.Println(${n.result})`]),
        ]),
        '}',
      ]
    },
  },
  rb: {
    fence: 'ruby',
    syntax: RUBY,
    lines: (n) => {
      const call = `client.${n.entity}.${n.op}(${n.argument})`
      const data = isList(n) ? 'items.map(&:data_get)' : 'record.data_get'
      return [
        `require_relative "${n.module}"`,
        '',
        `client = ${n.class}.new${n.options && `(${n.options})`}`,
        `# ${n.comment}`,
        ...(n.isPair ? [`${n.result}, error = ${call}`, 'raise error if error'] : [`${n.result} = ${call}`]),
        `p ${n.hasEntities ? data : n.result}`,
      ]
    },
  },
  lua: {
    fence: 'lua',
    syntax: LUA,
    lines: (n) => {
      const ofEntities = isList(n)
        ? ['for _, item in ipairs(items) do print(json.encode(item:data_get())) end']
        : ['print(json.encode(record:data_get()))']
      return [
        'local json = require("dkjson")',
        `local sdk = require("${n.module}")`,
        '',
        `local client = sdk.new(${n.options})`,
        `-- ${n.comment}`,
        `local ${n.result}, err = client:${n.entity}():${n.op}(${n.argument})`,
        'if err then error(tostring(err)) end',
        ...(n.hasEntities ? ofEntities : [`print(json.encode(${n.result}))`]),
      ]
    },
  },
}

/** The call to begin with; none where the catalogue knows no read, or knows that a call needs what it cannot give. */
export function firstCallOf(record: SdkRecord): Call | undefined {
  if (record.first_call) return record.first_call
  // Nobody has read the repository's own files, so arguments are not known.
  const op = record.generation === undefined && (['list', 'load'] as const).find((read) => entityWith(record, read))
  return op ? { entity: entityWith(record, op)!.name, op, arguments: {} } : undefined
}

const entityWith = ({ entities }: SdkRecord, op: Call['op']) => entities.find(({ ops }) => ops.includes(op))

/** The first code in each language that can be written. */
export const quickstarts = (record: SdkRecord): Quickstart[] =>
  record.languages.flatMap((language) => firstCode(record, language) ?? [])

export function firstCode(record: SdkRecord, language: Language): Quickstart | undefined {
  const call = firstCallOf(record)
  return call && codeFor(record, language, call)
}

/** A program that makes this call and prints the answer; nothing in a language that cannot be written. */
export function codeFor(record: SdkRecord, language: Language, call: Call): Quickstart | undefined {
  const writer = writers[language]
  if (!writer) return undefined
  const { syntax, fence, lines } = writer
  const options = optionsOf(record, call)
  const parts: Parts = {
    module: moduleOf(record, language),
    class: classOf(record, language),
    options: Object.keys(options).length > 0 ? written(options, syntax) : '',
    entity: pascal(call.entity),
    op: call.op,
    argument: written(argumentsOf(record, call), syntax),
    comment: inComment(`${callName(call)}: ${aboutArguments(call)}`),
    isOneOfSeveral: call.why !== undefined && !call.why.includes('one_endpoint'),
    result: call.op === 'list' ? 'items' : 'record',
    isPair: record.generation === 'old',
    hasEntities: hasEntities(language, call.op, record.generation),
  }
  const left = call.left?.length ? [`Left out: ${call.left.join(', ')} (a list or an object each).`] : []
  return { language, fence, code: lines(parts).join('\n'), notes: [...keyNotes(record), ...left] }
}

/** A list is one of entities, but Ruby's, which holds records since the second generation; the newest load entities. */
function hasEntities(language: Language, op: Call['op'], generation: Generation | undefined): boolean {
  if (op !== 'list') return generation === 'new'
  return language !== 'rb' || generation === 'old'
}

/** One line that ends no comment, PHP's among them. */
const inComment = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('?>', '? >')

/** The client's class. */
export const classOf = ({ slug, packages }: SdkRecord, language: Language): string =>
  packages[language]?.class ??
  Object.values(packages).find((one) => one.class !== undefined)?.class ??
  `${pascal(baseName(slug))}SDK`

/** What code imports, requires or loads. Where the record has no name: the rule that nearly all repositories follow. */
export function moduleOf(record: SdkRecord, language: Language): string {
  const stated = record.packages[language]?.module
  if (stated !== undefined) return stated
  const name = baseName(record.slug)
  switch (language) {
    case 'py':
    case 'php':
      return `${name.replaceAll('-', '')}_sdk`
    case 'rb':
      return `${pascal(name)}_sdk`
    case 'lua':
      return `${name}_sdk`
    default:
      return languageInstall(record, language).package
  }
}
