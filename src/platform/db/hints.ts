/**
 * Hints: messages to other processes that a commit has written something for them to read. They carry no
 * data, and a process that misses one reads a little later anyway. They are sent after the commit, because a
 * NOTIFY inside it would hold a database-wide lock until the commit is on disk.
 */
import { systemClock } from '@kinora/shared/clock';
import { newRowId } from '../lib/id.ts';
import { statement } from './statement.ts';

/**
 * `tasks`: the change feed has a new row. `queue`: a task can be leased by a worker. `tokens`: the rights of
 * a key or the rules of its group have changed; other processes get a notification in the transaction
 * instead, so that a revoked key cannot be used anywhere.
 */
export type HintKind = 'tasks' | 'queue' | 'tokens';

/** `publicIds` are the ids of the changed tasks if this process wrote them; otherwise the list is empty. */
export type HintHandler = (publicIds: readonly string[]) => void;

export interface Hints {
  /** Notifies this process immediately, and other processes within a few milliseconds. */
  raise(kind: HintKind, publicIds?: readonly string[]): void;
  on(kind: HintKind, handler: HintHandler): void;
  /** Handles a hint of another process: the payload of a notification on `hintChannel`. */
  receive(payload: string): void;
  /** Sends pending hints. */
  flush(): Promise<void>;
}

export const hintChannel = 'kinora_hint';

/** Its commit does not wait for the disk, and so delays no other commit: a hint that is lost does no harm. */
export const sendHint = statement(
  'send_hint',
  `select set_config('synchronous_commit', 'off', true), pg_notify('${hintChannel}', $1)`,
);
/** Hints within this time are sent together. */
const gatherMs = 10;

/** `send` runs `sendHint` with a payload. */
export function openHints(send: (payload: string) => Promise<unknown>): Hints {
  const processId = newRowId();
  const handlers: Record<HintKind, HintHandler[]> = { tasks: [], queue: [], tokens: [] };
  const waitingKinds = new Set<HintKind>();
  let sending: Promise<void> | undefined;

  const dispatch = (kind: HintKind, publicIds: readonly string[]) =>
    handlers[kind].forEach(handle => handle(publicIds));
  const sendWaiting = async (): Promise<void> => {
    while (waitingKinds.size > 0) {
      const payload = [processId, ...waitingKinds].join(' ');
      waitingKinds.clear();
      // If the connection fails, the hint is lost. Receivers tolerate that.
      await send(payload).catch(() => {});
      await systemClock.sleep(gatherMs);
    }
    sending = undefined;
  };
  return {
    raise: (kind, publicIds = []) => {
      dispatch(kind, publicIds);
      if (kind === 'tokens') return;
      waitingKinds.add(kind);
      sending ??= sendWaiting();
    },
    on: (kind, handler) => void handlers[kind].push(handler),
    receive: payload => {
      const [senderId, ...kinds] = payload.split(' ');
      if (senderId === processId) return;
      for (const kind of kinds) if (isKind(kind, handlers)) dispatch(kind, []);
    },
    flush: async () => {
      await sending;
    },
  };
}

function isKind(text: string, handlers: Record<HintKind, unknown>): text is HintKind {
  return Object.hasOwn(handlers, text);
}
