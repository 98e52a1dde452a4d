/** Traces through OpenTelemetry's SDK, sent with OTLP over HTTP: requests, tool calls, stages of search, deliveries. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { type Stage, watchStages } from '../system/stages.ts'
import { pathOf } from './requests.ts'

export interface TraceSettings {
  /** Base URL of the collector; the SDK itself reads the other OTEL_EXPORTER_OTLP_* variables. */
  endpoint: string
  /** Of OTEL_SERVICE_NAME, where it is set. */
  service: string
  version: string
  /** Share of traces that begin here and are kept, 0 to 1; a caller's own choice goes before it. */
  share: number
  /** Called with the first of several failures in a row. */
  onFailure(code: string): void
}

type Handler<E> = (request: Request, environment: E) => Response | Promise<Response>

/** How long a stop waits for the collector, in milliseconds. */
const FLUSH_MS = 1_000
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

export function startTraces({ endpoint, service, version, share, onFailure }: TraceSettings) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service, 'service.version': version })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: telling(exporter, onFailure) })],
  })
  const tracer = provider.getTracer('sdk-catalog', version)
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()
  const spans = new WeakMap<Stage, Span>()

  const begin = (name: string, parent: Context, attributes: Attributes, kind = SpanKind.INTERNAL) => {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    return { span, context: trace.setSpan(parent, span) }
  }
  const unwatch = watchStages(
    current,
    (stage) => {
      const parent = (stage.isRoot ? undefined : current.getStore()) ?? ROOT_CONTEXT
      const { span, context } = begin(stage.name, parent, { ...stage.about })
      spans.set(stage, span)
      return context
    },
    (stage, failure) => {
      const span = spans.get(stage)
      if (failure !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure)
      span?.end()
    },
  )

  return {
    /**
     * The handler, with a span for each request: https://opentelemetry.io/docs/specs/semconv/http/http-spans/. Queries are
     * left out, as they may hold what somebody searches for.
     */
    around<E>(handler: Handler<E>, routeOf: (path: string) => string): Handler<E> {
      return async (request, environment) => {
        const path = pathOf(request.url)
        const route = routeOf(path)
        const method = METHODS.has(request.method) ? request.method : '_OTHER'
        const attributes = {
          'http.request.method': method,
          'http.route': route,
          'url.path': path,
          'url.scheme': 'http',
        }
        const caller = propagator.extract(ROOT_CONTEXT, request.headers, {
          get: (headers, name) => headers.get(name) ?? undefined,
          keys: (headers) => [...headers.keys()],
        })
        const { span, context } = begin(`${method} ${route}`, caller, attributes, SpanKind.SERVER)
        try {
          const response = await current.run(context, () => handler(request, environment))
          span.setAttribute('http.response.status_code', response.status)
          if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          return response
        } finally {
          span.end()
        }
      }
    },

    /** Sends what is left, as far as the collector takes it in time. */
    async stop(): Promise<void> {
      unwatch()
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, FLUSH_MS)
      await Promise.race([provider.shutdown().catch(() => {}), late.promise])
      clearTimeout(timer)
    },
  }
}

/** The exporter, telling of the first failure and of the first one after a success. */
function telling(exporter: OTLPTraceExporter, onFailure: (code: string) => void) {
  let failing = false
  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
      exporter.export(spans, (result) => {
        const failed = result.code === ExportResultCode.FAILED
        if (failed && !failing) onFailure(codeOf(result.error))
        failing = failed
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/** Without its message, which may quote what was sent. */
function codeOf(error: unknown): string {
  const { code, name, cause } = (error ?? {}) as { code?: unknown; name?: unknown; cause?: { code?: unknown } }
  return String(code ?? cause?.code ?? name ?? 'unknown')
}
