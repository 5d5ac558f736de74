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

export interface EventSource<Task extends TaskView = TaskView> {
  /** The key, or the session, of the stream is still good. */
  readonly isAllowed: () => Promise<boolean>;
  /** Where to go on after a number: before it, where what was written at the same time may be missing. */
  readonly lookBack: (change: number) => Promise<number>;
  /** A page of the stream's tasks that changed after a number, in the order of their changes; none: that was all. */
  readonly since: (change: number) => Promise<Task[]>;
  /** One that changed just now. */
  readonly load: (task: LoadTask) => Promise<Task | undefined>;
  readonly isMine: (task: Task) => boolean;
  readonly toEvent: (task: Task) => ToldEvent;
  /** No further change can come. */
  readonly isOver: (task: Task) => boolean;
  /** Any task changed, of whomever; `tell` says something beside the tasks, under no number. */
  readonly heard?: (task: Task, tell: (event: ToldEvent) => void) => void;
}

export interface ToldEvent {
  readonly name: string;
  readonly data: string;
}

export interface StreamRequest<Task extends TaskView = TaskView> {
  readonly reply: FastifyReply;
  /** The token or the user whose stream it is. */
  readonly callerId: string;
  readonly bus: TaskBus;
  readonly source: EventSource<Task>;
  /** What the client has seen: all changes up to this number. */
  readonly from: number;
  /** Changes that are not to be told, though their announcement may still be on its way. */
  readonly seen?: readonly Task[];
  /** Said first, under the number `from`. */
  readonly opening?: ToldEvent | undefined;
}

const heartbeatMs = 15_000;
/** A client that reads no more is let go: it comes back with the number of what it got. */
const maxUnsentBytes = 4 * 1024 * 1024;
const tasksRemembered = 10_000;

export function streamEvents<Task extends TaskView>({
  reply,
  callerId,
  bus,
  source,
  from,
  seen = [],
  opening,
}: StreamRequest<Task>): void {
  // The client left while it was looked up what there is to tell.
  if (reply.raw.destroyed) return void reply.hijack();
  const raw = begin(reply);
  if (opening) raw.write(`id: ${from}\nevent: ${opening.name}\ndata: ${opening.data}\n\n`);
  const ended = new AbortController();
  const waiting = new Map<string, LoadTask>();
  const told = openTeller(raw, source, { from, seen });
  let isBehind = true;
  let isWorking = false;

  const catchUp = async (): Promise<void> => {
    isBehind = false;
    if (!(await source.isAllowed())) return void raw.end();
    for await (const page of pagesAfter(told.last, source)) {
      page.forEach(told.tell);
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
          told.tell(await source.load(next[1]));
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
    callerId,
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

/** Tells each change once, and knows how far it has come. */
function openTeller<Task extends TaskView>(
  raw: FastifyReply['raw'],
  source: EventSource<Task>,
  { from, seen }: Required<Pick<StreamRequest<Task>, 'from' | 'seen'>>,
) {
  const sent = new LRUCache<string, number>({ max: tasksRemembered });
  for (const { publicId, change } of seen) sent.set(publicId, change);
  const say = ({ name, data }: ToldEvent): void => {
    if (!raw.writableEnded && !raw.destroyed) raw.write(`event: ${name}\ndata: ${data}\n\n`);
  };
  const teller = {
    last: from,
    tell: (task: Task | undefined): void => {
      if (!task || raw.writableEnded) return;
      source.heard?.(task, say);
      if (!source.isMine(task) || (sent.get(task.publicId) ?? 0) >= task.change) return;
      sent.set(task.publicId, task.change);
      teller.last = Math.max(teller.last, task.change);
      const { name, data } = source.toEvent(task);
      raw.write(`id: ${task.change}\nevent: ${name}\ndata: ${data}\n\n`);
      if (source.isOver(task)) raw.end();
      else if (raw.writableLength > maxUnsentBytes) raw.destroy();
    },
  };
  return teller;
}

async function* pagesAfter<Task extends TaskView>(
  change: number,
  { lookBack, since }: EventSource<Task>,
): AsyncGenerator<Task[]> {
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
