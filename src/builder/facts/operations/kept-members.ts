/** Which members of an object are on record, and in which order. */

const named = (...names: readonly string[]): RegExp => new RegExp(`^(?:${names.join('|')})$`)

/** What tells one thing from another. */
const TELLS = named(
  'id|uid|uuid|key|slug|number|code|symbol|identifier',
  'name|(?:full|display|real|first|last|user)_?name|title|label|login|subject|headline',
)
/** What most people read of a thing, in any API. */
const USUAL = named(
  'sku|object|type|kind|category|categories|version|language|tz|priority',
  'user|owner|author|creator|sender|recipient|customer|assignees?|members?|participants|team',
  'description|summary|text|body|content|message|comment|note|reason|profile|bio|price|prices|currency|quantity|size',
  '(?:(?:html|web|avatar|image|download|receipt|hosted_invoice|file|preview|thumbnail|video|audio|media|source|short)_)?ur[il]',
  'url_private|(?:short_)?link|permalink|homepage|website',
  'image|images|avatar|logo|thumbnail|photo|picture|topic|purpose',
  'date|time|timestamp|(?:created|updated)(?:_(?:at|on|date|time))?|modified|start|end|due|duration|year|address|city|state|country|location|lat|lon|lng',
  'latitude|longitude|email|phone|tags|labels|topics|items|lines|products|license|visibility|private|archived|metadata|position',
  'status|active|amount|amount_due|amount_paid|paid|order|product|account|project|channel|subscription',
  'score|rating|rank|value|total|balance|stats|statistics|fields|properties|attributes|parent|environment|config',
  'head|base|ref|sha|commit|branch|default_branch|changes',
)
/** When what happened, and other last words of longer names. */
const TELLING =
  /(?:ed|s|end|start|due|last_\w+)_(?:at|on|date|time)$|_(?:date|until|for|count|amount|balance|total|due|paid|price|cost|currency|status|state|email|phone|name|title|start|end|score|downloads)$/
/** Places elsewhere, checksums, and the same in other scripts. */
const ASIDE = /_ur[il]$|_(?:kana|kanji)$|^(?:node_id|etag|_?links?|self|api_.*|.*(?:checksum|md5|sha\d*|hash).*)$/

const RANKED = [TELLS, USUAL, TELLING]

const snake = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase()

function rankOf(name: string): number {
  const plain = snake(name)
  const rank = RANKED.findIndex((names) => names.test(plain))
  return rank < 0 ? RANKED.length + Number(ASIDE.test(plain)) : rank
}

/** Fewer names may be in this order by chance. */
const MANY = 9

/** Nobody ordered the members by what matters; required or plain ones may stand first. */
function isAlphabetical(names: readonly string[]): boolean {
  const breaks = names.filter((name, index) => index > 0 && snake(name) < snake(names[index - 1]!))
  return names.length >= MANY && breaks.length <= 2
}

/** As many members as are kept: those that people read; in their own order, unless it is that of the alphabet. */
export function keptMembers<Member extends readonly [name: string, ...unknown[]]>(
  members: readonly Member[],
  most: number,
  isNeeded: (name: string) => boolean = () => false,
): readonly Member[] {
  const ranked = members
    .toSorted(([a], [b]) => Number(isNeeded(b)) - Number(isNeeded(a)) || rankOf(a) - rankOf(b))
    .slice(0, most)
  if (isAlphabetical(members.map(([name]) => name))) return ranked
  const kept = new Set(ranked)
  return members.filter((member) => kept.has(member))
}
