/** Serves the test host and, behind it, the service in this process, on one free port. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
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

const resolved = (name: string): string => import.meta.resolve(name)
const beside = (name: string, file: string): string => new URL(file, resolved(name)).href

/** Name in an import -> module that a browser runs. */
const MODULES: Record<string, string> = {
  '@modelcontextprotocol/ext-apps/app-bridge': resolved('@modelcontextprotocol/ext-apps/app-bridge'),
  '@modelcontextprotocol/client': resolved('@modelcontextprotocol/client'),
  '@modelcontextprotocol/client/_shims': beside('@modelcontextprotocol/client', 'shimsBrowser.mjs'),
  '@modelcontextprotocol/core': resolved('@modelcontextprotocol/core'),
  '@modelcontextprotocol/core/internal': resolved('@modelcontextprotocol/core/internal'),
  'zod/v4': resolved('zod/v4'),
  zod: resolved('zod'),
  eventsource: resolved('eventsource'),
  'eventsource-parser': resolved('eventsource-parser'),
  'eventsource-parser/stream': resolved('eventsource-parser/stream'),
  'pkce-challenge': beside('pkce-challenge', 'index.browser.js'),
}
// As `resolve` gives them, which follows links.
const PACKAGES = resolved('zod').replace(/zod\/.*/, '')
const importMap = JSON.stringify({
  imports: Object.fromEntries(
    Object.entries(MODULES).map(([name, url]) => [name, `/modules/${url.slice(PACKAGES.length)}`]),
  ),
})

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const FILES: Record<string, () => Response> = {
  '/': () => page(read('host.html').replace('importmap">{}', () => `importmap">${importMap}`)),
  '/sandbox.html': () => page(read('sandbox.html'), { 'content-security-policy': VIEW_POLICY }),
  '/host.js': () => script(read('host.js')),
  '/favicon.ico': () => new Response(null, { status: 204 }),
}

const page = (html: string, headers = {}): Response =>
  new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
const script = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/javascript' } })

function file(path: string): Response {
  if (!path.startsWith('/modules/') || path.includes('..')) return new Response('No such file', { status: 404 })
  return script(readFileSync(new URL(path.slice('/modules/'.length), PACKAGES), 'utf8'))
}

export interface Host {
  url: string
  stop(): Promise<void>
}

export async function startHost(data?: CatalogData): Promise<Host> {
  const { app } = testApp(data && { data })
  const listener = getRequestListener((request) => {
    const { pathname } = new URL(request.url)
    return pathname === '/mcp' ? app.fetch(request) : (FILES[pathname]?.() ?? file(pathname))
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
