/** JSON-RPC 2.0 with the host through window messages (MCP Apps, revision 2026-01-26). */
import { site } from './dom.js'
import { applyContext, displayMode } from './theme.js'

const REVISION = '2026-01-26'
/** Long, because a host may ask its user before it allows a call. */
const PATIENCE_MS = 60_000

const pending = new Map()
let lastId = 0
let capabilities = {}
/** Ways in which the host can show the view. */
let modes = []

// The origin of the host is unknown. The messages hold nothing that another window could not request itself.
const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

const notify = (method, params = {}) => post({ method, params })

/** @throws Error with the message of the host, or when it does not answer */
function request(method, params, patience = PATIENCE_MS) {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      pending.delete(id)
      reject(new Error('The host does not answer.'))
    }, patience)
    pending.set(id, ({ error, result }) => {
      clearTimeout(timer)
      if (error) reject(Object.assign(new Error(String(error.message)), { code: error.code }))
      else resolve(result ?? {})
    })
    post({ id, method, params })
  })
}

/** Requests that the host may send. */
const answers = { ping: () => ({}), 'ui/resource-teardown': () => ({}) }

/** Initializes the connection. `heard` maps notifications to their handlers. */
export async function connect(heard) {
  if (window.parent === window) throw new Error('This view is shown by an MCP host, beside the answer of find_sdk.')
  const all = { 'ui/notifications/host-context-changed': hearContext, ...heard }
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== '2.0') return
    if (typeof data.method !== 'string') return settle(data)
    if (data.id === undefined) return own(all, data.method)?.(data.params ?? {})
    const answer = own(answers, data.method)
    if (answer) post({ id: data.id, result: answer() })
    else post({ id: data.id, error: { code: -32601, message: 'Method not found' } })
  })
  const { hostCapabilities, hostContext } = await request('ui/initialize', {
    protocolVersion: REVISION,
    appInfo: { name: 'sdk-catalog-view', title: 'SDK catalogue', version: site.version },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  })
  capabilities = hostCapabilities ?? {}
  hearContext(hostContext ?? {})
  notify('ui/notifications/initialized')
  reportSize()
}

function hearContext(context) {
  modes = context.availableDisplayModes ?? modes
  applyContext(context)
}

const own = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined)

function settle(message) {
  const done = pending.get(message.id)
  pending.delete(message.id)
  done?.(message)
}

export const canCallTools = () => capabilities.serverTools !== undefined
export const canOpenLinks = () => capabilities.openLinks !== undefined
export const canSendMessages = () => capabilities.message !== undefined
export const canUpdateContext = () => capabilities.updateModelContext !== undefined
export const canFillScreen = () => modes.includes('fullscreen') && displayMode() !== 'fullscreen'

/** @returns the structured result. @throws Error with the text of the tool when it fails */
export async function callServerTool(name, input) {
  try {
    return structured(await request('tools/call', { name, arguments: input }))
  } catch (error) {
    // The host announced a capability that it lacks.
    if (error.code === -32601) delete capabilities.serverTools
    throw error
  }
}

/** The structured result, or `{ text }` from a host that passes on the text alone. @throws Error for a failed call */
export function structured({ isError, structuredContent, content = [] }) {
  const text = content
    .filter(({ type }) => type === 'text')
    .map((part) => part.text)
    .join('\n')
  if (isError) throw new Error(text || 'The tool failed and did not say why.')
  return structuredContent ?? { text }
}

/** @throws Error when the host refuses */
export async function openLink(url) {
  const { isError } = await request('ui/open-link', { url })
  if (isError) throw new Error('The host does not open it.')
}

/** Has the model know something from its next turn on. @throws Error when the host refuses */
export async function updateContext(text, structuredContent) {
  const whole = capabilities.updateModelContext.structuredContent !== undefined && { structuredContent }
  await request('ui/update-model-context', { content: [{ type: 'text', text }], ...whole })
}

/** Says something to the model in the name of the reader. @throws Error when the host refuses */
export async function sendMessage(text) {
  const { isError } = await request('ui/message', { role: 'user', content: [{ type: 'text', text }] })
  if (isError) throw new Error('The host does not send it.')
}

/** Asks for the whole screen; the host may show the view otherwise. */
export async function fillScreen() {
  const { mode } = await request('ui/request-display-mode', { mode: 'fullscreen' })
  applyContext({ displayMode: mode })
}

/** Tells the host the height of the document whenever it changes, so that the frame fits. */
function reportSize() {
  const main = document.getElementById('main')
  let said = ''
  new ResizeObserver(() => {
    const size = { width: Math.ceil(window.innerWidth), height: Math.ceil(main.getBoundingClientRect().height) }
    if (JSON.stringify(size) === said) return
    said = JSON.stringify(size)
    notify('ui/notifications/size-changed', size)
  }).observe(main)
}
