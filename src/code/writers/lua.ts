/** Writes programs in Lua. */
import { LUA, memberOf } from '../values/expression.ts'
import type { DirectCall, Program, Writer } from './writer.ts'

const opening = (n: Program): string[] => [
  'local json = require("dkjson")',
  `local sdk = require("${n.module}")`,
  '',
  `local client = ${n.seed ? `sdk.test(${n.seed})` : `sdk.new(${n.options})`}`,
]

const RECORDS = { items: 'item:data_get()', record: 'record:data_get()' }

const request = (n: DirectCall): string[] => [
  `local answer, err = client:direct(${n.argument})`,
  'if err or not answer.ok then error(tostring(err or answer.err or answer.status)) end',
]

export const lua: Writer = {
  fence: 'lua',
  syntax: LUA,
  query: 'query',
  entity: (n) => {
    const print = `print(json.encode(${n.hasEntities ? RECORDS[n.result] : n.result}))`
    return [
      ...opening(n),
      `local ${n.result}, err = client:${n.entity}():${n.op}(${n.argument})`,
      'if err then error(tostring(err)) end',
      n.hasEntities && n.result === 'items' ? `for _, item in ipairs(items) do ${print} end` : print,
    ]
  },
  direct: (n) => [...opening(n), ...request(n), `print(json.encode(answer.data${n.records.map(memberOf).join('')}))`],
  paged: (n) => {
    const value = `query${memberOf(n.parameter)}`
    const next = typeof n.next === 'string' ? [] : n.next
    return [
      ...opening(n),
      `local query = ${n.query}`,
      'while true do',
      ...[
        ...request(n),
        `local records = answer.data${n.records.map(memberOf).join('')}`,
        'if #records == 0 then break end',
        'print(json.encode(records))',
        ...(typeof n.next === 'string'
          ? [`${value} = ${value} + ${n.next === 'page' ? '1' : '#records'}`]
          : [
              'local following = answer.data',
              ...next.map((name) => `following = following and following${memberOf(name)}`),
              'if not following or following == "" then break end',
              `${value} = following`,
            ]),
      ].map((line) => `  ${line}`),
      'end',
    ]
  },
}
