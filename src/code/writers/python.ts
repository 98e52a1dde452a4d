/** Writes programs in Python. */
import { PYTHON } from '../values/expression.ts'
import { writerOf } from './writer.ts'

const RECORDS = { items: '[item.data_get() for item in items]', record: 'record.data_get()' }

export const python = writerOf({
  ...{ fence: 'python', syntax: PYTHON, query: 'query', data: 'answer["data"]', count: 'len(records)' },
  whole: (n, lines) => [
    ...(n.readsVariable ? ['import os'] : []),
    `from ${n.module} import ${n.class}`,
    '',
    `client = ${n.class}${n.seed ? `.test(${n.seed})` : `(${n.options})`}`,
    ...lines,
  ],
  entity(n) {
    const call = `client.${n.entity}().${n.op}(${n.argument})`
    return [
      ...(n.isPair ? [`${n.result}, error = ${call}`, 'if error:', '    raise error'] : [`${n.result} = ${call}`]),
      `print(${n.hasEntities ? RECORDS[n.result] : n.result})`,
    ]
  },
  request: (n) => [
    `answer${n.isPair ? ', _' : ''} = client.direct(${n.argument})`,
    'if not answer["ok"]:',
    '    raise RuntimeError(answer)',
  ],
  member: (name) => `[${PYTHON.text(name)}]`,
  print: (value) => `print(${value})`,
  loop: ['while True:'],
  setQuery: (value) => `query = ${value}`,
  setRecords: (value) => [`records = ${value}`, 'if not records:', '    break'],
  add: (variable, number) => `${variable} += ${number}`,
  follow(variable, path) {
    const outer = path.slice(0, -1).map((name) => `.get(${PYTHON.text(name)}, {})`)
    return [
      `next_page = (answer["data"]${outer.join('')} or {}).get(${PYTHON.text(path.at(-1) ?? '')})`,
      ...['if not next_page:', '    break', `${variable} = next_page`],
    ]
  },
})
