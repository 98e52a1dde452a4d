/** TypeScript and JavaScript. */
import { memberOf, SCRIPT } from '../expression.ts'
import type { DirectCall, Program, Writer } from './writer.ts'

const made = (n: Program): string => (n.seed ? `${n.class}.test(${n.seed})` : `new ${n.class}(${n.options})`)
const comments = (n: Program): string[] => n.comments.map((line) => `// ${line}`)
const body = ({ records }: DirectCall): string => `answer.data${records.map(memberOf).join('')}`
const REFUSED = "throw answer.err ?? new Error('HTTP status ' + answer.status)"

const opening = (n: Program): string[] => [
  `import { ${n.class} } from '${n.module}'`,
  '',
  `const client = ${made(n)}`,
  ...comments(n),
]

export const typescript: Writer = {
  fence: 'ts',
  syntax: SCRIPT,
  entity: (n) => [
    ...opening(n),
    `const ${n.result} = await client.${n.entity}().${n.op}(${n.hasArguments ? n.argument : ''})`,
    `console.log(${n.result})`,
  ],
  direct: (n) => [
    ...opening(n),
    `const answer: any = await client.direct(${n.argument})`,
    `if (!answer.ok) ${REFUSED}`,
    `console.log(${body(n)})`,
  ],
}

const required = (n: Program): string[] => [
  `const { ${n.class} } = require('${n.module}')`,
  '',
  `const client = ${made(n)}`,
  ...comments(n),
]

export const javascript: Writer = {
  fence: 'js',
  syntax: SCRIPT,
  entity: (n) => [
    ...required(n),
    `client.${n.entity}().${n.op}(${n.hasArguments ? n.argument : ''}).then(console.log)`,
  ],
  direct: (n) => [
    ...required(n),
    `client.direct(${n.argument}).then((answer) => {`,
    `  if (!answer.ok) ${REFUSED}`,
    `  console.log(${body(n)})`,
    '})',
  ],
}
