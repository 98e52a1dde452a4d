/** READMEs that are rendered from records, each when it is first asked for. All of them would take a third of a start. */
import { renderReadme } from '../readme/template.ts'
import type { SdkRecord } from '../record/record.ts'

export class RenderedReadmes extends Map<string, string> {
  readonly #records: ReadonlyMap<string, SdkRecord>

  constructor(records: readonly SdkRecord[]) {
    super(records.map(({ slug }) => [slug, '']))
    this.#records = new Map(records.map((record) => [record.slug, record]))
  }

  override get(slug: string): string | undefined {
    const known = super.get(slug)
    if (known !== '') return known
    const rendered = renderReadme(this.#records.get(slug)!)
    this.set(slug, rendered)
    return rendered
  }

  override *entries(): MapIterator<[string, string]> {
    for (const slug of this.keys()) yield [slug, this.get(slug)!]
  }

  override *values(): MapIterator<string> {
    for (const [, readme] of this.entries()) yield readme
  }

  override [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries()
  }

  override forEach(each: (readme: string, slug: string, all: Map<string, string>) => void): void {
    for (const [slug, readme] of this.entries()) each(readme, slug, this)
  }
}
