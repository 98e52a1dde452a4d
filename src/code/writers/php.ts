/** Writes programs in PHP. */
import { PHP } from '../values/expression.ts'
import { writerOf } from './writer.ts'

const RECORDS = { items: 'array_map(fn($item) => $item->data_get(), $items)', record: '$record->data_get()' }

const member = (name: string): string => `[${PHP.text(name)}]`

export const php = writerOf({
  ...{ fence: 'php', syntax: PHP, query: '$query', data: "$answer['data']", count: 'count($records)', member },
  whole: (n, lines) => [
    '<?php',
    `require_once '${n.module}.php';`,
    '',
    `$client = ${n.seed ? `${n.class}::test(${n.seed})` : `new ${n.class}(${n.options})`};`,
    ...lines,
  ],
  entity(n) {
    // PHP selects the first of several endpoints unless the entity has a match.
    const needsMatch = n.isOneOfSeveral && n.hasArguments
    const call = needsMatch ? `$entity->${n.op}($match)` : `$client->${n.entity}()->${n.op}(${n.argument})`
    return [
      ...(needsMatch
        ? [`$match = ${n.argument};`, `$entity = $client->${n.entity}();`, '$entity->match_set($match);']
        : []),
      ...(n.isPair ? [`[$${n.result}, $error] = ${call};`, 'if ($error) throw $error;'] : [`$${n.result} = ${call};`]),
      `print_r(${n.hasEntities ? RECORDS[n.result] : `$${n.result}`});`,
    ]
  },
  request: (n) => [
    `${n.isPair ? '[$answer]' : '$answer'} = $client->direct(${n.argument});`,
    "if (!$answer['ok']) throw new Exception(json_encode($answer));",
  ],
  print: (value) => `print_r(${value});`,
  loop: ['while (true) {', '}'],
  setQuery: (value) => `$query = ${value};`,
  setRecords: (value) => [`$records = ${value};`, 'if (!$records) break;'],
  printRecords: 'print_r($records);',
  add: (variable, number) => `${variable} += ${number};`,
  follow: (variable, path) => [
    `${variable} = $answer['data']${path.map(member).join('')} ?? null;`,
    `if (!${variable}) break;`,
  ],
})
