/** Asks a catalogue from the command line: the one on this machine, or that of a service by its URL. */

import type * as z from 'zod'
import { type FindInput, findAnswer, findText } from '../../answers/find-result.ts'
import type { FindResult } from '../../answers/find-schema.ts'
import { openCatalog } from '../../store/open-catalog.ts'
import { openPacked } from '../../store/search-index/packed.ts'
import { once } from '../../system/once.ts'
import { replaceUnsafe, replaceUnsafeIn } from '../../text/unsafe-characters.ts'
import type { Services, Tool } from '../../tools/define/define.ts'
import { targetOf } from '../../tools/define/not-found.ts'
import { mcpEndpoint, startCatalog } from '../load-services.ts'
import { inOneLine } from '../output.ts'

export interface ServiceLocation {
  /** Of a running service; without it the catalogue is loaded from this machine. */
  url?: string
}

/** The structured output of a tool, and the same as text. */
export interface ToolAnswer<Data> {
  data: Data
  text: string
}

export type CallTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
  input: Record<string, unknown>,
) => Promise<ToolAnswer<z.output<Output>>>

/** Its functions throw a StartupError with what the tool says about the input. */
export interface CatalogClient {
  /** find_sdk; `language` as people write it. */
  find(input: Omit<FindInput, 'language'> & { language?: string }): Promise<ToolAnswer<FindResult>>
  call: CallTool
}

/** Fields of tools -> what people write. */
const WRITTEN = {
  ...{ language: '--lang', topic: '--topic', no_auth: '--no-key', limit: '--limit' },
  ...{ slugs: 'SLUGS', slug: 'SLUG', section: 'SECTION', query: 'WORDS' },
}

/** @throws StartupError */
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
