/** Writes programs in Go. */
import { pascal } from '../client-options.ts'
import { GO } from '../values/expression.ts'
import { writerOf } from './writer.ts'

const CHECK = ['if err != nil {', '\tpanic(err)', '}']
const RECORDS = { items: 'item.(sdk.Entity).Data()', record: 'record.(sdk.Entity).Data()' }

const print = (value: string): string => `fmt.Println(${value})`

export const go = writerOf({
  ...{ fence: 'go', syntax: GO, query: 'query', data: 'answer["data"]', count: 'len(records)', print },
  whole: (n, lines) => [
    ...['package main', '', 'import (', '\t"fmt"', ...(n.readsVariable ? ['\t"os"'] : [])],
    ...['', `\tsdk "${n.module}"`, ')', '', 'func main() {'],
    ...n.required.flatMap((name) => [`\tif os.Getenv("${name}") == "" {`, `\t\tpanic("${name}")`, '\t}']),
    `\tclient := sdk.${n.seed ? `TestSDK(${n.seed}, nil)` : `New${n.class}(${n.options || 'map[string]any{}'})`}`,
    ...lines.map((line) => `\t${line}`),
    '}',
  ],
  entity(n) {
    const printed = print(n.hasEntities ? RECORDS[n.result] : n.result)
    return [
      `${n.result}, err := client.${n.entity}(nil).${pascal(n.op)}(${n.argument}, nil)`,
      ...CHECK,
      ...(n.hasEntities && n.result === 'items'
        ? ['for _, item := range items.([]any) {', `\t${printed}`, '}']
        : [printed]),
    ]
  },
  request: (n) => [
    `answer, err := client.Direct(${n.argument})`,
    ...CHECK,
    ...['if answer["ok"] != true {', '\tpanic(fmt.Sprint(answer))', '}'],
  ],
  member: (name) => `.(map[string]any)[${GO.text(name)}]`,
  entry: (name) => `[${GO.text(name)}]`,
  loop: ['for {', '}'],
  setQuery: (value) => `query := ${value}`,
  setRecords: (value) => [`records, _ := ${value}.([]any)`, 'if len(records) == 0 {', '\tbreak', '}'],
  printRecords: print('records...'),
  add: (variable, number) => `${variable} = ${variable}.(int) + ${number}`,
  follow: (variable, path) => [
    'around, _ := answer["data"].(map[string]any)',
    ...path.slice(0, -1).map((name) => `around, _ = around[${GO.text(name)}].(map[string]any)`),
    `${variable} = around[${GO.text(path.at(-1) ?? '')}]`,
    ...[`if ${variable} == nil || ${variable} == "" {`, '\tbreak', '}'],
  ],
})
