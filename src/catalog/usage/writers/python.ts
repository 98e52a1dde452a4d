/** Python. */
import { PYTHON } from '../expression.ts'
import type { Program, Writer } from './writer.ts'

const opening = (n: Program): string[] => [
  ...(n.readsVariable ? ['import os'] : []),
  `from ${n.module} import ${n.class}`,
  '',
  `client = ${n.class}${n.seed ? `.test(${n.seed})` : `(${n.options})`}`,
  ...n.comments.map((line) => `# ${line}`),
]

const RECORDS = { items: '[item.data_get() for item in items]', record: 'record.data_get()' }

export const python: Writer = {
  fence: 'python',
  syntax: PYTHON,
  entity: (n) => {
    const call = `client.${n.entity}().${n.op}(${n.argument})`
    return [
      ...opening(n),
      ...(n.isPair ? [`${n.result}, error = ${call}`, 'if error:', '    raise error'] : [`${n.result} = ${call}`]),
      `print(${n.hasEntities ? RECORDS[n.result] : n.result})`,
    ]
  },
  direct: (n) => [
    ...opening(n),
    `answer${n.isPair ? ', _' : ''} = client.direct(${n.argument})`,
    'if not answer["ok"]:',
    '    raise RuntimeError(answer)',
    `print(answer["data"]${n.records.map((name) => `[${PYTHON.text(name)}]`).join('')})`,
  ],
}
