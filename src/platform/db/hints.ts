/**
 * Hints: messages that a commit left something to read. They carry no data, and a process that misses one
 * reads a little later anyway. They are sent after the commit, because a NOTIFY inside it would hold a
 * database-wide lock until the commit is on disk.
 */
import { systemClock } from '@kinora/shared/clock';
import { newRowId } from '../lib/id.ts';
import { statement } from './statement.ts';

/**
 * `tasks`: a row in the change feed. `queue`: a task that a worker can lease. `tokens`: the rights of a key,
 * or the rules of its group; other processes get a notification in the transaction instead, so that a revoked
 * key cannot be used anywhere.
 */
export type HintKind = 'tasks' | 'queue' | 'tokens';

/** `publicIds`: the tasks, if this process wrote them itself. */
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

/**
 * Its commit does not wait for the disk, and so delays no commit of others: a hint says only that
 * something else was committed.
 */
export const sendHint = statement(
  'send_hint',
  `select set_config('synchronous_commit', 'off', true), pg_notify('${hintChannel}', $1)`,
);
/** Hints within this time are sent together. */
const gatherMs = 10;

/** `send` runs `sendHint` with a payload. */
export function openHints(send: (payload: string) => Promise<unknown>): Hints {
  const node = newRowId();
  const handlers: Record<HintKind, HintHandler[]> = { tasks: [], queue: [], tokens: [] };
  const waiting = new Set<HintKind>();
  let sending: Promise<void> | undefined;

  const dispatch = (kind: HintKind, publicIds: readonly string[]) =>
    handlers[kind].forEach(handle => handle(publicIds));
  const sendWaiting = async (): Promise<void> => {
    while (waiting.size > 0) {
      const payload = [node, ...waiting].join(' ');
      waiting.clear();
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
      waiting.add(kind);
      sending ??= sendWaiting();
    },
    on: (kind, handler) => void handlers[kind].push(handler),
    receive: payload => {
      const [from, ...kinds] = payload.split(' ');
      if (from === node) return;
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
