/**
 * A stream of server-sent events: tasks as they change, in order, starting after the last event of the
 * client. Each event contains the current task and has the number of its last change as its id. A client that
 * reconnects with that id gets what it missed. Simultaneous changes may be announced in another order, so a
 * resumed stream starts a little earlier and may repeat events.
 */
import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import { sendHeartbeats, beginEvents } from './event-response.ts';
import type { LoadTask, TaskBus } from './task-bus.ts';

export interface EventSource<Task extends TaskView = TaskView> {
  /** Whether the key or the session of the stream is still valid. */
  readonly isAllowed: () => Promise<boolean>;
  /**
   * Where to resume after a number: a little earlier, because changes written at
   * the same time may be missing.
   */
  readonly resumeFrom: (change: number) => Promise<number>;
  /**
   * A page of the stream's tasks that changed after a number, in the order of their
   * changes. Empty if there are no more.
   */
  readonly since: (change: number) => Promise<Task[]>;
  /** Reads a task that has just changed. */
  readonly load: (task: LoadTask) => Promise<Task | undefined>;
  readonly isMine: (task: Task) => boolean;
  readonly toEvent: (task: Task) => StreamEvent;
  /** Whether the task cannot change any more. */
  readonly isOver: (task: Task) => boolean;
  /** Called when any task changed. `send` sends another event without a number. */
  readonly onChange?: (task: Task, send: (event: StreamEvent) => void) => void;
  /**
   * The event, without a number, for tokens of an account (undefined: of any) that were created, changed or
   * revoked. Returns undefined if there is none.
   */
  readonly tokensEvent?: (accountId: string | undefined) => StreamEvent | undefined;
  /**
   * The event, without a number, for a change of a local model or of its
   * installation. Returns undefined if there is none.
   */
  readonly localEvent?: () => StreamEvent | undefined;
}

export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

export interface StreamRequest<Task extends TaskView = TaskView> {
  readonly reply: FastifyReply;
  /**
   * The token and the user of the stream. When one of them changes, the stream checks
   * whether it is still allowed.
   */
  readonly callerIds: readonly string[];
  readonly bus: TaskBus;
  readonly source: EventSource<Task>;
  /** The client has seen all changes up to this number. */
  readonly from: number;
  /** Tasks whose changes the client already has, although their announcement may still arrive. */
  readonly seenTasks?: readonly Task[];
  /** The first event, with the number `from`. */
  readonly opening?: StreamEvent | undefined;
}

/** A client with more unread bytes is disconnected. It can reconnect with the number of its last event. */
const maxUnsentBytes = 4 * 1024 * 1024;
const tasksRemembered = 10_000;

export function streamEvents<Task extends TaskView>({
  reply,
  callerIds,
  bus,
  source,
  from,
  seenTasks = [],
  opening,
}: StreamRequest<Task>): void {
  // The client disconnected during the query.
  if (reply.raw.destroyed) return void reply.hijack();
  const raw = beginEvents(reply);
  raw.write('retry: 2000\n\n');
  if (opening) raw.write(`id: ${from}\nevent: ${opening.name}\ndata: ${opening.data}\n\n`);
  const controller = new AbortController();
  const waiting = new Map<string, LoadTask>();
  const writer = openEventWriter(raw, source, { from, seenTasks });
  let isBehind = true;
  let isWorking = false;

  const catchUp = async (): Promise<void> => {
    isBehind = false;
    if (!(await source.isAllowed())) return void raw.end();
    for await (const page of pagesAfter(writer.last, source)) {
      page.forEach(writer.sendTask);
      if (controller.signal.aborted) return;
      if (raw.writableNeedDrain) await once(raw, 'drain', { signal: controller.signal });
    }
  };
  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    try {
      while (!controller.signal.aborted && (isBehind || waiting.size > 0)) {
        if (isBehind) await catchUp();
        const [next] = waiting;
        if (next) {
          waiting.delete(next[0]);
          writer.sendTask(await source.load(next[1]));
        }
      }
    } catch {
      // The database is unavailable. The client will reconnect.
      raw.destroy();
    } finally {
      isWorking = false;
    }
  };
  const unsubscribe = bus.subscribe({
    callerIds,
    onMissedChanges: () => {
      isBehind = true;
      void work();
    },
    onTaskChange: (publicId, load) => {
      waiting.set(publicId, load);
      void work();
    },
    onTokensChange: accountId => writer.sendIfAny(source.tokensEvent?.(accountId)),
    onLocalChange: () => writer.sendIfAny(source.localEvent?.()),
    end: () => raw.end(),
  });
  raw.once('close', () => {
    controller.abort();
    unsubscribe();
  });
  void work();
  void sendHeartbeats(raw, controller.signal);
}

/** Sends each change once and remembers the last number. */
function openEventWriter<Task extends TaskView>(
  raw: FastifyReply['raw'],
  source: EventSource<Task>,
  { from, seenTasks }: Required<Pick<StreamRequest<Task>, 'from' | 'seenTasks'>>,
) {
  const sentChanges = new LRUCache<string, number>({ max: tasksRemembered });
  for (const { publicId, change } of seenTasks) sentChanges.set(publicId, change);
  const send = ({ name, data }: StreamEvent): void => {
    if (!raw.writableEnded && !raw.destroyed) raw.write(`event: ${name}\ndata: ${data}\n\n`);
  };
  const writer = {
    last: from,
    sendIfAny: (event: StreamEvent | undefined): void => {
      if (event) send(event);
    },
    sendTask: (task: Task | undefined): void => {
      if (!task || raw.writableEnded) return;
      source.onChange?.(task, send);
      if (!source.isMine(task) || (sentChanges.get(task.publicId) ?? 0) >= task.change) return;
      sentChanges.set(task.publicId, task.change);
      writer.last = Math.max(writer.last, task.change);
      const { name, data } = source.toEvent(task);
      raw.write(`id: ${task.change}\nevent: ${name}\ndata: ${data}\n\n`);
      if (source.isOver(task)) raw.end();
      else if (raw.writableLength > maxUnsentBytes) raw.destroy();
    },
  };
  return writer;
}

async function* pagesAfter<Task extends TaskView>(
  change: number,
  { resumeFrom, since }: EventSource<Task>,
): AsyncGenerator<Task[]> {
  for (let after = await resumeFrom(change); ;) {
    const page = await since(after);
    yield page;
    const next = page.at(-1)?.change ?? after;
    if (next <= after) return;
    after = next;
  }
}
