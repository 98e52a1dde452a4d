/** Traces as an operator's collector gets them, with OTLP over HTTP: https://opentelemetry.io/docs/specs/otlp/ */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { closedPort } from '../inbox/support/receivers.ts'
import { ada, emptyPlace, serve } from './messages-process.ts'
import { run, smallCatalog } from './service.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

/** A collector on loopback that keeps what it gets. */
async function collector() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: (): Span[] =>
      bodies.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
  }
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

describe('traces', () => {
  test('have the request in the trace of its caller, its tool call, the stages of a search, and deliveries', async () => {
    const { url, spans, text } = await collector()
    const service = await serve({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_SERVICE_NAME: 'our-catalogue',
      DATA_DIR: emptyPlace(),
    })
    await fetch(`${service.url}/api/sdk/find?query=secret-word`, { headers: { traceparent } })
    await fetch(`${service.url}/none/such`)
    expect((await service.post('/api/contact', ada)).status).toBe(200)
    await service.logged('delivered')
    expect((await service.stop()).code).toBe(0)

    const named = (name: string) => spans().find((span) => span.name === name)!
    const request = named('GET /api/sdk/find')
    expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
    expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
    expect(named('tool find_sdk')).toMatchObject({ traceId, parentSpanId: request.spanId })
    for (const stage of ['search names', 'search read query', 'search words', 'search score']) {
      expect(named(stage), stage).toMatchObject({ traceId, parentSpanId: named('tool find_sdk').spanId })
    }
    expect(named('GET other').traceId).not.toBe(traceId)
    expect(named('deliver eml').parentSpanId ?? '').toBe('')
    expect(text()).toContain('our-catalogue')
    for (const hidden of ['secret-word', ada.email, ada.name]) expect(text()).not.toContain(hidden)
  })

  test('are left out where the caller, or the setting, wants none', async () => {
    const { url, spans } = await collector()
    const service = await serve({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_TRACES_SAMPLER_ARG: '0',
      DATA_DIR: emptyPlace(),
    })
    await fetch(`${service.url}/api/health`)
    await fetch(`${service.url}/api/sdk/find?query=one`, { headers: { traceparent: `${traceparent.slice(0, -2)}00` } })
    await fetch(`${service.url}/api/sdk/find?query=one`, { headers: { traceparent } })
    expect((await service.stop()).code).toBe(0)
    expect(new Set(spans().map((span) => span.traceId))).toEqual(new Set([traceId]))
    expect(spans().filter(({ name }) => name.startsWith('GET '))).toHaveLength(1)
  })

  test('that no collector takes are logged once and hold nothing up', async () => {
    const endpoint = `http://127.0.0.1:${await closedPort()}`
    const service = await serve({
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: '500', DATA_DIR: emptyPlace() },
    })
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200)
    await service.logged('traces_unsent')
    expect((await service.stop()).code).toBe(0)
  })

  test('load nothing of OpenTelemetry while they are off', async () => {
    const watch = `import { registerHooks } from 'node:module'
      registerHooks({ resolve(name, context, next) { if (/opentelemetry|traces/.test(name)) console.error(name); return next(name, context) } })`
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`]
    const loaded = async (settings: Record<string, string>) => {
      const started = run({ CATALOG_DIR: smallCatalog(), ...settings }, { nodeArgs })
      await once(started.child.stdout!, 'data')
      started.child.kill('SIGTERM')
      return (await started.ended).stderr
    }
    expect(await loaded({})).not.toContain('opentelemetry')
    expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: (await collector()).url })).toContain('@opentelemetry/sdk-trace')
  })
})
