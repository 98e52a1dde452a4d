/** Which members of an object are on record where it has more than a record keeps. */

/** What most people read of a thing, in any API. */
const USUAL = new RegExp(
  `^(?:${[
    'id|uid|uuid|key|slug|number|code|symbol|identifier|sku|object|type|kind|category|categories|version|language|tz|priority',
    'name|title|label|login|username|user|owner|author|creator|sender|recipient|customer|assignees?|members?|participants|team',
    'description|summary|subject|text|body|content|message|comment|note|reason|profile|bio|price|prices|currency|quantity|size',
    'url|uri|(?:html|web|avatar|image|download|receipt|hosted_invoice)_url|url_private|file_url|short_(?:url|link)|link|permalink|homepage|website',
    'image|images|avatar|logo|thumbnail|photo|picture|topic|purpose',
    'date|time|timestamp|(?:created|updated)(?:_(?:at|on|date|time))?|modified|start|end|due|duration|year|address|city|state|country|location|lat|lon|lng',
    'latitude|longitude|email|phone|tags|labels|topics|items|lines|products|license|visibility|private|archived|metadata|position',
    'status|active|amount|amount_due|amount_paid|paid|order|product|account|project|channel|subscription',
    'score|rating|rank|value|total|balance|stats|statistics|fields|properties|attributes|parent|environment|config',
    'head|base|ref|sha|commit|branch|default_branch|changes',
  ].join('|')})$`,
)
/** When what happened, and other last words of longer names. */
const TELLING =
  /(?:ed|s|end|start|due|last_\w+)_(?:at|on|date|time)$|_(?:date|until|for|count|amount|balance|total|due|paid|price|cost|currency|status|state|email|phone|name|title|start|end|score|downloads)$/
/** Lists elsewhere, checksums, and the same in other scripts. */
const ASIDE = /s_ur[il]$|_(?:kana|kanji)$|^(?:node_id|etag|_?links?|self|api_.*|.*(?:checksum|md5|sha\d*|hash).*)$/

const snake = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase()

function rankOf(name: string): number {
  const plain = snake(name)
  return USUAL.test(plain) ? 0 : TELLING.test(plain) ? 1 : ASIDE.test(plain) ? 3 : 2
}

/** As many members as are kept, in their own order: those that people read before others. */
export function keptMembers<Member extends readonly [name: string, ...unknown[]]>(
  members: readonly Member[],
  most: number,
  isNeeded: (name: string) => boolean = () => false,
): readonly Member[] {
  if (members.length <= most) return members
  const ranked = members.toSorted(([a], [b]) => Number(isNeeded(b)) - Number(isNeeded(a)) || rankOf(a) - rankOf(b))
  const kept = new Set(ranked.slice(0, most))
  return members.filter((member) => kept.has(member))
}
