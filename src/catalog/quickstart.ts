/** First lines of code per language, in the shape the generator gives its clients: entities with operations. */
import { baseName, languageInstalls } from './install.ts'
import { type Language, OPERATIONS, type SdkRecord } from './record.ts'

export interface Quickstart {
  language: Language
  /** Info string of the code fence. */
  fence: string
  code: string
}

interface Names {
  /** Package name or module path of the language. */
  package: string
  /** Slug without "-sdk": `ai-cats`. */
  name: string
  /** `aicats_sdk` */
  module: string
  /** `AiCats` */
  pascal: string
  entity: string
  op: string
  result: string
}

/** snake_case or kebab-case to PascalCase, as the generator names classes and entities. */
export const pascal = (name: string): string =>
  name
    .split(/[-_]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const writers: Partial<Record<Language, { fence: string; lines: (names: Names) => string[] }>> = {
  ts: {
    fence: 'ts',
    lines: (n) => [
      `import { ${n.pascal}SDK } from '${n.package}'`,
      '',
      `const client = new ${n.pascal}SDK()`,
      `const ${n.result} = await client.${n.entity}().${n.op}()`,
      `console.log(${n.result})`,
    ],
  },
  py: {
    fence: 'python',
    lines: (n) => [
      `from ${n.module} import ${n.pascal}SDK`,
      '',
      `client = ${n.pascal}SDK()`,
      `${n.result} = client.${n.entity}().${n.op}()`,
      `print(${n.result})`,
    ],
  },
  php: {
    fence: 'php',
    lines: (n) => [
      '<?php',
      `require_once '${n.module}.php';`,
      '',
      `$client = new ${n.pascal}SDK();`,
      `$${n.result} = $client->${n.entity}()->${n.op}();`,
      `print_r($${n.result});`,
    ],
  },
  go: {
    fence: 'go',
    lines: (n) => [
      `import sdk "${n.package}"`,
      '',
      'client := sdk.New()',
      `${n.result}, err := client.${n.entity}(nil).${pascal(n.op)}(nil, nil)`,
      'if err != nil {',
      '    panic(err)',
      '}',
      `fmt.Println(${n.result})`,
    ],
  },
  rb: {
    fence: 'ruby',
    lines: (n) => [
      `require_relative "${n.pascal}_sdk"`,
      '',
      `client = ${n.pascal}SDK.new`,
      `${n.result} = client.${n.entity}.${n.op}`,
      `puts ${n.result}`,
    ],
  },
  lua: {
    fence: 'lua',
    lines: (n) => [
      `local sdk = require("${n.name}_sdk")`,
      '',
      'local client = sdk.new()',
      `local ${n.result}, err = client:${n.entity}():${n.op}()`,
      `print(${n.result})`,
    ],
  },
}

/** One call, a read where the SDK has one; none where the catalogue knows no operation. */
export function quickstarts(record: SdkRecord): Quickstart[] {
  const op = OPERATIONS.find((operation) => record.entities.some(({ ops }) => ops.includes(operation)))
  const entity = op && record.entities.find(({ ops }) => ops.includes(op))
  if (!entity) return []
  const name = baseName(record.slug)
  const names = {
    name,
    module: `${name.replaceAll('-', '')}_sdk`,
    pascal: pascal(name),
    entity: pascal(entity.name),
    op,
    result: op === 'list' ? 'items' : 'record',
  }
  const installs = languageInstalls(record)
  return record.languages.flatMap((language, at) => {
    const writer = writers[language]
    if (!writer) return []
    const code = writer.lines({ ...names, package: installs[at]!.package }).join('\n')
    return { language, fence: writer.fence, code }
  })
}
