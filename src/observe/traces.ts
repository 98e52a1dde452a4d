/** Traces through OpenTelemetry's SDK, sent with OTLP over HTTP: requests, tool calls, stages of search, deliveries. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import * as otel from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import * as sdk from '@opentelemetry/sdk-trace'
import { type Stage, stages } from '../system/stages.ts'
import { METHODS, onHead, pathOf, type Watch } from './requests.ts'

interface TraceSettings {
  /** Base URL of the collector; the SDK itself reads the other OTEL_EXPORTER_OTLP_* variables. */
  endpoint: string
  service: string
  version: string
  /** Share of traces that begin here and are kept, 0 to 1; a caller's own choice goes before it. */
  share: number
  /** Called with the first of several failures in a row. */
  onFailure(code: string): void
}

/** How long a stop waits for the collector, in milliseconds. */
const FLUSH_MS = 1_000

export function startTraces({ endpoint, service, version, share, onFailure }: TraceSettings) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service, 'service.version': version })),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: reporting(exporter, onFailure) })],
  })
  const tracer = provider.getTracer('sdk-catalog', version)
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<otel.Context>()
  const spans = new WeakMap<Stage, otel.Span>()

  const begin = (name: string, parent: otel.Context, attributes: otel.Attributes, kind = otel.SpanKind.INTERNAL) => {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    return { span, context: otel.trace.setSpan(parent, span) }
  }
  const asyncEnd = (stage: unknown): void => endSpan(spans.get(stage as Stage), stage as Stage)
  // Of work that goes on, this is published when it has begun.
  const end = (stage: unknown): void => {
    if ('result' in (stage as Stage) || 'error' in (stage as Stage)) asyncEnd(stage)
  }
  stages.start.bindStore(current, (message) => {
    const stage = message as Stage
    const parent = (stage.isRoot ? undefined : current.getStore()) ?? otel.ROOT_CONTEXT
    const { span, context } = begin(stage.name, parent, { ...stage.about })
    spans.set(stage, span)
    return context
  })
  stages.end.subscribe(end)
  stages.asyncEnd.subscribe(asyncEnd)

  return {
    /**
     * A span for each request: https://opentelemetry.io/docs/specs/semconv/http/http-spans/. Queries and paths are left
     * out, as they may hold what somebody wrote. None for a request without a route.
     */
    watch:
      (routeOf: (path: string) => string | undefined): Watch =>
      (incoming, outgoing, answer) => {
        const route = routeOf(pathOf(incoming))
        if (route === undefined) return answer()
        const method = METHODS.has(incoming.method ?? '') ? incoming.method! : '_OTHER'
        const http = { 'http.request.method': method, 'http.route': route, 'url.path': route, 'url.scheme': 'http' }
        const caller = propagator.extract(otel.ROOT_CONTEXT, incoming.headers, otel.defaultTextMapGetter)
        const { span, context } = begin(`${method} ${route}`, caller, http, otel.SpanKind.SERVER)
        onHead(outgoing, (status) => {
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) span.setStatus({ code: otel.SpanStatusCode.ERROR })
          span.end()
        })
        current.run(context, answer)
      },

    /** Sends the spans that wait, as far as the collector takes them in time. */
    async stop(): Promise<void> {
      stages.start.unbindStore(current)
      stages.end.unsubscribe(end)
      stages.asyncEnd.unsubscribe(asyncEnd)
      await Promise.race([provider.shutdown().catch(() => {}), sleep(FLUSH_MS, undefined, { ref: false })])
    },
  }
}

/** The exporter, which reports its first failure and the first one after a success. */
function reporting(exporter: OTLPTraceExporter, onFailure: (code: string) => void) {
  let failing = false
  return {
    export(spans: sdk.ReadableSpan[], done: (result: ExportResult) => void): void {
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

function endSpan(span: otel.Span | undefined, { error, result, failureOf }: Stage): void {
  const { code, name } = (error ?? {}) as NodeJS.ErrnoException
  const failure = error === undefined ? failureOf?.(result as never) : String(code ?? name)
  if (failure !== undefined) span?.setStatus({ code: otel.SpanStatusCode.ERROR }).setAttribute('error.type', failure)
  span?.end()
}

/** Without its message, which may quote what was sent. */
function codeOf(error: unknown): string {
  const { code, name, cause } = (error ?? {}) as { code?: unknown; name?: unknown; cause?: { code?: unknown } }
  return String(code ?? cause?.code ?? name ?? 'unknown')
}
