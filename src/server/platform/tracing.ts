import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Attributes, Context, Span, SpanKind } from '@opentelemetry/api'
import { OperatorError } from './failure.ts'
import { version } from './version.ts'

/** Loads the packages of OpenTelemetry, which only who wants traces installs, and sends by them. */
const load = async () => {
  const [
    api,
    { detectResources, envDetector, resourceFromAttributes },
    sdk,
    { OTLPTraceExporter },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const own = resourceFromAttributes({ 'service.name': 'cairn', 'service.version': version })
  const provider = new sdk.NodeTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return { api, provider, tracer: provider.getTracer('cairn', version) }
}

let tracing: Awaited<ReturnType<typeof load>> | null = null

/**
 * Begins to send traces to where `OTEL_EXPORTER_OTLP_ENDPOINT` says; the SDK reads its other
 * variables by itself.
 * @throws OperatorError where its packages are not installed
 */
export async function startTracing(): Promise<void> {
  tracing = await load().catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new OperatorError(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages that send traces are not installed. In the ' +
        'folder of Cairn: npm install --no-save --save-prod --omit=dev @opentelemetry/api@1.9 ' +
        '@opentelemetry/resources@2 @opentelemetry/sdk-trace-node@2 ' +
        '@opentelemetry/exporter-trace-otlp-http@0.223',
      { cause },
    )
  })
}

/** Milliseconds that the end of the process waits for a collector. */
const endWithin = 2000

/** Sends what is left, if the collector takes it, and traces nothing any more. */
export async function stopTracing(): Promise<void> {
  const ending = tracing?.provider.shutdown().catch(() => undefined)
  tracing = null
  await Promise.race([ending, wait(endWithin, undefined, { ref: false })])
}

/** Work that a span covers, while it lasts. */
export interface Covered {
  /** 32 hexadecimal digits. */
  traceId: string
  /** Runs work whose own spans are parts of this one. */
  run<T>(work: () => T): T
  /** Ends the span; `errorType` where it failed. */
  end(outcome?: { attributes?: Attributes; errorType?: string }): void
}

/**
 * Begins the span of a request, in the trace that its headers name; null where nothing is traced.
 * Attributes never hold text that people wrote, nor secrets.
 */
export function beginRequest(
  name: string,
  headers: IncomingHttpHeaders,
  attributes: Attributes,
): Covered | null {
  if (!tracing) return null
  const { api } = tracing
  const parent = api.propagation.extract(api.ROOT_CONTEXT, headers)
  return begin(name, { kind: api.SpanKind.SERVER, attributes, parent })
}

/** Begins the span of a statement to the database, if it is a part of something that is traced. */
export function beginStatement(text: string): Covered | null {
  if (!tracing?.api.trace.getActiveSpan()) return null
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query'
  const table = /\b(?:from|into|update|join) "?(\w+)/.exec(text)?.[1]
  return begin([operation, table].filter(Boolean).join(' '), {
    kind: tracing.api.SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
    },
    parent: tracing.api.context.active(),
  })
}

/** Runs work that nobody waits for, in a trace of its own. */
export async function inTrace<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!tracing) return work()
  const { INTERNAL } = tracing.api.SpanKind
  const covered = begin(name, { kind: INTERNAL, attributes: {}, parent: tracing.api.ROOT_CONTEXT })
  try {
    const result = await (covered ? covered.run(work) : work())
    covered?.end()
    return result
  } catch (failure) {
    covered?.end({ errorType: errorTypeOf(failure) })
    throw failure
  }
}

/** Returns the kind of an error: its message may hold what people wrote. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

interface Beginning {
  kind: SpanKind
  attributes: Attributes
  parent: Context
}

function begin(name: string, { kind, attributes, parent }: Beginning): Covered | null {
  if (!tracing) return null
  const { api, tracer } = tracing
  const span: Span = tracer.startSpan(name, { kind, attributes }, parent)
  const inside = api.trace.setSpan(parent, span)
  return {
    traceId: span.spanContext().traceId,
    run: (work) => api.context.with(inside, work),
    end: ({ attributes: more = {}, errorType } = {}) => {
      span.setAttributes({ ...more, ...(errorType && { 'error.type': errorType }) })
      if (errorType) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end()
    },
  }
}
