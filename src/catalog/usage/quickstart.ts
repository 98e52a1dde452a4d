/** First lines of code per language, in the shape the generator gives its clients: entities with operations. */

import { type Language, OPERATIONS } from '../record/languages.ts'
import { needsNoKey, type SdkRecord } from '../record/record.ts'
import { baseName, checkout, inItsLanguages, languageInstalls } from './install.ts'

export interface Quickstart {
  language: Language
  /** Info string of the code fence. */
  fence: string
  code: string
}

interface Names {
  /** Package name or module path of the language. */
  package: string
  /** Directory that the repository is cloned into. */
  checkout: string
  /** Slug without "-sdk": `ai-cats`. */
  name: string
  /** `aicats_sdk` */
  module: string
  /** `AiCats` */
  pascal: string
  /** Environment variable of the key, where the API may want one. */
  key: string | undefined
  result: string
}

interface Call {
  entity: string
  op: string
}

interface Writer {
  fence: string
  /** What is called on the client. */
  operation: (call: Call) => string
  /** The same without an entity. */
  direct: string
  lines: (names: Names, request: string) => string[]
}

/** snake_case or kebab-case to PascalCase, as the generator names classes and entities. */
export const pascal = (name: string): string =>
  name
    .split(/[-_]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** Environment variable that the repositories read the key from: `AI_CATS_APIKEY`. */
export const keyVariable = ({ slug }: SdkRecord): string =>
  `${baseName(slug).replaceAll('-', '_').toUpperCase()}_APIKEY`

const operation = ({ entity, op }: Call): string => `${entity}().${op}()`

const writers: Partial<Record<Language, Writer>> = {
  ts: {
    fence: 'ts',
    operation,
    direct: `direct({ path: '/path', method: 'GET' })`,
    lines: (n, request) => [
      `import { ${n.pascal}SDK } from '${n.package}'`,
      '',
      `const client = new ${n.pascal}SDK(${n.key ? `{ apikey: process.env.${n.key} }` : ''})`,
      `const ${n.result} = await client.${request}`,
      `console.log(${n.result})`,
    ],
  },
  js: {
    fence: 'js',
    operation,
    direct: `direct({ path: '/path', method: 'GET' })`,
    lines: (n, request) => [
      `const { ${n.pascal}SDK } = require('${n.package}')`,
      '',
      `const client = new ${n.pascal}SDK(${n.key ? `{ apikey: process.env.${n.key} }` : ''})`,
      `client.${request}.then(console.log)`,
    ],
  },
  py: {
    fence: 'python',
    operation,
    direct: `direct({"path": "/path", "method": "GET"})`,
    lines: (n, request) => [
      ...(n.key ? ['import os'] : []),
      `from ${n.module} import ${n.pascal}SDK`,
      '',
      `client = ${n.pascal}SDK(${n.key ? `{"apikey": os.environ.get("${n.key}")}` : ''})`,
      `${n.result} = client.${request}`,
      `print(${n.result})`,
    ],
  },
  php: {
    fence: 'php',
    operation: ({ entity, op }) => `${entity}()->${op}()`,
    direct: `direct(["path" => "/path", "method" => "GET"])`,
    lines: (n, request) => [
      '<?php',
      `require_once '${n.checkout}/php/${n.module}.php';`,
      '',
      `$client = new ${n.pascal}SDK(${n.key ? `["apikey" => getenv("${n.key}")]` : ''});`,
      `$${n.result} = $client->${request};`,
      `print_r($${n.result});`,
    ],
  },
  go: {
    fence: 'go',
    operation: ({ entity, op }) => `${entity}(nil).${pascal(op)}(nil, nil)`,
    direct: `Direct(map[string]any{"path": "/path", "method": "GET"})`,
    lines: (n, request) => [
      'import "fmt"',
      ...(n.key ? ['import "os"'] : []),
      `import sdk "${n.package}"`,
      '',
      n.key
        ? `client := sdk.New${n.pascal}SDK(map[string]any{"apikey": os.Getenv("${n.key}")})`
        : 'client := sdk.New()',
      `${n.result}, err := client.${request}`,
      'if err != nil {',
      '    panic(err)',
      '}',
      `fmt.Println(${n.result})`,
    ],
  },
  rb: {
    fence: 'ruby',
    operation: ({ entity, op }) => `${entity}.${op}`,
    direct: `direct({ "path" => "/path", "method" => "GET" })`,
    lines: (n, request) => [
      `require_relative "${n.checkout}/rb/${n.pascal}_sdk"`,
      '',
      `client = ${n.pascal}SDK.new${n.key ? `({ "apikey" => ENV["${n.key}"] })` : ''}`,
      `${n.result} = client.${request}`,
      `puts ${n.result}`,
    ],
  },
  lua: {
    fence: 'lua',
    operation: ({ entity, op }) => `${entity}():${op}()`,
    direct: `direct({ path = "/path", method = "GET" })`,
    lines: (n, request) => [
      `local sdk = require("${n.name}_sdk")`,
      '',
      `local client = sdk.new(${n.key ? `{ apikey = os.getenv("${n.key}") }` : ''})`,
      `local ${n.result}, err = client:${request}`,
      `print(${n.result})`,
    ],
  },
}

/** One call, a read where the SDK has one; none where the catalogue knows no operation. */
export function quickstarts(record: SdkRecord): Quickstart[] {
  const op = OPERATIONS.find((operation) => record.entities.some(({ ops }) => ops.includes(operation)))
  const entity = op && record.entities.find(({ ops }) => ops.includes(op))
  if (!entity) return []
  return written(record, op === 'list' ? 'items' : 'record', { entity: pascal(entity.name), op })
}

/** A request to a path of the API: for records of which no operation is known. */
export const generalStarts = (record: SdkRecord): Quickstart[] => written(inItsLanguages(record), 'result')

function written(record: SdkRecord, result: string, call?: Call): Quickstart[] {
  const name = baseName(record.slug)
  const names = {
    checkout: checkout(record),
    name,
    module: `${name.replaceAll('-', '')}_sdk`,
    pascal: pascal(name),
    key: needsNoKey(record) ? undefined : keyVariable(record),
    result,
  }
  return languageInstalls(record).flatMap((install, at) => {
    const language = record.languages[at]!
    const writer = writers[language]
    if (!writer) return []
    const lines = writer.lines({ ...names, package: install.package }, call ? writer.operation(call) : writer.direct)
    return { language, fence: writer.fence, code: lines.join('\n') }
  })
}
