import type Koa from 'koa'

export interface Tracing {
  /**
   * Creates a span for each request, named by its route pattern. Addresses and queries are omitted, because they may
   * contain keys.
   */
  middleware: Koa.Middleware
  stop(): Promise<void>
}

/** Sends traces to an OpenTelemetry collector (OTLP over HTTP). Without an endpoint, no package is loaded. */
export async function openTracing(endpoint: string | undefined, serviceName: string): Promise<Tracing | null> {
  if (endpoint === undefined) return null
  const [{ SpanKind, SpanStatusCode, context, propagation }, { BatchSpanProcessor, NodeTracerProvider }, exporter] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const provider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new exporter.OTLPTraceExporter({ url }))],
  })
  provider.register()
  const tracer = provider.getTracer(serviceName)
  const middleware: Koa.Middleware = (ctx, next) => {
    const parent = propagation.extract(context.active(), ctx.headers)
    return tracer.startActiveSpan(ctx.method, { kind: SpanKind.SERVER }, parent, async span => {
      try {
        await next()
      } finally {
        const route = String((ctx as { _matchedRoute?: unknown })._matchedRoute ?? 'none')
        span.updateName(`${ctx.method} ${route}`)
        span.setAttributes({
          'http.request.method': ctx.method,
          'http.route': route,
          'http.response.status_code': ctx.status,
          'warung.request_id': String(ctx.state.requestId ?? ''),
          'service.name': serviceName,
        })
        const shared = ctx.state.shared as { shared_with: number; waited_ms: number } | undefined
        if (shared) {
          span.setAttributes({ 'warung.shared_with': shared.shared_with, 'warung.waited_ms': shared.waited_ms })
        }
        if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    })
  }
  return { middleware, stop: () => provider.shutdown() }
}
