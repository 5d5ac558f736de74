/**
 * Server-sent events of a route, reconnected until the signal is aborted. Each reconnection
 * continues after the last event.
 */
import { KinoraError } from './kinora-error.ts';
import { anySignal, now, sleep, withTimeout } from './sleep.ts';

export interface StreamEvent {
  readonly id: string | undefined;
  readonly data: string;
}

export interface EventStreamOptions {
  /** Opens the stream. Throws KinoraError. */
  readonly open: (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>;
  readonly signal?: AbortSignal | undefined;
  /** The number of the last event that is known already. */
  readonly after?: string | undefined;
  readonly onOpen?: () => void;
  /** Called when the stream is not open any more. It is reconnected. */
  readonly onLost?: () => void;
}

/** The server sends a comment every 15 seconds. */
const silentMs = 45_000;
const longestPauseMs = 30_000;

/**
 * Ends when the signal is aborted, or when the server ends the stream for good (204). Throws KinoraError if
 * the caller may not read it.
 */
export async function* streamEvents(options: EventStreamOptions): AsyncGenerator<StreamEvent> {
  const { open, signal, onOpen, onLost } = options;
  let lastEventId = options.after;
  for (let pauseMs = 500; !signal?.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const attempt = new AbortController();
    const startedMs = now();
    try {
      const headers = {
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      };
      const response = await open(headers, anySignal(attempt.signal, signal));
      if (response.status === 204 || !response.body) return;
      onOpen?.();
      for await (const event of readEvents(response.body, attempt)) {
        lastEventId = event.id ?? lastEventId;
        yield event;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof KinoraError && !error.isRetryable) throw error;
    } finally {
      attempt.abort();
      onLost?.();
      // It was open for a while: the next attempt is the first one again.
      if (now() - startedMs > longestPauseMs) pauseMs = 250;
    }
    await sleep(pauseMs, signal);
  }
}

/** Ends with the connection, or when nothing has arrived for a while. */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  attempt: AbortController,
): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await withTimeout(silentMs, reader.read(), () => attempt.abort());
    if (done) return;
    const blocks = `${text}${value}`.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) yield event;
    }
  }
}

/** Returns undefined for a comment or a pause between reconnections. */
function parseEvent(block: string): StreamEvent | undefined {
  const lines = block.split(/\r?\n/);
  const field = (name: string) =>
    lines
      .filter(line => line.startsWith(`${name}:`))
      .map(line => line.slice(name.length + 1).trim())
      .join('\n');
  const data = field('data');
  return data ? { id: field('id') || undefined, data } : undefined;
}
