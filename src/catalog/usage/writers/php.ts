/** PHP. */
import { PHP } from '../expression.ts'
import type { Program, Writer } from './writer.ts'

const opening = (n: Program): string[] => [
  '<?php',
  `require_once '${n.module}.php';`,
  '',
  `$client = ${n.seed ? `${n.class}::test(${n.seed})` : `new ${n.class}(${n.options})`};`,
  // Without the end of PHP.
  ...n.comments.map((line) => `// ${line.replaceAll('?>', '? >')}`),
]

const RECORDS = { items: 'array_map(fn($item) => $item->data_get(), $items)', record: '$record->data_get()' }

export const php: Writer = {
  fence: 'php',
  syntax: PHP,
  entity: (n) => {
    // PHP selects the first of several endpoints unless the entity has a match.
    const needsMatch = n.isOneOfSeveral && n.hasArguments
    const call = `${needsMatch ? '$entity' : `$client->${n.entity}()`}->${n.op}(${n.argument})`
    return [
      ...opening(n),
      ...(needsMatch ? [`$entity = $client->${n.entity}();`, `$entity->match_set(${n.argument});`] : []),
      ...(n.isPair ? [`[$${n.result}, $error] = ${call};`, 'if ($error) throw $error;'] : [`$${n.result} = ${call};`]),
      `print_r(${n.hasEntities ? RECORDS[n.result] : `$${n.result}`});`,
    ]
  },
  direct: (n) => [
    ...opening(n),
    `${n.isPair ? '[$answer]' : '$answer'} = $client->direct(${n.argument});`,
    "if (!$answer['ok']) throw new Exception(json_encode($answer));",
    `print_r($answer['data']${n.records.map((name) => `[${PHP.text(name)}]`).join('')});`,
  ],
}
