/**
 * Spans, by the API of OpenTelemetry. Without an SDK nothing is recorded, but the trace of a request
 * still leads to its task, its engine and its webhooks. Attributes and failures are codes and ids, never
 * texts, which might quote a prompt.
 */
import {
  type Attributes,
  context,
  createTraceState,
  isSpanContextValid,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { TraceContext } from './trace-context.ts';

export interface SpanOptions {
  /** Default: `internal`. */
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer';
  /** Default: the current span. */
  readonly parent?: TraceContext | undefined;
  readonly attributes?: Attributes;
  /** Default: now. */
  readonly startMs?: number;
}

export interface OpenSpan {
  /** Runs the work with this span as the current one. */
  run<Result>(work: () => Result): Result;
  set(attributes: Attributes): void;
  /** `failure` is an error code. It is absent if the work succeeded. */
  end(failure?: string): void;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Returns undefined if there is neither an SDK nor a trace to continue. */
export function openSpan(name: string, options: SpanOptions = {}): OpenSpan | undefined {
  const { kind, parent, attributes = {}, startMs } = options;
  const parentContext = parent ? toSpanContext(parent) : context.active();
  const span = trace.getTracer('kinora').startSpan(
    name,
    {
      kind: kind ? kinds[kind] : SpanKind.INTERNAL,
      attributes,
      ...(startMs !== undefined && { startTime: startMs }),
    },
    parentContext,
  );
  if (!isSpanContextValid(span.spanContext())) return undefined;
  const spanContext = trace.setSpan(parentContext, span);
  return {
    run: work => context.with(spanContext, work),
    set: newAttributes => void span.setAttributes(newAttributes),
    end: failure => {
      if (failure !== undefined) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('error.type', failure);
      }
      span.end();
    },
  };
}

/** Runs the work in a span that ends with it. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span?: OpenSpan) => Promise<Result>,
): Promise<Result> {
  const span = openSpan(name, options);
  if (!span) return work();
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(failureCode(error));
    throw error;
  }
}

/**
 * Returns the current span in the form in which it is sent and stored. Returns undefined if there is none.
 */
export function currentTrace(): TraceContext | undefined {
  const current = trace.getSpanContext(context.active());
  if (!current || !isSpanContextValid(current)) return undefined;
  const { traceId, spanId, traceFlags, traceState } = current;
  const tracestate = traceState?.serialize();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ...(tracestate && { tracestate }),
  };
}

/** The headers that let the receiver of a request continue the trace. */
export function traceHeaders(): Record<string, string> {
  return { ...currentTrace() };
}

/** Returns the id for log lines. */
export function currentTraceId(): string | undefined {
  return trace.getSpanContext(context.active())?.traceId;
}

/** Whether something else, such as the instrumentation of an SDK, has opened a span for this work. */
export function hasCurrentSpan(): boolean {
  return trace.getActiveSpan() !== undefined;
}

function toSpanContext({ traceparent, tracestate }: TraceContext) {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  return trace.setSpanContext(context.active(), {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(tracestate && { traceState: createTraceState(tracestate) }),
  });
}

function failureCode(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : String(name ?? typeof error);
}
