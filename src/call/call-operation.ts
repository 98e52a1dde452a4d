/**
 * call_operation: one read-only request from this machine, for agents. Only the stdio server has it, and only if it was
 * started for that: a public server that calls other servers would be an open proxy.
 */
import * as z from 'zod'
import { DATA_ONLY } from '../catalog/readme/readme.ts'
import { operationName } from '../catalog/record/languages.ts'
import { readsOnly } from '../code/request-by-api-names.ts'
import { withoutUndefined } from '../system/optional-members.ts'
import { joinParts } from '../text/join-parts.ts'
import { fenced } from '../text/write-markdown.ts'
import { defineTool } from '../tools/define/define.ts'
import { text } from '../tools/define/shared-fields.ts'
import { keyHelp, refuse, requestOf, type Variables } from './prepare-request.ts'
import { prepareCall } from './read-words.ts'
import { answerShape, formatted } from './response.ts'
import { type SendOptions, send } from './send.ts'

/** Characters of an answer; with the rest about 1,500 tokens. */
const MAX_ANSWER = 5_000

export const callOperation = (environment: Variables, options: SendOptions) =>
  defineTool({
    name: 'call_operation',
    title: 'Call a read-only operation of an API',
    description:
      'Sends a read-only request from this machine and returns the answer with its shape. ' +
      'Use this to see what an API says before you write code. Keys come from the environment.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    input: z.strictObject({
      slug: text(200).describe('E.g. "poetrydb-sdk".'),
      operation: text(420).describe('E.g. "author.list".'),
      arguments: z.array(z.string()).optional().describe('E.g. "limit=5".'),
      endpoint: text(300).optional().describe('Another endpoint.'),
    }),
    output: z.strictObject({
      request: z.string(),
      status: z.int(),
      about: z.string(),
      hint: z.string().optional(),
      origin: z.string(),
      shape: z.string().optional(),
      answer: z.string().optional(),
    }),
    async run(input, { catalog }) {
      const { record, given, endpoint } = await prepareCall(input, environment, catalog)
      const { op } = endpoint.operation
      const name = operationName({ ...endpoint, op })
      if (!readsOnly(op, given.point))
        refuse(
          `${name} (${given.point.method}) may change something; only reads are called here.`,
          `A person can run it: sdk-catalog call ${record.slug} ${name} --write`,
        )
      const request = requestOf(record, given, { environment, allowLocal: options.allowLocal })
      const answer = await send(request, options)
      const shown = formatted(answer, request.mask)
      const hint = joinParts(
        ' ',
        shown === undefined && 'The answer is a file.',
        (answer.cut || (shown ?? '').length > MAX_ANSWER) && 'The answer is cut.',
        keyHelp(record, answer.status),
      )
      return withoutUndefined({
        request: request.mask(`${request.method} ${request.url.href}`),
        status: answer.status,
        about: answer.about,
        hint: hint || undefined,
        origin: `Text of a third party: ${DATA_ONLY}`,
        shape: answerShape(answer, request.mask)?.slice(0, MAX_ANSWER / 5),
        answer: shown?.slice(0, MAX_ANSWER),
      })
    },
    text: ({ request, status, about, hint, origin, shape, answer }) =>
      joinParts(
        '\n\n',
        joinParts('\n', request, `${status}, ${about}`, hint),
        answer !== undefined &&
          joinParts('\n', origin, shape && fenced('', `Shape: ${shape}`), fenced(shape ? 'json' : '', answer)),
      ),
    cacheability: 'none',
    examples: [{ slug: 'poetrydb-sdk', operation: 'author.list' }],
  })
