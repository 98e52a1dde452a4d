/** Serves the test host and, behind it, the service in this process, on one free port. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { rolldown } from 'rolldown'
import { testApp } from '../../app.ts'
import type { CatalogData } from '../../embedded.ts'

/** What hosts allow a view that asks for nothing: the default of the MCP Apps specification. */
const VIEW_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
  "frame-src 'self'",
].join('; ')

/** The host with its packages in one file, as each page would load two hundred modules. */
async function bundled(): Promise<string> {
  const build = await rolldown({ input: fileURLToPath(new URL('host.js', import.meta.url)), platform: 'browser' })
  const { output } = await build.generate()
  await build.close()
  return output[0].code
}
const hostScript = bundled()

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const FILES: Record<string, () => Response | Promise<Response>> = {
  '/': () => page(read('host.html')),
  '/sandbox.html': () => page(read('sandbox.html'), { 'content-security-policy': VIEW_POLICY }),
  '/host.js': async () => new Response(await hostScript, { headers: { 'content-type': 'text/javascript' } }),
  '/favicon.ico': () => new Response(null, { status: 204 }),
}

const page = (html: string, headers = {}): Response =>
  new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })

export interface Host {
  url: string
  stop(): Promise<void>
}

export async function startHost(data?: CatalogData): Promise<Host> {
  const { app } = testApp(data && { data })
  const listener = getRequestListener((request) => {
    const { pathname } = new URL(request.url)
    return pathname === '/mcp'
      ? app.fetch(request)
      : (FILES[pathname]?.() ?? new Response('No such file', { status: 404 }))
  })
  const server = createServer(listener).listen(0)
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
