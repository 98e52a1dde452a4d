/** Asks a catalogue from the command line: the one on this machine, or that of a service by its URL. */

import { findAnswer, findText } from '../../answers/find-result.ts'
import { openCatalog } from '../../store/open-catalog.ts'
import { openPacked } from '../../store/search-index/packed.ts'
import { once } from '../../system/once.ts'
import { replaceUnsafe, replaceUnsafeIn } from '../../text/unsafe-characters.ts'
import type { Services } from '../../tools/define/define.ts'
import { targetOf } from '../../tools/define/not-found.ts'
import { mcpEndpoint, startCatalog } from '../load-services.ts'
import { inOneLine } from '../output.ts'
import type { CatalogClient, ServiceLocation, ToolAnswer } from './remote-client.ts'

/** Fields of tools -> what people write. */
const WRITTEN = {
  ...{ language: '--lang', topic: '--topic', no_auth: '--no-key', limit: '--limit' },
  ...{ slugs: 'SLUGS', slug: 'SLUG', section: 'SECTION', query: 'WORDS' },
}

export async function catalogClient({ url }: ServiceLocation): Promise<CatalogClient> {
  const { find, call } = url === undefined ? await localClient() : await remote(url)
  return { find: async (input) => visible(await find(input)), call: async (...args) => visible(await call(...args)) }
}

/** What others wrote must not steer the terminal. */
const visible = <Data>({ data, text }: ToolAnswer<Data>): ToolAnswer<Data> => ({
  data: replaceUnsafeIn(data) as Data,
  text: replaceUnsafe(text),
})

const remote = async (url: string) => (await import('./remote-client.ts')).remoteClient(mcpEndpoint(url))

/** Schemas, and what renders READMEs, are half of a start: they are read for tools alone, and find needs none. */
async function localClient(): Promise<CatalogClient> {
  const { loaded, site, config } = await startCatalog()
  const { readmes: _, pages: __, ...packed } = loaded.packed
  const searched = once(() =>
    openCatalog({ ...packed, ...openPacked(packed), readmes: { get: () => undefined } }, site),
  )
  const tools = once(async () => {
    const [{ unpackCatalog }, define] = await Promise.all([
      import('../../store/loading/load.ts'),
      import('../../tools/define/define.ts'),
    ])
    const catalog = openCatalog(unpackCatalog(loaded.packed), site)
    // Without the pages, which take half of a start: no tool that commands call reads any.
    return { ...define, services: { catalog, site, trustsTools: !config.CHECK_OUTPUT } as Services }
  })
  return {
    find: ({ language, ...input }) =>
      inOneLine(async () => {
        const target = language === undefined ? {} : { language: targetOf(language, '--lang') }
        const data = await findAnswer({ ...input, ...target }, searched())
        return { data, text: findText(data) }
      }, WRITTEN),
    call: (tool, input) =>
      inOneLine(async () => {
        const { callTool, parseExact, services } = await tools()
        const data = await callTool(tool, input, services, parseExact)
        return { data, text: tool.text(data, services, input as never) }
      }, WRITTEN),
  }
}
