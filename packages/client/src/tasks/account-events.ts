/** Changes of all tasks that a token sees. */
import { streamEvents, type EventStreamOptions } from '../http/event-stream.ts';

export interface EventsOptions {
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** The number of the last event that is known already. */
  readonly after?: string;
}

export interface TaskEvent<Record> {
  readonly number: string | undefined;
  readonly record: Record;
}

/** Ends when the signal is aborted or the caller stops. */
export async function* accountEvents<Record>(
  open: EventStreamOptions['open'],
  options: EventsOptions,
): AsyncGenerator<TaskEvent<Record>> {
  for await (const { id, data } of streamEvents({ open, ...options }))
    yield { number: id, record: JSON.parse(data) as Record };
}
