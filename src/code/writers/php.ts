/** Writes programs in PHP. */
import { PHP } from '../values/expression.ts'
import type { DirectCall, Program, Writer } from './writer.ts'

const opening = (n: Program): string[] => [
  '<?php',
  `require_once '${n.module}.php';`,
  '',
  `$client = ${n.seed ? `${n.class}::test(${n.seed})` : `new ${n.class}(${n.options})`};`,
]

const RECORDS = { items: 'array_map(fn($item) => $item->data_get(), $items)', record: '$record->data_get()' }

const memberOf = (name: string): string => `[${PHP.text(name)}]`
const request = (n: DirectCall): string[] => [
  `${n.isPair ? '[$answer]' : '$answer'} = $client->direct(${n.argument});`,
  "if (!$answer['ok']) throw new Exception(json_encode($answer));",
]

export const php: Writer = {
  fence: 'php',
  syntax: PHP,
  query: '$query',
  entity: (n) => {
    // PHP selects the first of several endpoints unless the entity has a match.
    const needsMatch = n.isOneOfSeveral && n.hasArguments
    const call = needsMatch ? `$entity->${n.op}($match)` : `$client->${n.entity}()->${n.op}(${n.argument})`
    return [
      ...opening(n),
      ...(needsMatch
        ? [`$match = ${n.argument};`, `$entity = $client->${n.entity}();`, '$entity->match_set($match);']
        : []),
      ...(n.isPair ? [`[$${n.result}, $error] = ${call};`, 'if ($error) throw $error;'] : [`$${n.result} = ${call};`]),
      `print_r(${n.hasEntities ? RECORDS[n.result] : `$${n.result}`});`,
    ]
  },
  direct: (n) => [...opening(n), ...request(n), `print_r($answer['data']${n.records.map(memberOf).join('')});`],
  paged: (n) => {
    const value = `$query${memberOf(n.parameter)}`
    return [
      ...opening(n),
      `$query = ${n.query};`,
      'while (true) {',
      ...[
        ...request(n),
        `$records = $answer['data']${n.records.map(memberOf).join('')};`,
        'if (!$records) break;',
        'print_r($records);',
        ...(typeof n.next === 'string'
          ? [`${value} += ${n.next === 'page' ? '1' : 'count($records)'};`]
          : [`${value} = $answer['data']${n.next.map(memberOf).join('')} ?? null;`, `if (!${value}) break;`]),
      ].map((line) => `    ${line}`),
      '}',
    ]
  },
}
