/** A reader of server-sent events: keeps the events it received, and how the stream ended. */
import { until } from '../servers/app.ts';
import { atEnd } from '../servers/clean-up.ts';

export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: any;
}

export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  readonly events: ReceivedEvent[];
  /** The names of the events of one clip. */
  eventNames(id: string): string[];
  /** Resolves with the events once they fit. */
  when(fits: (events: readonly ReceivedEvent[]) => boolean): Promise<readonly ReceivedEvent[]>;
  /** `ended` by the server, or `broken`. */
  readonly end: Promise<'ended' | 'broken'>;
  close(): Promise<void>;
}

/**
 * Authenticates with a key, or with the headers of a browser. Closed automatically when the
 * tests of the file have ended.
 */
export async function readEvents(
  url: string,
  caller: string | { readonly cookie: string },
  lastEventId?: string,
): Promise<EventReader> {
  const closing = new AbortController();
  const headers = {
    ...(typeof caller === 'string' ? { authorization: `Bearer ${caller}` } : caller),
    accept: 'text/event-stream',
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const response = await fetch(url, { headers, signal: closing.signal });
  const events: ReceivedEvent[] = [];
  const end = collect(response, events);
  const close = async () => {
    closing.abort();
    await end;
  };
  atEnd(close);
  return {
    status: response.status,
    headers: response.headers,
    events,
    eventNames: id => events.filter(({ data }) => data.id === id).map(({ name }) => name),
    when: fits => until(async () => events, fits),
    end,
    close,
  };
}

async function collect(response: Response, events: ReceivedEvent[]): Promise<'ended' | 'broken'> {
  let unread = '';
  try {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (unread + text).split('\n\n');
      unread = blocks.pop() ?? '';
      for (const block of blocks) events.push(...parseEvent(block));
    }
    return 'ended';
  } catch {
    return 'broken';
  }
}

/** Comments and `retry` are not events. */
function parseEvent(block: string): ReceivedEvent[] {
  const lines = block.split('\n').map(line => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []);
  const { id, event, data } = Object.fromEntries(lines) as Record<string, string | undefined>;
  return data === undefined ? [] : [{ id, name: event ?? 'message', data: JSON.parse(data) }];
}
