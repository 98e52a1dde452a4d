/** Ruby. */
import { RUBY } from '../expression.ts'
import type { Program, Writer } from './writer.ts'

const opening = (n: Program): string[] => [
  `require_relative "${n.module}"`,
  '',
  `client = ${n.class}${n.seed ? `.test(${n.seed})` : `.new${n.options && `(${n.options})`}`}`,
  ...n.comments.map((line) => `# ${line}`),
]

const RECORDS = { items: 'items.map(&:data_get)', record: 'record.data_get' }

export const ruby: Writer = {
  fence: 'ruby',
  syntax: RUBY,
  entity: (n) => {
    const call = `client.${n.entity}.${n.op}(${n.argument})`
    return [
      ...opening(n),
      ...(n.isPair ? [`${n.result}, error = ${call}`, 'raise error if error'] : [`${n.result} = ${call}`]),
      `p ${n.hasEntities ? RECORDS[n.result] : n.result}`,
    ]
  },
  direct: (n) => [
    ...opening(n),
    `answer${n.isPair ? ', _' : ''} = client.direct(${n.argument})`,
    'raise answer.to_s unless answer["ok"]',
    `p answer["data"]${n.records.map((name) => `[${RUBY.text(name)}]`).join('')}`,
  ],
}
