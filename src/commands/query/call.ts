/** call: one request of an operation from this machine, as an answer, as `curl` or as code of the SDK. */
import { writeFileSync } from 'node:fs'
import { keyHelp, maskFor, needsKey, type OutgoingRequest, requestOf } from '../../call/prepare-request.ts'
import { type PreparedCall, prepareCall } from '../../call/read-words.ts'
import { formatted, textOf } from '../../call/response.ts'
import { type ApiAnswer, send } from '../../call/send.ts'
import { operationName } from '../../catalog/record/languages.ts'
import { callTo, requiredParameters } from '../../code/arguments.ts'
import { easiestEndpoint } from '../../code/choose-endpoint.ts'
import { keyVariable } from '../../code/client-options.ts'
import { curlFor } from '../../code/reference/curl.ts'
import { plainRequest } from '../../code/reference/plain-request.ts'
import { isSecret, readsOnly } from '../../code/request-by-api-names.ts'
import type { Entries } from '../../code/values/expression.ts'
import type { LookUp } from '../../store/look-up.ts'
import { entitiesIn } from '../../store/operations.ts'
import { columns } from '../../text/columns.ts'
import { joinParts } from '../../text/join-parts.ts'
import { replaceUnsafe } from '../../text/unsafe-characters.ts'
import { recordOf, targetOf } from '../../tools/define/not-found.ts'
import { version } from '../../version.ts'
import { startLookUp } from '../load-services.ts'
import { fail, inOneLine, isConfirmed, isInteractive, type OutputOptions, printResult } from '../output.ts'

type CallOptions = OutputOptions &
  Partial<Record<'code' | 'output' | 'endpoint' | 'server', string>> &
  Partial<Record<'dryRun' | 'allowLocal' | 'write' | 'yes', boolean>> & {
    likely?: string | undefined
  }

/** Characters of an answer that are printed as text. */
const MAX_PRINTED = 20_000

const note = (text?: string): void => void (text && process.stderr.write(`${text}\n`))

export const callCommand = (slug: string, name: string | undefined, words: readonly string[], options: CallOptions) =>
  inOneLine(async () => {
    const catalog = await startLookUp()
    const chosen = name === undefined ? await listOrChoose(slug, options, catalog) : { operation: name }
    if (!chosen) return
    const prepared = await prepareCall({ slug, arguments: words, ...options, ...chosen }, process.env, catalog)
    const { record, given, endpoint } = prepared
    if (options.code !== undefined) return printCode(prepared, options)
    // A request that is only looked at needs no key.
    const unset = options.dryRun && needsKey(record, given.point) && { [keyVariable(record)]: '***' }
    const environment = { ...unset, ...process.env }
    const request = requestOf(record, given, { environment, ...options })
    if (options.dryRun) return printRequest(request, options)
    if (!readsOnly(endpoint.operation.op, given.point)) await confirmWrite(request, options)
    const answer = await send(request, { userAgent: `sdk-catalog/${version}`, allowLocal: options.allowLocal })
    printAnswer(answer, request, options)
    note(keyHelp(record, answer.status))
    if (answer.status >= 400 || answer.cut) process.exitCode = 1
  })

/** Prints every endpoint; on a terminal somebody picks one. */
async function listOrChoose(slug: string, options: CallOptions, catalog: LookUp) {
  const { auth, github_url } = recordOf(slug, { catalog })
  const rows = entitiesIn(await catalog.operations(slug)).flatMap(({ name, operations }) =>
    operations.flatMap((operation) => {
      // First the one that is called where no endpoint is named.
      const { point: first } = easiestEndpoint(name, operation, auth)
      return [first, ...operation.points.filter((each) => each !== first)].map((point) => ({
        operation: operationName({ entity: name, op: operation.op }),
        endpoint: `${point.method} ${point.path}`,
        required: requiredParameters(point, auth).filter((parameter) => !isSecret(parameter)),
      }))
    }),
  )
  if (rows.length === 0) fail(`No endpoint of ${slug} is on record; look it up in ${github_url}.`)
  if (isInteractive(options)) return (await import('./pick.ts')).pickCall(rows, {}, options.likely)
  const listed = rows.map((row) => ({ ...row, required: row.required.map(({ name }) => name) }))
  return printResult(options, listed, (visible) => {
    const lines = visible.map(({ operation, endpoint, required }) => [operation, endpoint, required.join(' ')])
    return columns([['operation', 'endpoint', 'required'], ...lines]).join('\n')
  })
}

