/**
 * Markdown of third parties as elements of a few harmless kinds. Addresses are shown and not linked, pictures are not
 * loaded and HTML stays the text that it is.
 */
import { copyableCode } from './code.js'
import { element } from './dom.js'

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)[\s#]*$/
const ITEM = /^\s{0,6}(?:[-*+]|\d{1,3}[.)])\s+/
const ROW = /^\s*\|/
const RULE_ROW = /^[\s|:-]+$/
/** Code, strong, link or picture; bounded, because the text may be made to slow the view down. */
const INLINE = /`([^`\n]{1,300})`|\*\*([^*\n]{1,300})\*\*|(!?)\[([^[\]\n]{0,300})\]\(([^()\s]{0,500})\)/g

/** @returns elements whose headings begin at level `top` and skip none */
export function prose(markdown, top) {
  const out = []
  let lines = []
  let fence = ''
  let first
  let last = top - 1
  const shown = new Set()
  /** Shows each URL at its first mention; a link within the text points to its heading. */
  const isNew = (address) => /^[^#]/.test(address) && !shown.has(address) && shown.add(address)

  function flush() {
    const text = lines.join('\n')
    if (fence) out.push(copyableCode(text))
    else if (text.trim() !== '') out.push(block(lines, text, isNew))
    lines = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1]
    const heading = HEADING.exec(line)
    if (fence && mark?.startsWith(fence) && line.trim() === mark) {
      flush()
      fence = ''
    } else if (fence) {
      lines.push(line)
    } else if (mark) {
      flush()
      fence = mark
    } else if (heading) {
      flush()
      first ??= heading[1].length
      last = Math.min(Math.max(top, top + heading[1].length - first), last + 1, 6)
      out.push(element(`h${last}`, {}, inline(heading[2], isNew)))
    } else if (line.trim() === '') {
      flush()
    } else {
      lines.push(line)
    }
  }
  flush()
  return out
}

function block(lines, text, isNew) {
  if (lines.length > 1 && lines.every((line) => ROW.test(line))) return table(lines, isNew)
  if (!ITEM.test(lines[0])) return element('p', {}, inline(text, isNew))
  const items = []
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  const elements = items.map((item) => element('li', {}, inline(item, isNew)))
  return element('ul', {}, elements)
}

function table(lines, isNew) {
  const [head, ...rows] = lines.filter((line) => !RULE_ROW.test(line)).map(cells)
  const row = (tag) => (texts) => {
    const cellsOfRow = texts.map((text) => element(tag, {}, inline(text, isNew)))
    return element('tr', {}, cellsOfRow)
  }
  return element('table', {}, element('thead', {}, row('th')(head ?? [])), element('tbody', {}, rows.map(row('td'))))
}

const cells = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

function inline(text, isNew) {
  const out = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [all, code, strong, picture, words, address] = match
    out.push(text.slice(from, match.index))
    if (code !== undefined) out.push(element('code', {}, code))
    else if (strong !== undefined) out.push(element('strong', {}, strong))
    else out.push(words)
    if (picture === '' && address !== words && isNew(address)) out.push(' ', element('code', {}, address))
    from = match.index + all.length
  }
  return [...out, text.slice(from)]
}
