/**
 * README -> HTML that is safe inside our pages. markdown-it parses (linear on inputs that stall other parsers),
 * sanitize-html keeps an allowlist, and the URL standard's own parser resolves every address, so that no spelling of a
 * scheme passes here and means something else in a browser.
 */
import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { once } from '../../system/once.ts'
import { escapeMarkup } from '../../text/markup.ts'
import { highlighted, TOKEN_CLASS } from './highlight.ts'
import { createMarkdown, type Dialect, ID_PREFIX, type Markdown, README, readableText } from './parse-markdown.ts'

const require = createRequire(import.meta.url)

/** A renderer of the dialect with accessible tables and code. */
export function createRenderer(dialect: Dialect): Markdown {
  const md = createMarkdown(dialect)
  md.set({ highlight: highlighted })
  // markdown-it aligns cells by a style, which the Content-Security-Policy would drop.
  for (const cell of ['th_open', 'td_open']) {
    md.renderer.rules[cell] = (tokens, index, options, _, self) => {
      const token = tokens[index]!
      const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
      token.attrs = align ? [['align', align]] : null
      return self.renderToken(tokens, index, options)
    }
  }
  // Wide tables and long lines scroll in their own box, by keyboard too.
  for (const block of ['fence', 'code_block']) {
    const rule = md.renderer.rules[block]!
    md.renderer.rules[block] = (...args) => String(rule(...args)).replace('<pre>', '<pre tabindex="0">')
  }
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
  md.renderer.rules.table_close = () => '</table></div>\n'
  return md
}

const readmeRenderer = once(() => createRenderer(README))

/** The source text, for a README that takes too long to render. */
export const renderPlainHtml = (markdown: string): string =>
  `<pre tabindex="0">${escapeMarkup(readableText(markdown))}</pre>\n`

/**
 * @param repository address of the code repository; relative links and images are resolved to its default branch
 * @returns HTML whose headings begin at h2, as the page around it has the h1
 */
export function renderReadmeHtml(markdown: string, repository: string): string {
  // Loaded with the first README: it takes a tenth of a start.
  const sanitize: typeof sanitizeHtml = require('sanitize-html')
  return sanitize(readmeRenderer().render(readableText(markdown)), {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'id'],
      img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding', 'referrerpolicy'],
      code: ['class'],
      span: ['class'],
      pre: ['tabindex'],
      div: ['class', 'tabindex', 'align'],
      p: ['align'],
      ol: ['start'],
      details: ['open'],
      th: ['align', 'colspan', 'rowspan'],
      td: ['align', 'colspan', 'rowspan'],
      ...Object.fromEntries(['h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, ['id', 'align']])),
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['https', 'data'] },
    allowProtocolRelative: false,
    nestingLimit: 100,
    transformTags: {
      a: (_, attributes) => ({ tagName: 'a', attribs: link(attributes, repository) }),
      img: (_, attributes) => image(attributes, repository),
      pre: () => ({ tagName: 'pre', attribs: { tabindex: '0' } }),
      code: (_, { class: name = '' }) => ({
        tagName: 'code',
        attribs: /^language-[\w.#+-]+$/.test(name) ? { class: name } : {},
      }),
      span: (_, { class: name = '' }) => ({ tagName: 'span', attribs: TOKEN_CLASS.test(name) ? { class: name } : {} }),
      div: (_, attributes) => ({
        tagName: 'div',
        attribs: attributes.class === 'table' ? { class: 'table', tabindex: '0' } : pick(attributes, 'align'),
      }),
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(Math.min(level + 1, 6))])),
    },
  })
}

const TAGS = (
  'a abbr b blockquote br caption code dd del details div dl dt em h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s ' +
  'samp small span strong sub summary sup table tbody td tfoot th thead tr tt ul var'
).split(' ')

type Attributes = Record<string, string>

const pick = (attributes: Attributes, ...names: string[]): Attributes =>
  Object.fromEntries(names.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]])))

const prefixed = (id: string): string => (id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id)

const heading = (level: number) => (_: string, attributes: Attributes) => ({
  tagName: `h${level}`,
  attribs: { ...pick(attributes, 'align'), ...(attributes.id && { id: prefixed(attributes.id) }) },
})

function link(attributes: Attributes, repository: string): Attributes {
  const { href, title } = attributes
  const id = attributes.id ?? attributes.name
  const target = href?.startsWith('#') ? `#${prefixed(href.slice(1))}` : resolve(href, `${repository}/blob/HEAD/`)
  return {
    ...(target && { href: target }),
    ...(target && !target.startsWith('#') && { rel: 'nofollow noopener' }),
    ...(title && { title }),
    ...(id && { id: prefixed(id) }),
  }
}

/** An image that cannot be shown is replaced by its alternative text. */
function image(attributes: Attributes, repository: string): sanitizeHtml.Tag {
  const { src = '', alt = '', title, width, height } = attributes
  const isData = /^data:image\/(png|gif|jpeg|webp|avif);/i.test(src.trim())
  const address = isData ? src : resolve(src, `${repository}/raw/HEAD/`)
  if (!address || !/^(https|data):/i.test(address)) return { tagName: 'span', attribs: {}, text: alt }
  const isSize = (value = '') => /^\d{1,4}$/.test(value)
  return {
    tagName: 'img',
    attribs: {
      ...{ src: address, alt, loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' },
      ...(title && { title }),
      ...(isSize(width) && { width: width! }),
      ...(isSize(height) && { height: height! }),
    },
  }
}

/** Absolute address of a link; undefined for a scheme that a README may not link to. */
function resolve(address: string | undefined, base: string): string | undefined {
  if (!address) return undefined
  // On code hosts "/docs" is the top of the repository, not of the host.
  const relative = /^\/[^/\\]/.test(address) ? address.slice(1) : address
  const url = URL.parse(relative, base)
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}
