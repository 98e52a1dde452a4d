/** A small MCP Apps host: a client of the server, the package's own bridge, and a frame that may run scripts only. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { AppBridge, getToolUiResourceUri, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

const ALL = {
  serverTools: {},
  openLinks: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
}

/** What happened, for the test to look at. */
const seen = { opened: [], calls: [], sent: [], sizes: [], tool: undefined, resource: undefined }
/** What the host does with a call of the view: `answer` passes it on; a test may hold it, or put another in its place. */
const host = { seen, bridge: undefined, client: undefined, before: undefined }
globalThis.host = host

/** Lists the tools, reads the view that find_sdk names, shows it, and tells it how the search went. */
host.show = async ({ era, input, capabilities = ALL, context = {}, refuses = false, result = undefined }) => {
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: era } })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)))
  host.client = client
  const { tools } = await client.listTools()
  seen.tool = tools.find(({ name }) => name === 'find_sdk')
  const { contents } = await client.readResource({ uri: getToolUiResourceUri(seen.tool) })
  seen.resource = contents[0]

  const bridge = new AppBridge(null, { name: 'host', version: '1' }, capabilities, {
    hostContext: { theme: 'light', displayMode: 'inline', platform: 'web', ...context },
  })
  host.bridge = bridge
  if (capabilities.serverTools) {
    bridge.oncalltool = async (params) => {
      seen.calls.push(params)
      return (await host.before?.(params)) ?? client.callTool(params)
    }
  }
  bridge.onopenlink = async ({ url }) => {
    seen.opened.push(url)
    return refuses ? { isError: true } : {}
  }
  bridge.onmessage = async (params) => {
    seen.sent.push(params)
    return refuses ? { isError: true } : {}
  }
  bridge.onupdatemodelcontext = async (params) => {
    seen.sent.push(params)
    if (refuses) throw new Error('Not now')
    return {}
  }
  bridge.onrequestdisplaymode = async ({ mode }) => {
    await bridge.sendHostContextChange({ displayMode: mode })
    return { mode }
  }
  const frame = document.createElement('iframe')
  frame.title = 'Sandbox'
  frame.sandbox = 'allow-scripts'
  // What the view asks for in its permissions.
  frame.allow = 'clipboard-write'
  bridge.onsizechange = (size) => {
    seen.sizes.push(size)
    frame.style.height = `${size.height}px`
  }
  const ready = new Promise((resolve) => {
    bridge.onsandboxready = resolve
  })
  const initialized = new Promise((resolve) => {
    bridge.oninitialized = resolve
  })
  document.querySelector('main').append(frame)
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  frame.src = '/sandbox.html'
  await ready
  await bridge.sendSandboxResourceReady({ html: seen.resource.text, sandbox: 'allow-scripts' })
  await initialized
  if (input === undefined) return
  await bridge.sendToolInput({ arguments: input })
  if (result === null) return
  await bridge.sendToolResult(result ?? (await client.callTool({ name: 'find_sdk', arguments: input })))
}
