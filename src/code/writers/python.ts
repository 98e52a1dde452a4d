/** Writes programs in Python. */
import { PYTHON } from '../values/expression.ts'
import type { DirectCall, Program, Writer } from './writer.ts'

const opening = (n: Program): string[] => [
  ...(n.readsVariable ? ['import os'] : []),
  `from ${n.module} import ${n.class}`,
  '',
  `client = ${n.class}${n.seed ? `.test(${n.seed})` : `(${n.options})`}`,
]

const RECORDS = { items: '[item.data_get() for item in items]', record: 'record.data_get()' }

const member = (name: string): string => `[${PYTHON.text(name)}]`
const request = (n: DirectCall): string[] => [
  `answer${n.isPair ? ', _' : ''} = client.direct(${n.argument})`,
  'if not answer["ok"]:',
  '    raise RuntimeError(answer)',
]

export const python: Writer = {
  fence: 'python',
  syntax: PYTHON,
  query: 'query',
  entity: (n) => {
    const call = `client.${n.entity}().${n.op}(${n.argument})`
    return [
      ...opening(n),
      ...(n.isPair ? [`${n.result}, error = ${call}`, 'if error:', '    raise error'] : [`${n.result} = ${call}`]),
      `print(${n.hasEntities ? RECORDS[n.result] : n.result})`,
    ]
  },
  direct: (n) => [...opening(n), ...request(n), `print(answer["data"]${n.records.map(member).join('')})`],
  paged: (n) => {
    const value = `query${member(n.parameter)}`
    const next = typeof n.next === 'string' ? [] : n.next
    const last = next.at(-1) ?? ''
    const counted = n.next === 'page' ? '1' : 'len(records)'
    return [
      ...opening(n),
      `query = ${n.query}`,
      'while True:',
      ...[
        ...request(n),
        `records = answer["data"]${n.records.map(member).join('')}`,
        'if not records:',
        '    break',
        'print(records)',
        ...(typeof n.next === 'string'
          ? [`${value} += ${counted}`]
          : [
              `next_page = (answer["data"]${next
                .slice(0, -1)
                .map((name) => `.get(${PYTHON.text(name)}, {})`)
                .join('')} or {}).get(${PYTHON.text(last)})`,
              'if not next_page:',
              '    break',
              `${value} = next_page`,
            ]),
      ].map((line) => `    ${line}`),
    ]
  },
}
