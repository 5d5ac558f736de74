/** A tracer that keeps the recorded spans, in place of an OpenTelemetry SDK. */
import {
  type Context,
  type Span,
  type SpanContext,
  type SpanOptions,
  type SpanStatus,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { randomSecretBytes } from '../../../src/platform/lib/id.ts';

export interface RecordedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly attributes: Record<string, unknown>;
  status: SpanStatus | undefined;
  isEnded: boolean;
}

const hex = (bytes: number) => randomSecretBytes(bytes).toString('hex');

/** Registered for the rest of the process. */
export function recordSpans(): RecordedSpan[] {
  const spans: RecordedSpan[] = [];
  const startSpan = (name: string, { attributes }: SpanOptions = {}, outer?: Context): Span => {
    const parent = outer && trace.getSpanContext(outer);
    const ownContext: SpanContext = {
      traceId: parent?.traceId ?? hex(16),
      spanId: hex(8),
      traceFlags: TraceFlags.SAMPLED,
      ...(parent?.traceState && { traceState: parent.traceState }),
    };
    const record: RecordedSpan = {
      name,
      ...ownContext,
      parentId: parent?.spanId,
      attributes: { ...attributes },
      status: undefined,
      isEnded: false,
    };
    spans.push(record);
    return toSpan(record, ownContext);
  };
  trace.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan,
      startActiveSpan: () => {
        throw new Error('not used');
      },
    }),
  });
  return spans;
}

function toSpan(record: RecordedSpan, context: SpanContext): Span {
  const span: Span = {
    spanContext: () => context,
    setAttribute: (name, value) => span.setAttributes({ [name]: value }),
    setAttributes: more => {
      Object.assign(record.attributes, more);
      return span;
    },
    setStatus: status => {
      record.status = status;
      return span;
    },
    end: () => {
      record.isEnded = true;
    },
    isRecording: () => !record.isEnded,
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    updateName: () => span,
    recordException: () => {},
  };
  return span;
}
