/**
 * Reads the change feed: which tasks changed, each change exactly once, regardless of concurrent
 * transactions. A reader stores the snapshot of its last read. Rows that have become visible since then were
 * written by transactions that were open or had not begun at that snapshot (event-driven.io, "How Postgres
 * sequences issues can impact your messaging guarantees").
 */
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Database, Queryable } from './open.ts';
import { indexedStatement, statement, type Statement } from './statement.ts';
import type { Clock } from '@kinora/shared/clock';

export interface ChangeFeed {
  /** Calls the handler with the tasks that changed since the last call. */
  on(handler: (changes: readonly TaskChange[]) => void): void;
  /**
   * Calls the handler when changes may have been missed, because the feed was not read for
   * longer than its rows are retained.
   */
  onGap(handler: () => void): void;
  /**
   * Whether all changes committed more than 250 ms ago have been announced. Calling it makes the feed
   * read every 50 ms for a while.
   */
  isFresh(): boolean;
  /** Milliseconds since the last read began. */
  readonly lagMs: number;
  close(): Promise<void>;
}

export interface TaskChange {
  readonly publicId: string;
  /** A webhook of the task has not ended yet. */
  readonly isHooked: boolean;
}

export interface FeedDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const freshMs = 250;
const busyPauseMs = 50;
const idlePauseMs = 1_000;
/** How long the feed is read at the busy rate after a call of `isFresh`. */
const busyForMs = 2_000;
/** Hints within this time are handled by one read. */
const gatherMs = 10;
/**
 * How long the feed waits before it reads what this process wrote. The caches have dropped those tasks
 * already, and an immediate read would compete with the polls that ask for them.
 */
const ownPauseMs = 5;
/** A slot is truncated no earlier than ten minutes after its last row (see `clearChanges`). */
const retentionMs = 9 * 60_000;
/**
 * If the clock of the database was put back by more, the slot that is truncated
 * next may have the latest rows.
 */
const putBackMs = 30_000;

interface Snapshot {
  /** The first transaction id that was not yet assigned. */
  readonly next: string;
  /** Earlier transactions that were still open. */
  readonly open: readonly string[];
  readonly atMs: number;
}

interface FeedRow {
  next: string;
  open: string[];
  now_ms: number;
  changes: TaskChange[] | null;
}

/** Two scans of the index on `xid`: one condition for both would read the whole table. */
const readChanges = indexedStatement(
  'read_changes',
  `select pg_snapshot_xmax(pg_current_snapshot())::text as next,
     array(select xid::text from pg_snapshot_xip(pg_current_snapshot()) as open(xid)) as open,
     (extract(epoch from now()) * 1000)::float8 as now_ms,
     (
       select json_agg(json_build_object('publicId', public_id, 'isHooked', is_hooked))
       from (
         select public_id, bool_or(hooked) as is_hooked
         from (
           select public_id, hooked from task_changes where xid >= $1::xid8
           union all
           select public_id, hooked
           from unnest($2::xid8[]) as open (xid) join task_changes using (xid)
           where xid < $1::xid8
         ) visible
         group by public_id
       ) changed_tasks
     ) as changes`,
);

/** Starts with the changes after this call. Fill caches only after it resolves. */
export async function openChangeFeed({ db, clock, onError }: FeedDependencies): Promise<ChangeFeed> {
  const handlers: ((changes: readonly TaskChange[]) => void)[] = [];
  const gapHandlers: (() => void)[] = [];
  const closing = new AbortController();
  let wakeUp = new AbortController();
  let last: Snapshot = (await readAfter(db, undefined)).snapshot;
  let lastReadMs = clock.now();
  let lastUsedMs = 0;

  const readOnce = async (): Promise<void> => {
    const startedMs = clock.now();
    const { snapshot, changes } = await readAfter(db, last);
    const passedMs = snapshot.atMs - last.atMs;
    if (passedMs > retentionMs || passedMs < -putBackMs) gapHandlers.forEach(handle => handle());
    if (changes.length > 0) handlers.forEach(handle => handle(changes));
    last = snapshot;
    lastReadMs = startedMs;
  };
  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const startedMs = clock.now();
      await readOnce().catch(onError);
      await clock.sleep(Math.max(0, startedMs + gatherMs - clock.now()), closing.signal);
      if (wakeUp.signal.aborted) wakeUp = new AbortController();
      else {
        const pauseMs = clock.now() - lastUsedMs < busyForMs ? busyPauseMs : idlePauseMs;
        await clock.sleep(pauseMs, wakeUp.signal);
        wakeUp = new AbortController();
      }
    }
  };
  let waking: Promise<void> | undefined;
  const wake = () => {
    waking = undefined;
    // Most hints come while it is awake, and to abort makes an error each time.
    if (!wakeUp.signal.aborted) wakeUp.abort();
  };
  db.hints.on('tasks', publicIds => {
    if (publicIds.length === 0) wake();
    else waking ??= clock.sleep(ownPauseMs).then(wake);
  });
  const looping = loop();
  return {
    on: handler => void handlers.push(handler),
    onGap: handler => void gapHandlers.push(handler),
    isFresh: () => {
      lastUsedMs = clock.now();
      if (lastUsedMs - lastReadMs < freshMs) return true;
      wakeUp.abort();
      return false;
    },
    get lagMs() {
      return clock.now() - lastReadMs;
    },
    close: async () => {
      closing.abort();
      wakeUp.abort();
      await looping;
    },
  };
}

async function readAfter(db: Database, last: Snapshot | undefined) {
  const values = last ? [last.next, last.open] : ['9223372036854775807', []];
  const [row] = await db.query<FeedRow>(readChanges, values);
  if (!row) throw new InvariantError('The change feed returned no row');
  const snapshot: Snapshot = { next: row.next, open: row.open, atMs: row.now_ms };
  return { snapshot, changes: row.changes ?? [] };
}

/**
 * Truncates the slot that is used next, whose rows are twenty to thirty minutes old. Does
 * nothing while a long read locks it.
 */
export async function clearChanges(db: Database): Promise<void> {
  await db
    .transaction(async tx => {
      await tx.query(shortLock);
      const [row] = await tx.query<{ slot: number }>(nextSlot);
      if (row) await tx.query({ name: undefined, text: `truncate task_changes_${row.slot}` });
    })
    .catch((error: { code?: string }) => {
      if (error.code !== lockTimedOut) throw error;
    });
}

const lockTimedOut = '55P03';

const shortLock = statement('change_feed_lock_timeout', `set local lock_timeout = '50ms'`);
/**
 * The slot that is used next, if it has rows. None in the last minute before the switch, because the slot
 * could be in use before the truncation commits, and rows that were not read yet would be lost.
 */
const nextSlot = statement(
  'next_change_slot',
  `select slot from task_changes, (select extract(epoch from clock_timestamp())::bigint as seconds) clock
   where slot = ((seconds / 600 + 1) % 3)::smallint and seconds % 600 < 540 limit 1`,
);

/**
 * Runs a statement that returns the public ids of the tasks it changed, raises the hint, and returns the ids.
 */
export async function changeTasks(
  db: Queryable,
  change: Statement,
  values: readonly unknown[],
): Promise<string[]> {
  const rows = await db.query<{ public_id: string }>(change, values);
  const publicIds = rows.map(row => row.public_id);
  if (publicIds.length > 0) db.hint('tasks', publicIds);
  return publicIds;
}

/**
 * The body of a CTE, for changes that do not fire the trigger of `tasks`.
 * `changed_tasks` is a CTE with public ids.
 */
export const announceChanged = 'insert into task_changes (public_id) select public_id from changed_tasks';
