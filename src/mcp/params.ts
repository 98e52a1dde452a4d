/**
 * Params of the methods served here, checked before the SDK sees them: it answers what does not parse in the
 * parser's own words.
 */
import { isInitializeRequest } from '@modelcontextprotocol/server'
import * as z from 'zod'

const text = z.string('must be text')
// None was ever given out: every list is one page.
const list = z.looseObject({ cursor: z.undefined('must be left out: every list is one page').optional() })
const uri = z.looseObject({ uri: text })

const SHAPES: Readonly<Record<string, z.ZodType>> = {
  'tools/call': z.looseObject({
    name: text,
    arguments: z.record(z.string(), z.unknown(), 'must be an object').optional(),
  }),
  'tools/list': list,
  'resources/list': list,
  'resources/templates/list': list,
  'resources/read': uri,
  'prompts/list': list,
  'prompts/get': z.looseObject({
    name: text,
    arguments: z.record(z.string(), text, 'must be an object of texts').optional(),
  }),
  'completion/complete': z.looseObject({
    ref: z.discriminatedUnion(
      'type',
      [
        z.looseObject({ type: z.literal('ref/prompt'), name: text }),
        z.looseObject({ type: z.literal('ref/resource'), uri: text }),
      ],
      'must be an object with type "ref/prompt" and name, or type "ref/resource" and uri',
    ),
    argument: z.looseObject({ name: text, value: text }, 'must be an object with name and value'),
  }),
  'skills/list': list,
  'skills/get': uri,
  'resources/directory/read': z.looseObject({ uri: text, cursor: text.optional() }),
}

interface Message {
  method: string
  params?: unknown
}

/** What is wrong with the params of a request, in one line; undefined where nothing is. */
export function malformedParams({ method, params = {} }: Message): string | undefined {
  if (!Object.hasOwn(SHAPES, method)) return undefined
  const error = SHAPES[method]!.safeParse(params).error
  return error && `${method}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`
}

/** The same for initialize, which only the legacy revisions have. */
export const malformedInitialize = (message: Message & { id?: unknown }): string | undefined =>
  message.method === 'initialize' && message.id !== undefined && !isInitializeRequest(message)
    ? 'initialize needs protocolVersion, capabilities and clientInfo'
    : undefined
