/** Reads the server-sent events of an engine's answer. */
import { reason } from '@kinora/shared/errors/reason';
import type { Readable } from 'node:stream';
import { EngineError } from '../../contract/engine-error.ts';
import { brokenConnection } from './send-request.ts';

export interface ServerEvent {
  /** Empty if the event has no name. */
  readonly name: string;
  readonly data: string;
}

/**
 * Yields the events in their order, until the answer ends. Throws EngineError if the connection breaks or
 * they are larger than `maxBytes`.
 */
export async function* readServerEvents(body: Readable, maxBytes: number): AsyncGenerator<ServerEvent> {
  let name = '';
  let data: string[] = [];
  for await (const line of readLines(body, maxBytes)) {
    if (line === '') {
      if (data.length > 0) yield { name, data: data.join('\n') };
      name = '';
      data = [];
      continue;
    }
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  // The specification of browsers would drop this event, but some servers leave out the empty line after the
  // last one.
  if (data.length > 0) yield { name, data: data.join('\n') };
}

/** An event with a picture is one line of megabytes, so its parts are joined once. */
async function* readLines(body: Readable, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let sizeBytes = 0;
  for await (const chunk of readChunks(body)) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new EngineError('engine_error', reason('answer_large'));
    const [firstPart = '', ...nextLines] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(firstPart);
    for (const nextLine of nextLines) {
      yield withoutReturn(parts.join(''));
      parts = [nextLine];
    }
  }
  yield withoutReturn(parts.join(''));
}

async function* readChunks(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw brokenConnection(error);
  } finally {
    body.destroy();
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
