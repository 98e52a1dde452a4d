/** Writes programs in Lua. */
import { LUA, memberOf } from '../values/expression.ts'
import { writerOf } from './writer.ts'

const RECORDS = { items: 'item:data_get()', record: 'record:data_get()' }

const print = (value: string): string => `print(json.encode(${value}))`

export const lua = writerOf({
  ...{ fence: 'lua', syntax: LUA, query: 'query', data: 'answer.data', count: '#records', member: memberOf, print },
  whole: (n, lines) => [
    'local json = require("dkjson")',
    `local sdk = require("${n.module}")`,
    '',
    `local client = ${n.seed ? `sdk.test(${n.seed})` : `sdk.new(${n.options})`}`,
    ...lines,
  ],
  entity(n) {
    const printed = print(n.hasEntities ? RECORDS[n.result] : n.result)
    return [
      `local ${n.result}, err = client:${n.entity}():${n.op}(${n.argument})`,
      'if err then error(tostring(err)) end',
      n.hasEntities && n.result === 'items' ? `for _, item in ipairs(items) do ${printed} end` : printed,
    ]
  },
  request: (n) => [
    `local answer, err = client:direct(${n.argument})`,
    'if err or not answer.ok then error(tostring(err or answer.err or answer.status)) end',
  ],
  loop: ['while true do', 'end'],
  setQuery: (value) => `local query = ${value}`,
  setRecords: (value) => [`local records = ${value}`, 'if #records == 0 then break end'],
  add: (variable, number) => `${variable} = ${variable} + ${number}`,
  follow: (variable, path) => [
    'local following = answer.data',
    ...path.map((name) => `following = following and following${memberOf(name)}`),
    'if not following or following == "" then break end',
    `${variable} = following`,
  ],
})
