/**
 * Hints that a commit left something to read. They carry no data, and a process that misses one reads a little later anyway, so they
 * are sent after the commit: a NOTIFY inside it would hold a lock of the whole database until the commit is on disk.
 */
import type pg from 'pg';
import { systemClock } from '../lib/clock.ts';
import { newRowId } from '../lib/id.ts';

/**
 * `tasks`: a line in the change feed. `queue`: a task that a worker can lease. `tokens`: what a key may do; other processes hear of
 * that by a notification in the transaction, so that a revoked key cannot be used anywhere.
 */
export type HintKind = 'tasks' | 'queue' | 'tokens';

/** `publicIds`: of the tasks, where this process wrote them itself. */
export type HintHandler = (publicIds: readonly string[]) => void;

export interface Hints {
  /** Tells this process immediately, and other processes within a few milliseconds. */
  raise(kind: HintKind, publicIds?: readonly string[]): void;
  on(kind: HintKind, handler: HintHandler): void;
  /** What another process sent: the payload of a notification on `hintChannel`. */
  receive(payload: string): void;
  /** Sends what is still waiting. */
  flush(): Promise<void>;
}

export const hintChannel = 'kinora_hint';

/** Hints that follow each other are sent together. */
const gatherMs = 10;

export function openHints(pool: pg.Pool): Hints {
  const node = newRowId();
  const handlers: Record<HintKind, HintHandler[]> = { tasks: [], queue: [], tokens: [] };
  const waiting = new Set<HintKind>();
  let sending: Promise<void> | undefined;

  const tell = (kind: HintKind, publicIds: readonly string[]) =>
    handlers[kind].forEach(handle => handle(publicIds));
  const send = async (): Promise<void> => {
    while (waiting.size > 0) {
      const payload = [node, ...waiting].join(' ');
      waiting.clear();
      // Lost with the connection: a hint may be missed.
      await pool.query(`select pg_notify('${hintChannel}', $1)`, [payload]).catch(() => {});
      await systemClock.sleep(gatherMs);
    }
    sending = undefined;
  };
  return {
    raise: (kind, publicIds = []) => {
      tell(kind, publicIds);
      if (kind === 'tokens') return;
      waiting.add(kind);
      sending ??= send();
    },
    on: (kind, handler) => void handlers[kind].push(handler),
    receive: payload => {
      const [from, ...kinds] = payload.split(' ');
      if (from === node) return;
      for (const kind of kinds) if (isKind(kind, handlers)) tell(kind, []);
    },
    flush: async () => {
      await sending;
    },
  };
}

function isKind(text: string, handlers: Record<HintKind, unknown>): text is HintKind {
  return Object.hasOwn(handlers, text);
}
