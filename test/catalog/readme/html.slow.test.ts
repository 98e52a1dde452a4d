/** READMEs as HTML: what passes the sanitizer, where links lead, and that nothing in one can act on the page or its reader. */
import { describe, expect, it } from 'vitest'
import { renderReadmeHtml } from '../../../src/catalog/readme/render-html.ts'
import { corpusReadmes, hasCorpus } from '../../corpus.ts'
import { dangers } from '../../site/dangers.ts'
import { VECTORS } from '../../site/xss.ts'

const REPOSITORY = 'https://github.com/example/weather-sdk'
const render = (markdown: string) => renderReadmeHtml(markdown, REPOSITORY)

describe('a README', () => {
  it('begins at h2, as the page around it has the h1', () =>
    expect(render('# One\n\n## Two\n\n###### Six')).toBe(
      '<h2 id="user-content-one">One</h2>\n<h3 id="user-content-two">Two</h3>\n<h6 id="user-content-six">Six</h6>\n',
    ))

  it('keeps tables, their alignment, code with its language, and details', () => {
    const html = render(
      '|a|b|\n|:-|-:|\n|1|2|\n\n```ts\nlet a\n```\n\n<details><summary>More</summary>\n\ntext\n\n</details>',
    )
    expect(html).toContain('<th align="left">a</th>')
    expect(html).toContain('<td align="right">2</td>')
    expect(html).toContain(
      '<pre tabindex="0"><code class="language-ts"><span class="hljs-keyword">let</span> a\n</code></pre>',
    )
    expect(html).toContain('<details><summary>More</summary>')
    expect(html).not.toContain('style=')
  })

  it.each([
    ['[a](docs/guide.md)', `${REPOSITORY}/blob/HEAD/docs/guide.md`],
    ['[a](./ts/README.md#install)', `${REPOSITORY}/blob/HEAD/ts/README.md#install`],
    ['[a](/LICENSE)', `${REPOSITORY}/blob/HEAD/LICENSE`],
    ['[a](https://example.org/x?y=1)', 'https://example.org/x?y=1'],
    ['<https://example.org>', 'https://example.org/'],
    ['https://example.org/bare', 'https://example.org/bare'],
    ['[a](mailto:ada@example.org)', 'mailto:ada@example.org'],
  ])('%s leads to %s, and passes on no trust', (markdown, href) =>
    expect(render(markdown)).toContain(`<a href="${href}" rel="nofollow noopener">`),
  )

  it('links to its own sections', () => expect(render('[a](#install)')).toContain('<a href="#user-content-install">'))

  it('names no web address without a scheme', () =>
    expect(render('README.md and example.org')).toBe('<p>README.md and example.org</p>\n'))

  it('shows pictures of its repository and of https hosts, late and without a referrer', () => {
    const shown = (markdown: string) => /<img src="([^"]*)"[^>]*>/.exec(render(markdown))
    expect(shown('![logo](docs/logo.png)')?.[1]).toBe(`${REPOSITORY}/raw/HEAD/docs/logo.png`)
    expect(shown('![logo](https://example.org/a.png)')?.[0]).toContain('loading="lazy"')
    expect(shown('![logo](https://example.org/a.png)')?.[0]).toContain('referrerpolicy="no-referrer"')
  })

  it('shows the text of a picture that cannot be shown', () => {
    expect(render('![the logo](http://example.org/a.png)')).toContain('<span>the logo</span>')
    expect(render('<img src="data:text/html,x" alt="old">')).toContain('old')
  })

  it('gives its ids a prefix, so that none shadows one of the page', () => {
    const html = render('<a name="main"></a><h2 id="q">x</h2><a id="user-content-kept"></a>\n\n# location')
    const ids = [...html.matchAll(/ (?:id|name)="([^"]*)"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(4)
    expect(ids.every((id) => id!.startsWith('user-content-'))).toBe(true)
  })

  it('is cut at 512 KB', () => expect(render(`${'a '.repeat(400_000)}end`)).not.toContain('end'))
})

describe('a hostile README', () => {
  it.each(VECTORS.map((vector) => [JSON.stringify(vector), vector]))('does nothing: %s', (_, vector) => {
    expect(dangers(render(vector))).toEqual([])
    expect(dangers(render(`# Title\n\nText ${vector} more\n\n- ${vector}\n`))).toEqual([])
  })

  it.each([
    ['emphasis', '*a_ '.repeat(30_000)],
    ['unclosed emphasis', '**'.repeat(30_000)],
    ['deep lists', Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n')],
    ['deep quotes', `${'>'.repeat(20_000)} x`],
    ['open brackets', '['.repeat(50_000)],
    ['nested brackets', `${'['.repeat(20_000)}x${']'.repeat(20_000)}(y)`],
    ['open links', '[a](<b'.repeat(20_000)],
    ['backticks', Array.from({ length: 400 }, (_, run) => '`'.repeat(run)).join(' ')],
    ['open tags', '<div>'.repeat(20_000)],
    ['open comments', '<!--'.repeat(20_000)],
    ['autolinks', '<https://a'.repeat(20_000)],
    ['addresses', 'https://a.b/ '.repeat(20_000)],
    ['wide table', `${'|a'.repeat(2_000)}|\n${'|-'.repeat(2_000)}|\n${'|b'.repeat(2_000)}|`],
    ['references', Array.from({ length: 5_000 }, (_, n) => `[${n}]: https://a.b/${n}`).join('\n')],
    ['entities', '&#x26;'.repeat(40_000)],
    ['headings', '# a\n'.repeat(20_000)],
    ['one long line', 'a'.repeat(500_000)],
  ])('made of %s comes to an end', (_, markdown) => expect(dangers(render(markdown))).toEqual([]))
})

it.runIf(hasCorpus)('a README of the repositories can do nothing', () => {
  for (const [slug, readme] of corpusReadmes()) expect(dangers(render(readme)), slug).toEqual([])
})
