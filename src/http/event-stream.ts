/**
 * One open stream of server-sent events: tasks as they change, in order, from where the client left off. What is sent is
 * the task as it is, under the number of its last change: a client that comes back with that number gets what it missed.
 * Two changes at one moment may be announced in the other order, so a resume looks back a little and may repeat itself.
 */
import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { systemClock } from '../lib/clock.ts';
import type { TaskView } from '../tasks/task-view.ts';
import type { LoadTask, TaskBus } from './task-bus.ts';

export interface EventSource {
  /** The key of the stream is still good. */
  readonly isAllowed: () => Promise<boolean>;
  /** Where to go on after a number: before it, where what was written at the same time may be missing. */
  readonly lookBack: (change: number) => Promise<number>;
  /** A page of the stream's tasks that changed after a number, in the order of their changes; none: that was all. */
  readonly since: (change: number) => Promise<TaskView[]>;
  readonly isMine: (task: TaskView) => boolean;
  readonly toEvent: (task: TaskView) => { readonly name: string; readonly data: string };
  /** No further change can come. */
  readonly isOver: (task: TaskView) => boolean;
}

export interface StreamRequest {
  readonly reply: FastifyReply;
  readonly tokenId: string;
  readonly bus: TaskBus;
  readonly source: EventSource;
  /** What the client has seen: all changes up to this number. */
  readonly from: number;
  /** Changes that are not to be told, though their announcement may still be on its way. */
  readonly seen?: readonly TaskView[];
}

const heartbeatMs = 15_000;
/** A client that reads no more is let go: it comes back with the number of what it got. */
const maxUnsentBytes = 4 * 1024 * 1024;
const tasksRemembered = 10_000;

export function streamEvents({ reply, tokenId, bus, source, from, seen = [] }: StreamRequest): void {
  // The client left while it was looked up what there is to tell.
  if (reply.raw.destroyed) return void reply.hijack();
  const raw = begin(reply);
  const ended = new AbortController();
  const sent = new LRUCache<string, number>({ max: tasksRemembered });
  for (const { publicId, change } of seen) sent.set(publicId, change);
  const waiting = new Map<string, LoadTask>();
  let last = from;
  let isBehind = true;
  let isWorking = false;

  const write = (task: TaskView | undefined): void => {
    if (!task || raw.writableEnded || !source.isMine(task) || (sent.get(task.publicId) ?? 0) >= task.change)
      return;
    sent.set(task.publicId, task.change);
    last = Math.max(last, task.change);
    const { name, data } = source.toEvent(task);
    raw.write(`id: ${task.change}\nevent: ${name}\ndata: ${data}\n\n`);
    if (source.isOver(task)) raw.end();
    else if (raw.writableLength > maxUnsentBytes) raw.destroy();
  };
  const catchUp = async (): Promise<void> => {
    isBehind = false;
    if (!(await source.isAllowed())) return void raw.end();
    for await (const page of pagesAfter(last, source)) {
      page.forEach(write);
      if (ended.signal.aborted) return;
      if (raw.writableNeedDrain) await once(raw, 'drain', { signal: ended.signal });
    }
  };
  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    try {
      while (!ended.signal.aborted && (isBehind || waiting.size > 0)) {
        if (isBehind) await catchUp();
        const [next] = waiting;
        if (next) {
          waiting.delete(next[0]);
          write(await next[1]());
        }
      }
    } catch {
      // The database is away: the client comes back.
      raw.destroy();
    } finally {
      isWorking = false;
    }
  };
  const unsubscribe = bus.subscribe({
    tokenId,
    missed: () => {
      isBehind = true;
      void work();
    },
    changed: (publicId, load) => {
      waiting.set(publicId, load);
      void work();
    },
    end: () => raw.end(),
  });
  raw.once('close', () => {
    ended.abort();
    unsubscribe();
  });
  void work();
  void beat(raw, ended.signal);
}

async function* pagesAfter(change: number, { lookBack, since }: EventSource): AsyncGenerator<TaskView[]> {
  for (let after = await lookBack(change); ; ) {
    const page = await since(after);
    yield page;
    const next = page.at(-1)?.change ?? after;
    if (next <= after) return;
    after = next;
  }
}

function begin(reply: FastifyReply): FastifyReply['raw'] {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': '*',
  });
  raw.write('retry: 2000\n\n');
  return raw;
}

/** Keeps proxies from closing a quiet stream, and finds out that nobody is there any more. */
async function beat(raw: FastifyReply['raw'], ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await systemClock.sleep(heartbeatMs, ended);
    if (!ended.aborted && !raw.writableEnded) raw.write(': still here\n\n');
  }
}
