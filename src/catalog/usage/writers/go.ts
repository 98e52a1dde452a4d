/** Go. */
import { pascal } from '../client.ts'
import { GO } from '../expression.ts'
import type { Program, Writer } from './writer.ts'

const CHECK = ['if err != nil {', '\tpanic(err)', '}']

const program = (n: Program, main: readonly string[]): string[] => [
  ...['package main', '', 'import (', '\t"fmt"', ...(n.readsVariable ? ['\t"os"'] : [])],
  ...['', `\tsdk "${n.module}"`, ')', '', 'func main() {'],
  ...[
    n.seed
      ? `client := sdk.TestSDK(${n.seed}, nil)`
      : `client := sdk.New${n.class}(${n.options || 'map[string]any{}'})`,
    ...n.comments.map((line) => `// ${line}`),
    ...main,
  ].map((line) => `\t${line}`),
  '}',
]

const RECORDS = { items: 'item.(sdk.Entity).Data()', record: 'record.(sdk.Entity).Data()' }

export const go: Writer = {
  fence: 'go',
  syntax: GO,
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
  direct: (n) =>
    program(n, [
      `answer, err := client.Direct(${n.argument})`,
      ...CHECK,
      ...['if answer["ok"] != true {', '\tpanic(fmt.Sprint(answer))', '}'],
      `fmt.Println(answer["data"]${n.records.map((name) => `.(map[string]any)[${GO.text(name)}]`).join('')})`,
    ]),
}
