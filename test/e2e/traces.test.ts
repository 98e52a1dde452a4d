/** Traces as an operator's collector gets them, with OTLP over HTTP: https://opentelemetry.io/docs/specs/otlp/ */
import { expect, type TestContext, test } from 'vitest'
import { closedPort } from '../inbox/support/receivers.ts'
import { startStandIn } from '../loopback.ts'
import { ada } from './messages-process.ts'
import { type Settings, smallCatalog, startService, until } from './service.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

/** A collector on loopback that keeps what it gets. */
async function collector({ onTestFinished }: TestContext) {
  const { url, received, close } = await startStandIn(({ target }, response) =>
    response.writeHead(target === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}'),
  )
  onTestFinished(close)
  return {
    url,
    text: () => received.map(({ body }) => body).join('\n'),
    spans: (): Span[] =>
      received.flatMap(({ body }) =>
        JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
  }
}

/** The service with these settings; its log names each module of OpenTelemetry that it loads. */
async function traced(settings: Settings, { onTestFinished }: TestContext) {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) { if (/opentelemetry/.test(name)) console.error(name); return next(name, context) } })`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`
  const service = await startService({ CATALOG_DIR: smallCatalog(), LOG_LEVEL: 'info', NODE_OPTIONS, ...settings })
  onTestFinished(() => void service.child.kill('SIGKILL'))
  return service
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

// Spans are sent after five seconds: the tests wait at the same time.
test.concurrent('traces have the request in the trace of its caller, its tool call, the stages of a search, and deliveries', async (context) => {
  const { url, spans, text } = await collector(context)
  const service = await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SERVICE_NAME: 'our-catalogue' }, context)
  await fetch(`${service.url}/api/sdk/find?query=secret-word`, { headers: { traceparent } })
  await fetch(`${service.url}/none/such`)
  expect((await service.post('/api/contact', ada)).status).toBe(200)
  const named = (name: string) => spans().find((span) => span.name === name)!
  await until(async () => named('deliver eml') !== undefined)
  expect((await service.stop()).stderr).toContain('@opentelemetry/sdk-trace')

  const request = named('GET /api/sdk/find')
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  expect(named('tool find_sdk')).toMatchObject({ traceId, parentSpanId: request.spanId })
  for (const stage of ['search names', 'search read query', 'search words', 'search score'])
    expect(named(stage), stage).toMatchObject({ traceId, parentSpanId: named('tool find_sdk').spanId })
  expect(named('GET other').traceId).not.toBe(traceId)
  expect(named('deliver eml').parentSpanId ?? '').toBe('')
  expect(text()).toContain('our-catalogue')
  for (const hidden of ['secret-word', ada.email, ada.name]) expect(text()).not.toContain(hidden)
})

test.concurrent('traces are left out where the caller, or the setting, wants none', async (context) => {
  const { url, spans } = await collector(context)
  const service = await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: '0' }, context)
  await fetch(`${service.url}/api/health`)
  await fetch(`${service.url}/api/sdk/find?query=one`, { headers: { traceparent: `${traceparent.slice(0, -2)}00` } })
  await fetch(`${service.url}/api/sdk/find?query=one`, { headers: { traceparent } })
  await until(async () => spans().some(({ name }) => name.startsWith('GET ')))
  expect((await service.stop()).code).toBe(0)
  expect(new Set(spans().map((span) => span.traceId))).toEqual(new Set([traceId]))
  expect(spans().filter(({ name }) => name.startsWith('GET '))).toHaveLength(1)
})

test.concurrent('traces that no collector takes are logged once and hold nothing up', async (context) => {
  const endpoint = `http://127.0.0.1:${await closedPort()}`
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: '500' }
  const service = await traced(settings, context)
  expect((await fetch(`${service.url}/api/health`)).status).toBe(200)
  await service.logged('traces_unsent')
  const { code, stderr } = await service.stop()
  expect([code, stderr.match(/traces_unsent/g)]).toEqual([0, ['traces_unsent']])
})

test.concurrent('nothing of OpenTelemetry is loaded while traces are off', async (context) => {
  const service = await traced({}, context)
  expect((await service.stop()).stderr).not.toContain('opentelemetry')
})
