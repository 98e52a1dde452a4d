/** What in rendered HTML could run, load, restyle or pose as a part of the page. */

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"<>]*")?)*)(?: \/)?>/g
const ATTRIBUTE = / ([a-z]+)(?:="([^"]*)")?/g

const TAGS = new Set(
  (
    'a abbr b blockquote br caption code dd del details div dl dt em h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s ' +
    'samp small span strong sub summary sup table tbody td tfoot th thead tr tt ul var'
  ).split(' '),
)
const ATTRIBUTES = new Set(
  (
    'align alt class colspan decoding height href id loading open referrerpolicy rel rowspan src start tabindex title ' +
    'width'
  ).split(' '),
)

/** Sentences, one for each finding; none for HTML that only shows text, links and pictures. */
export function dangers(html: string): string[] {
  const findings: string[] = []
  const text = html.replace(TAG, (_, closing: string, tag: string, attributes: string) => {
    if (!TAGS.has(tag)) findings.push(`element ${tag}`)
    for (const [, name = '', value = ''] of closing ? [] : attributes.matchAll(ATTRIBUTE)) {
      if (!ATTRIBUTES.has(name)) findings.push(`attribute ${name} of ${tag}`)
      else if (name === 'href' && !/^(https?:\/\/|mailto:|#user-content-)/.test(value))
        findings.push(`link to ${value}`)
      else if (name === 'src' && !/^(https:\/\/|data:image\/(png|gif|jpeg|webp|avif);)/.test(value)) {
        findings.push(`picture from ${value}`)
      } else if (name === 'id' && !value.startsWith('user-content-')) findings.push(`id ${value}`)
      else if (name === 'class' && !/^(table|language-[\w.#+-]*|hljs-[a-z-]+( [a-z]+_)*)$/.test(value))
        findings.push(`class ${value}`)
    }
    return ''
  })
  // Whatever is left of a tag is text only if a browser reads it as text too.
  const unread = /<.{0,40}/s.exec(text)
  if (unread) findings.push(`unread markup ${unread[0]}`)
  return findings
}
