/** JSON-RPC 2.0 with the host, by messages between windows: MCP Apps, revision 2026-01-26. */
import { site } from './dom.js'
import { applyContext } from './theme.js'

const REVISION = '2026-01-26'
/** A host may ask its user before it lets a call through. */
const PATIENCE_MS = 60_000

const pending = new Map()
let lastId = 0
let capabilities = {}

// The origin of a host is not known; what is sent holds nothing that another window could not ask for itself.
const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

const notify = (method, params = {}) => post({ method, params })

/** @throws Error with the words of the host, or for one that stays silent */
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

/** Requests that a host may make of us. */
const answers = { ping: () => ({}), 'ui/resource-teardown': () => ({}) }

/** Tells the host that we are there. `heard` maps notifications to what they do. */
export async function connect(heard) {
  if (window.parent === window) throw new Error('This view is shown by an MCP host, beside the answer of find_sdk.')
  const all = { 'ui/notifications/host-context-changed': applyContext, ...heard }
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
  applyContext(hostContext ?? {})
  notify('ui/notifications/initialized')
  reportSize()
}

const own = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined)

function settle(message) {
  const done = pending.get(message.id)
  pending.delete(message.id)
  done?.(message)
}

export const canCallTools = () => capabilities.serverTools !== undefined
export const canOpenLinks = () => capabilities.openLinks !== undefined

/** @returns the structured form of the answer. @throws Error with what the tool said, where it refused */
export async function callTool(name, input) {
  try {
    return structured(await request('tools/call', { name, arguments: input }))
  } catch (error) {
    // It promised more than it does.
    if (error.code === -32601) delete capabilities.serverTools
    throw error
  }
}

/** What a tool result holds, also from a host that hands on its text only. @throws Error where it is a failure */
export function structured({ isError, structuredContent, content = [] }) {
  const text = content
    .filter(({ type }) => type === 'text')
    .map((part) => part.text)
    .join('\n')
  if (isError) throw new Error(text || 'The tool failed and did not say why.')
  return structuredContent ?? { text }
}

/** @throws Error where the host refuses */
export async function openLink(url) {
  const { isError } = await request('ui/open-link', { url })
  if (isError) throw new Error('The host does not open it.')
}

/** The host makes the frame as high as the document; said only when it changes. */
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
