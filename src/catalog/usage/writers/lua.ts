/** Lua. */
import { LUA, memberOf } from '../expression.ts'
import type { Program, Writer } from './writer.ts'

const opening = (n: Program): string[] => [
  'local json = require("dkjson")',
  `local sdk = require("${n.module}")`,
  '',
  `local client = ${n.seed ? `sdk.test(${n.seed})` : `sdk.new(${n.options})`}`,
  ...n.comments.map((line) => `-- ${line}`),
]

const RECORDS = { items: 'item:data_get()', record: 'record:data_get()' }

export const lua: Writer = {
  fence: 'lua',
  syntax: LUA,
  entity: (n) => {
    const print = `print(json.encode(${n.hasEntities ? RECORDS[n.result] : n.result}))`
    return [
      ...opening(n),
      `local ${n.result}, err = client:${n.entity}():${n.op}(${n.argument})`,
      'if err then error(tostring(err)) end',
      n.hasEntities && n.result === 'items' ? `for _, item in ipairs(items) do ${print} end` : print,
    ]
  },
  direct: (n) => [
    ...opening(n),
    `local answer, err = client:direct(${n.argument})`,
    'if err or not answer.ok then error(tostring(err or answer.err or answer.status)) end',
    `print(json.encode(answer.data${n.records.map(memberOf).join('')}))`,
  ],
}
