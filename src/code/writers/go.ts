/** Writes programs in Go. */
import { pascal } from '../client-options.ts'
import { GO } from '../values/expression.ts'
import type { Program, Writer } from './writer.ts'

const CHECK = ['if err != nil {', '\tpanic(err)', '}']

const program = (n: Program, main: readonly string[]): string[] => [
  ...['package main', '', 'import (', '\t"fmt"', ...(n.readsVariable ? ['\t"os"'] : [])],
  ...['', `\tsdk "${n.module}"`, ')', '', 'func main() {'],
  ...n.required.flatMap((name) => [`\tif os.Getenv("${name}") == "" {`, `\t\tpanic("${name}")`, '\t}']),
  ...[
    n.seed
      ? `client := sdk.TestSDK(${n.seed}, nil)`
      : `client := sdk.New${n.class}(${n.options || 'map[string]any{}'})`,
    ...main,
  ].map((line) => `\t${line}`),
  '}',
]

const RECORDS = { items: 'item.(sdk.Entity).Data()', record: 'record.(sdk.Entity).Data()' }

const memberOf = (name: string): string => `.(map[string]any)[${GO.text(name)}]`
const request = (argument: string): string[] => [
  `answer, err := client.Direct(${argument})`,
  ...CHECK,
  ...['if answer["ok"] != true {', '\tpanic(fmt.Sprint(answer))', '}'],
]

export const go: Writer = {
  fence: 'go',
  syntax: GO,
  query: 'query',
  entity: (n) => {
    const print = `fmt.Println(${n.hasEntities ? RECORDS[n.result] : n.result})`
    return program(n, [
      `${n.result}, err := client.${n.entity}(nil).${pascal(n.op)}(${n.argument}, nil)`,
      ...CHECK,
      ...(n.hasEntities && n.result === 'items'
        ? ['for _, item := range items.([]any) {', `\t${print}`, '}']
        : [print]),
    ])
  },
  direct: (n) => program(n, [...request(n.argument), `fmt.Println(answer["data"]${n.records.map(memberOf).join('')})`]),
  paged: (n) => {
    const value = `query[${GO.text(n.parameter)}]`
    const next = typeof n.next === 'string' ? [] : n.next
    const outer = next.slice(0, -1).flatMap((name) => [`around, _ = around[${GO.text(name)}].(map[string]any)`])
    return program(n, [
      `query := ${n.query}`,
      'for {',
      ...[
        ...request(n.argument),
        `records, _ := answer["data"]${n.records.map(memberOf).join('')}.([]any)`,
        ...['if len(records) == 0 {', '\tbreak', '}', 'fmt.Println(records...)'],
        ...(typeof n.next === 'string'
          ? [`${value} = ${value}.(int) + ${n.next === 'page' ? '1' : 'len(records)'}`]
          : [
              'around, _ := answer["data"].(map[string]any)',
              ...outer,
              `${value} = around[${GO.text(next.at(-1) ?? '')}]`,
              ...[`if ${value} == nil || ${value} == "" {`, '\tbreak', '}'],
            ]),
      ].map((line) => `\t${line}`),
      '}',
    ])
  },
}
