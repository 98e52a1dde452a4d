/** JSON-RPC 2.0 with the host through window messages, and its look (MCP Apps, revision 2026-01-26). */
import { site } from './dom.js'

const REVISION = '2026-01-26'
/** Long, because a host may ask its user before it allows a call. */
const PATIENCE_MS = 60_000

const root = document.documentElement
const pending = new Map()
let lastId = 0
let capabilities = {}
/** Ways in which the host can show the view. */
let modes = []

// The origin of the host is unknown. The messages hold nothing that another window could not request itself.
const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

const notify = (method, params = {}) => post({ method, params })

/** @throws Error with the message of the host, when it refuses or does not answer */
async function request(method, params) {
  const id = ++lastId
  const { promise, resolve } = Promise.withResolvers()
  const timer = setTimeout(resolve, PATIENCE_MS, { error: { message: 'The host does not answer.' } })
  pending.set(id, resolve)
  post({ id, method, params })
  const { error, result = {} } = await promise
  clearTimeout(timer)
  pending.delete(id)
  if (error) throw Object.assign(new Error(String(error.message)), { code: error.code })
  return result ?? {}
}

/** The same for a request whose result may be a refusal. */
async function demand(method, params) {
  const { isError } = await request(method, params)
  if (isError) throw new Error('The host refuses.')
}

/** Requests that the host may send. */
const answers = { ping: () => ({}), 'ui/resource-teardown': () => ({}) }

/** Initializes the connection. `heard` maps notifications to their handlers. */
export async function connect(heard) {
  if (window.parent === window) throw new Error('This view is shown by an MCP host, beside the answer of find_sdk.')
  const handlers = { 'ui/notifications/host-context-changed': applyContext, ...heard }
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== '2.0') return
    if (typeof data.method !== 'string') return pending.get(data.id)?.(data)
    if (data.id === undefined) return member(handlers, data.method)?.(data.params ?? {})
    const answer = member(answers, data.method)
    if (answer) post({ id: data.id, result: answer() })
    else post({ id: data.id, error: { code: -32601, message: 'Method not found' } })
  })
  const { hostCapabilities, hostContext } = await request('ui/initialize', {
    protocolVersion: REVISION,
    appInfo: { name: 'sdk-catalog-view', title: 'SDK catalogue', version: site.version },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  })
  capabilities = hostCapabilities ?? {}
  applyContext(hostContext ?? {})
  notify('ui/notifications/initialized')
  reportSize()
}

const member = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined)

/** Applies the colours, margins and display modes that the host sends, whole or in part. */
function applyContext({ theme, styles, displayMode, safeAreaInsets: safe, availableDisplayModes }) {
  modes = availableDisplayModes ?? modes
  if (typeof displayMode === 'string') root.dataset.mode = displayMode
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value)
  }
  if (safe) {
    const sides = [safe.top, safe.right, safe.bottom, safe.left].map((side) => `${Number(side) || 0}px`)
    root.style.setProperty('--safe', sides.join(' '))
  }
}

/** `inline` beside the text of the conversation, unless the host says otherwise. */
export const displayMode = () => root.dataset.mode ?? 'inline'

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
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  if (isError) throw new Error(text || 'The tool failed and did not say why.')
  return structuredContent ?? { text }
}

export const openLink = (url) => demand('ui/open-link', { url })

/** Has the model know something from its next turn on. @throws Error when the host refuses */
export async function updateContext(text, structuredContent) {
  const whole = capabilities.updateModelContext.structuredContent !== undefined && { structuredContent }
  await request('ui/update-model-context', { content: [{ type: 'text', text }], ...whole })
}

/** Says something to the model in the name of the reader. @throws Error when the host refuses */
export const sendMessage = (text) => demand('ui/message', { role: 'user', content: [{ type: 'text', text }] })

/** Asks for the whole screen; the host may show the view otherwise. */
export async function fillScreen() {
  const { mode } = await request('ui/request-display-mode', { mode: 'fullscreen' })
  applyContext({ displayMode: mode })
}

/** Tells the host the height of the document whenever it changes, so that the frame fits. */
function reportSize() {
  const main = document.getElementById('main')
  let last = ''
  new ResizeObserver(() => {
    const size = { width: Math.ceil(window.innerWidth), height: Math.ceil(main.getBoundingClientRect().height) }
    if (JSON.stringify(size) === last) return
    last = JSON.stringify(size)
    notify('ui/notifications/size-changed', size)
  }).observe(main)
}
