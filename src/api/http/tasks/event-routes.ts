/** The two event streams of an interface. */
import { resumable } from '../sent-headers.ts';
import { route, type Route } from '../route.ts';
import {
  eventsQuery,
  getAccountEvents,
  getTaskEvents,
  type EventFormat,
  type EventDependencies,
} from './task-events.ts';

export interface EventPaths {
  /** The path of the stream of one task, with `:id`. */
  readonly one: string;
  readonly all: string;
  /** The word of the interface for a task, such as `clip`. */
  readonly noun: string;
}

export function eventRoutes(
  parts: EventDependencies,
  format: EventFormat,
  { one, all, noun }: EventPaths,
): Route[] {
  const stream = {
    interfaceName: format.interface,
    auth: 'key',
    method: 'GET',
    query: eventsQuery,
    headers: resumable,
    streams: true,
  } as const;
  const events = {
    description: 'Each event is named after the status, has a number, and contains the record.',
    types: ['text/event-stream'],
  };
  return [
    route({
      ...stream,
      path: one,
      summary: `Stream changes of a ${noun} (server-sent events)`,
      responses: {
        200: events,
        204: { description: `The ${noun} has finished and all events have been received.` },
      },
      errorCodes: ['task_unknown', 'streams_too_many'],
      handle: getTaskEvents(parts, format),
    }),
    route({
      ...stream,
      path: all,
      summary: `Stream changes of all your ${noun}s (server-sent events)`,
      responses: { 200: events },
      errorCodes: ['streams_too_many'],
      handle: getAccountEvents(parts, format),
    }),
  ];
}
