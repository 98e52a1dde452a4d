/** What commands ask a catalogue, wherever it is. */
import type * as z from 'zod'
import type { FindInput } from '../../answers/find-result.ts'
import type { FindResult } from '../../answers/find-schema.ts'
import type { Tool } from '../../tools/define/define.ts'

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
