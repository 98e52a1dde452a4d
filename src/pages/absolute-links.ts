/** Links of a page source -> addresses that hold anywhere: of twins for pages of ours, absolute for the rest. */
import { type Pages, twinPath } from './pages.ts'

/** `/{brand}-sdk/{slug}`: the page of an SDK, whose twin is its README. */
const SDK_PAGE = /^\/[^/.]+-sdk\/[^/.]+$/

/** Code stays as it is. */
export function absoluteLinks(markdown: string, pages: Pages, baseUrl: string): string {
  let fenced = false
  return markdown
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) fenced = !fenced
      if (fenced) return line
      return line.replace(/\]\((\/[^)#?\s]*)([^)\s]*)\)/g, (_, path: string, rest: string) => {
        const target = pages.page(path) || SDK_PAGE.test(path) ? twinPath(path) : path
        return `](${baseUrl}${target}${rest})`
      })
    })
    .join('\n')
}
