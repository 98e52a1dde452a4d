/** Writes programs in TypeScript and JavaScript. */
import { memberOf, SCRIPT } from '../values/expression.ts'
import type { DirectCall, PagedCall, Program, Writer } from './writer.ts'

const made = (n: Program): string => (n.seed ? `${n.class}.test(${n.seed})` : `new ${n.class}(${n.options})`)
const body = ({ records }: DirectCall): string => `answer.data${records.map(memberOf).join('')}`
const REFUSED = "throw answer.err ?? new Error('HTTP status ' + answer.status)"

/** `import` or `require`, and the client. */
const opening = (n: Program, isModule: boolean): string[] => [
  isModule ? `import { ${n.class} } from '${n.module}'` : `const { ${n.class} } = require('${n.module}')`,
  '',
  ...n.required.map((name) => `if (!process.env.${name}) throw new Error('${name}')`),
  `const client = ${made(n)}`,
]

const loop = (n: PagedCall, type: string): string[] => {
  const value = `query${memberOf(n.parameter)}`
  const next = `answer.data${typeof n.next === 'string' ? '' : n.next.map((name) => `?.[${SCRIPT.text(name)}]`).join('')}`
  const counted = n.next === 'page' ? '1' : 'records.length'
  return [
    `const query${type} = ${n.query}`,
    'while (true) {',
    `  const answer${type} = await client.direct(${n.argument})`,
    `  if (!answer.ok) ${REFUSED}`,
    `  const records = ${body(n)}`,
    '  if (records.length === 0) break',
    '  console.log(records)',
    ...(typeof n.next === 'string' ? [`  ${value} += ${counted}`] : [`  ${value} = ${next}`, `  if (!${value}) break`]),
    '}',
  ]
}

export const typescript: Writer = {
  fence: 'ts',
  syntax: SCRIPT,
  query: 'query',
  entity: (n) => [
    ...opening(n, true),
    `const ${n.result} = await client.${n.entity}().${n.op}(${n.argument === '{}' ? '' : n.argument})`,
    `console.log(${n.result})`,
  ],
  direct: (n) => [
    ...opening(n, true),
    `const answer: any = await client.direct(${n.argument})`,
    `if (!answer.ok) ${REFUSED}`,
    `console.log(${body(n)})`,
  ],
  paged: (n) => [...opening(n, true), ...loop(n, ': any')],
}

export const javascript: Writer = {
  fence: 'js',
  syntax: SCRIPT,
  query: 'query',
  entity: (n) => [
    ...opening(n, false),
    `client.${n.entity}().${n.op}(${n.argument === '{}' ? '' : n.argument}).then(console.log)`,
  ],
  direct: (n) => [
    ...opening(n, false),
    ...(n.query ? [`const query = ${n.query}`] : []),
    `client.direct(${n.argument}).then((answer) => {`,
    `  if (!answer.ok) ${REFUSED}`,
    `  console.log(${body(n)})`,
    '})',
  ],
  paged: (n) => [
    ...opening(n, false),
    'async function main() {',
    ...loop(n, '').map((line) => `  ${line}`),
    '}',
    'main()',
  ],
}
