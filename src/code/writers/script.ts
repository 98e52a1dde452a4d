/** Writes programs in TypeScript and JavaScript. */
import { memberOf, SCRIPT } from '../values/expression.ts'
import { type CodeDialect, type EntityCall, type Program, type Writer, writerOf } from './writer.ts'

const REFUSED = "if (!answer.ok) throw answer.err ?? new Error('HTTP status ' + answer.status)"

/** The client behind its `import` or `require`. */
const opening = (n: Program, source: string): string[] => [
  source,
  '',
  ...n.required.map((name) => `if (!process.env.${name}) throw new Error('${name}')`),
  `const client = ${n.seed ? `${n.class}.test(${n.seed})` : `new ${n.class}(${n.options})`}`,
]
const required = (n: Program): string[] => opening(n, `const { ${n.class} } = require('${n.module}')`)
const callOf = (n: EntityCall): string => `client.${n.entity}().${n.op}(${n.argument === '{}' ? '' : n.argument})`

/** @param type of variables that hold anything */
const dialect = (type: string): CodeDialect => ({
  ...{ fence: 'ts', syntax: SCRIPT, query: 'query', data: 'answer.data', count: 'records.length', member: memberOf },
  whole: (n, lines) => [...opening(n, `import { ${n.class} } from '${n.module}'`), ...lines],
  entity: (n) => [`const ${n.result} = await ${callOf(n)}`, `console.log(${n.result})`],
  request: (n) => [`const answer${type} = await client.direct(${n.argument})`, REFUSED],
  print: (value) => `console.log(${value})`,
  loop: ['while (true) {', '}'],
  setQuery: (value) => `const query${type} = ${value}`,
  setRecords: (value) => [`const records = ${value}`, 'if (records.length === 0) break'],
  add: (variable, number) => `${variable} += ${number}`,
  follow: (variable, path) => [
    `${variable} = answer.data${path.map((name) => `?.[${SCRIPT.text(name)}]`).join('')}`,
    `if (!${variable}) break`,
  ],
})

export const typescript = writerOf(dialect(': any'))

/** A script of CommonJS cannot wait outside a function. */
export const javascript: Writer = {
  ...writerOf({
    ...dialect(''),
    whole: (n, lines) => [
      ...required(n),
      'async function main() {',
      ...lines.map((line) => `  ${line}`),
      ...['}', 'main()'],
    ],
  }),
  fence: 'js',
  entity: (n) => [...required(n), `${callOf(n)}.then(console.log)`],
  direct: (n) => [
    ...required(n),
    ...(n.query ? [`const query = ${n.query}`] : []),
    `client.direct(${n.argument}).then((answer) => {`,
    `  ${REFUSED}`,
    `  console.log(answer.data${n.records.map(memberOf).join('')})`,
    '})',
  ],
}