async function printCode(call: PreparedCall, options: CallOptions): Promise<void> {
  const { record, given } = call
  const isCurl = options.code!.trim().toLowerCase() === 'curl'
  const { code, notes = [] } = isCurl
    ? { code: curlFor(plainRequest(record, given.point, given, process.env[keyVariable(record)] ? true : undefined)) }
    : await codeOf(call, options.code!)
  printResult(options, { code: maskFor(record, given, process.env)(code), notes }, (visible) => visible.code)
  if (!options.json) note(notes.join(' '))
}

/** What writes code is read here alone, as most calls print none. */
async function codeOf({ record, endpoint, given }: PreparedCall, name: string) {
  const { fromJson } = await import('../../code/shown-call.ts')
  const { startFor } = await import('../../code/first-steps.ts')
  const { targetFor } = await import('../../answers/readme-advice.ts')
  const asked = targetOf(name, '--code', 'curl')
  const { headers } = given
  const call = callTo(endpoint, record.auth, { values: fromJson(given.arguments) as Entries, headers })
  const plan = { record, call, shown: { ...endpoint.point, offered: [] } }
  const { code, notes = [] } = startFor(plan, targetFor(record, asked) ?? asked, asked) ?? {}
  return code ? { code, notes } : fail(joinParts(' ', `No code in ${asked} is at hand for this call.`, ...notes))
}

function printRequest(request: OutgoingRequest, options: CallOptions): void {
  const { method, url, headers, plain, mask } = request
  const lines = Object.entries(headers).map(([name, value]) => mask(`${name}: ${value}`))
  const body = plain.body && { body: mask(plain.body) }
  const shown = { method, url: mask(url.href), headers: lines, ...body, curl: mask(curlFor(plain)) }
  printResult(options, shown, (visible) =>
    joinParts('\n', `${method} ${visible.url}`, ...visible.headers, visible.body, `\n${visible.curl}`),
  )
}

/** @throws StartupError unless somebody agrees */
async function confirmWrite({ method, url, mask }: OutgoingRequest, options: CallOptions): Promise<void> {
  const what = mask(`${method} ${url.href}`)
  if (!options.write) fail(`${what} may change something; add --write to send it, or --dry-run to look at it.`)
  if (options.yes) return
  if (!isInteractive(options)) fail(`${what} may change something; add --yes to send it without a question.`)
  if (!(await isConfirmed(`Send ${what}?`))) fail('Nothing was sent.')
}

/** The status, and the answer: indented as text, and with --json its bytes, with the status on standard error. */
function printAnswer(answer: ApiAnswer, { mask }: OutgoingRequest, { json, output }: CallOptions) {
  const { status, statusText, about, body, cut } = answer
  process[json ? 'stderr' : 'stdout'].write(replaceUnsafe(`${`${status} ${statusText}`.trim()}, ${about}\n`))
  if (cut) note(`The answer was cut, as it ${cut === 'size' ? 'is too long' : 'did not end in time'}.`)
  if (output !== undefined) {
    writeFileSync(output, body)
    return note(`Written to ${output}.`)
  }
  // A terminal gets text alone, without what would steer it.
  if (json && !process.stdout.isTTY) return void process.stdout.write(body)
  const shown = json ? textOf(answer) : formatted(answer, mask, 2)
  if (shown === undefined) return note('The answer is a file; --output FILE writes it.')
  process.stdout.write(`${json ? '' : '\n'}${shown.slice(0, MAX_PRINTED)}\n`)
  if (shown.length > MAX_PRINTED) note(`${MAX_PRINTED} of ${shown.length} characters; --output FILE writes all of it.`)
}
