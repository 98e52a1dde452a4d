/** Writes programs in Ruby. */
import { RUBY } from '../values/expression.ts'
import { writerOf } from './writer.ts'

const RECORDS = { items: 'items.map(&:data_get)', record: 'record.data_get' }

export const ruby = writerOf({
  ...{ fence: 'ruby', syntax: RUBY, query: 'query', data: 'answer["data"]', count: 'records.length' },
  whole: (n, lines) => [
    `require_relative "${n.module}"`,
    '',
    `client = ${n.class}${n.seed ? `.test(${n.seed})` : `.new${n.options && `(${n.options})`}`}`,
    ...lines,
  ],
  entity(n) {
    const call = `client.${n.entity}.${n.op}(${n.argument})`
    return [
      ...(n.isPair ? [`${n.result}, error = ${call}`, 'raise error if error'] : [`${n.result} = ${call}`]),
      `p ${n.hasEntities ? RECORDS[n.result] : n.result}`,
    ]
  },
  request: (n) => [
    `answer${n.isPair ? ', _' : ''} = client.direct(${n.argument})`,
    'raise answer.to_s unless answer["ok"]',
  ],
  member: (name) => `[${RUBY.text(name)}]`,
  print: (value) => `p ${value}`,
  loop: ['loop do', 'end'],
  setQuery: (value) => `query = ${value}`,
  setRecords: (value) => [`records = ${value}`, 'break if records.empty?'],
  add: (variable, number) => `${variable} += ${number}`,
  follow: (variable, path) => [
    `${variable} = answer["data"].dig(${path.map(RUBY.text).join(', ')})`,
    `break unless ${variable}`,
  ],
})
