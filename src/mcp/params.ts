/**
 * Params of the methods served here, checked before the SDK sees them: it answers what does not parse in the
 * parser's own words.
 */
import { isInitializeRequest } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Era } from './methods.ts'

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

/** What these revisions read besides. */
const LEGACY_SHAPES: typeof SHAPES = {
  'tools/call': z.looseObject({
    task: z.looseObject({ ttl: z.number('must be a number').optional() }, 'must be an object').optional(),
  }),
  'completion/complete': z.looseObject({
    context: z
      .looseObject(
        { arguments: z.record(z.string(), text, 'must be an object of texts').optional() },
        'must be an object',
      )
      .optional(),
  }),
}

interface Message {
  method: string
  params?: unknown
}

/** What is wrong with the params of a request, in one line; undefined where nothing is. */
export function malformedParams(message: Message, era: Era): string | undefined {
  const common = mismatch(message, SHAPES)
  return era === 'legacy' ? (common ?? mismatch(message, LEGACY_SHAPES) ?? malformedInitialize(message)) : common
}

function mismatch({ method, params = {} }: Message, shapes: typeof SHAPES): string | undefined {
  if (!Object.hasOwn(shapes, method)) return undefined
  const error = shapes[method]!.safeParse(params).error
  return error && `${method}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`
}

/** Only the legacy revisions have it. */
const malformedInitialize = (message: Message): string | undefined =>
  message.method === 'initialize' && !isInitializeRequest(message)
    ? 'initialize needs protocolVersion, capabilities and clientInfo'
    : undefined
