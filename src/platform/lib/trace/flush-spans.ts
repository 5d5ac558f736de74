import { trace, type TracerProvider } from '@opentelemetry/api';
import { setTimeout as wait } from 'node:timers/promises';

/** How long sending the spans may take: if it took longer, a supervisor might kill the process. */
const limitMs = 3_000;

interface FlushableProvider extends TracerProvider {
  readonly forceFlush?: () => Promise<void>;
  readonly getDelegate?: () => FlushableProvider;
}

/**
 * Sends the spans that an SDK still holds, so that the end of the process loses none. The API of
 * OpenTelemetry has no call for it.
 */
export async function flushSpans(): Promise<void> {
  const provider: FlushableProvider = trace.getTracerProvider();
  const sdk = provider.getDelegate?.() ?? provider;
  // A collector that cannot be reached does not delay the end of the process.
  const flush = sdk.forceFlush?.().catch(() => {});
  if (flush) await Promise.race([flush, wait(limitMs, undefined, { ref: false })]);
}
