/** What the stub answers: as the API description says, every text and number replaced by a mark that is found again. */
import { sample } from 'openapi-sampler'
import { type ApiDescription, isNode, type Node, nodeOf, type Operation } from './description.ts'

export interface Answer {
  status: number
  type: string
  body: string
  /** In words, for people. */
  shape: string
  /** The marks in its records. */
  marks: ReadonlySet<string>
}

/** Depth of a sample; deeper schemas often go in circles. */
const MAX_DEPTH = 7

/**
 * @param isList whether the operation is one that lists
 * @param from marks are counted up from here
 */
export function answerOf(operation: Operation, api: ApiDescription, isList: boolean, from = 0): Answer {
  const { status, type, value } = described(operation, api, isList)
  const marked = marking(from)
  if (!/json|\*/i.test(type)) {
    const body = marked.value('')
    return { status, type, body: String(body), shape: type, marks: marked.marksIn(body) }
  }
  const body = marked.value(value)
  return {
    status,
    type: 'application/json',
    body: JSON.stringify(body),
    shape: shapeOf(body),
    marks: marked.marksIn(isList ? recordsIn(body) : body),
  }
}

function described({ node }: Operation, api: ApiDescription, isList: boolean) {
  const responses = nodeOf(node.responses)
  const codes = Object.keys(responses).filter((code) => /^2/.test(code))
  const answers = [...codes.sort(), 'default'].map((code) => ({ code, response: api.resolve(responses[code]) }))
  const { code, response } = answers.find(({ response: { content } }) => isNode(content)) ?? answers[0]!
  const status = /^2\d\d$/.test(code) && code !== '204' ? Number(code) : 200
  const contents = Object.entries(nodeOf(response.content))
  const [type, stated] = contents.find(([name]) => /json/i.test(name)) ?? contents[0] ?? ['application/json', {}]
  const media = api.resolve(stated)
  const value = sampled(media, api)
  // Where nothing is said, a list gets records and everything else one.
  return { status, type, value: isSaid(value) ? value : isList ? [{}] : {} }
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function sampled({ schema, example, examples }: Node, api: ApiDescription): unknown {
  if (isNode(schema) && Object.keys(schema).length > 0) {
    try {
      const options = { quiet: true, skipWriteOnly: true, maxSampleDepth: MAX_DEPTH }
      const value = sample(schema as never, options, api.root)
      if (isSaid(value) && Object.keys(value as object).length > 0) return value
    } catch {
      // A schema that cannot be followed; an example may be there.
    }
  }
  const [named] = Object.values(nodeOf(examples)).map((one) => api.resolve(one).value)
  const shown = example ?? named
  if (typeof shown === 'object') return shown
  return isNode(schema) && [schema.type].flat().includes('array') ? [{}] : undefined
}

/** Marks differ, so that what was printed says what it is of; numbers have no more digits than print as they are. */
function marking(from: number) {
  let count = from
  const value = (given: unknown): unknown => {
    if (typeof given === 'boolean') return given
    if (typeof given === 'number') return 70_000 + ++count
    if (Array.isArray(given)) return given.length > 0 ? given.map(value) : []
    if (!isNode(given)) return `served-${++count}`
    const members = Object.entries(given).map(([name, member]) => [name, value(member)])
    return members.length > 0 ? Object.fromEntries(members) : { served: `served-${++count}` }
  }
  const marksIn = (given: unknown): Set<string> => new Set(marksOf(JSON.stringify(given) ?? ''))
  return { value, marksIn }
}

const marksOf = (text: string): string[] => text.match(/served-\d+|(?<!\d)7\d{4}(?!\d)/g) ?? []

export const hasMark = (printed: string, marks: ReadonlySet<string>): boolean =>
  marksOf(printed).some((mark) => marks.has(mark))

/** The arrays in an answer that wraps them, else the whole. */
function recordsIn(value: unknown): unknown {
  if (!isNode(value)) return value
  const lists = arraysIn(value)
  return lists.length > 0 ? lists : value
}

const arraysIn = (value: Node): unknown[] =>
  Object.values(value).flatMap((member) => {
    if (Array.isArray(member)) return member.length > 0 ? [member] : []
    return isNode(member) ? arraysIn(member) : []
  })

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return isNode(value[0]) ? 'an array' : 'an array of plain values'
  if (!isNode(value)) return 'a plain value'
  const direct = Object.values(value).filter((member) => Array.isArray(member) && isNode(member[0])).length
  if (direct === 1) return 'an object around one array'
  return arraysIn(value).length > 0 ? 'an object with arrays in it' : 'an object'
}
