/** Writes programs in Ruby. */
import { RUBY } from '../values/expression.ts'
import type { DirectCall, Program, Writer } from './writer.ts'

const opening = (n: Program): string[] => [
  `require_relative "${n.module}"`,
  '',
  `client = ${n.class}${n.seed ? `.test(${n.seed})` : `.new${n.options && `(${n.options})`}`}`,
]

const RECORDS = { items: 'items.map(&:data_get)', record: 'record.data_get' }

const memberOf = (name: string): string => `[${RUBY.text(name)}]`
const request = (n: DirectCall): string[] => [
  `answer${n.isPair ? ', _' : ''} = client.direct(${n.argument})`,
  'raise answer.to_s unless answer["ok"]',
]

export const ruby: Writer = {
  fence: 'ruby',
  syntax: RUBY,
  query: 'query',
  entity: (n) => {
    const call = `client.${n.entity}.${n.op}(${n.argument})`
    return [
      ...opening(n),
      ...(n.isPair ? [`${n.result}, error = ${call}`, 'raise error if error'] : [`${n.result} = ${call}`]),
      `p ${n.hasEntities ? RECORDS[n.result] : n.result}`,
    ]
  },
  direct: (n) => [...opening(n), ...request(n), `p answer["data"]${n.records.map(memberOf).join('')}`],
  paged: (n) => {
    const value = `query${memberOf(n.parameter)}`
    return [
      ...opening(n),
      `query = ${n.query}`,
      'loop do',
      ...[
        ...request(n),
        `records = answer["data"]${n.records.map(memberOf).join('')}`,
        'break if records.empty?',
        'p records',
        ...(typeof n.next === 'string'
          ? [`${value} += ${n.next === 'page' ? '1' : 'records.length'}`]
          : [`${value} = answer["data"].dig(${n.next.map(RUBY.text).join(', ')})`, `break unless ${value}`]),
      ].map((line) => `  ${line}`),
      'end',
    ]
  },
}
