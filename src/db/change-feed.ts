/**
 * The change feed, as a process reads it: which tasks changed, each change once, whatever transactions run meanwhile. A reader
 * keeps the snapshot of its last look. What has become visible since was written by a transaction that was not finished then, or
 * had not begun (event-driven.io, "How Postgres sequences issues can impact your messaging guarantees").
 */
import { InvariantError } from '../lib/invariant-error.ts';
import type { Database, Queryable } from './open.ts';
import { statement, type Statement } from './statement.ts';
import type { Clock } from '../lib/clock.ts';

export interface ChangeFeed {
  /** Calls the handler with the tasks that changed since the last call. */
  on(handler: (changes: readonly TaskChange[]) => void): void;
  /** Calls the handler when changes may have been missed, because the feed was not read for longer than it keeps them. */
  onGap(handler: () => void): void;
  /** What was committed more than 250 ms ago has been announced. Asking keeps it so: the feed then looks every 50 ms. */
  isFresh(): boolean;
  close(): Promise<void>;
}

export interface TaskChange {
  readonly publicId: string;
  /** A webhook of the task is not at its end yet. */
  readonly isHooked: boolean;
}

export interface FeedParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly onTrouble: (error: unknown) => void;
}

const freshMs = 250;
const busyPauseMs = 50;
const idlePauseMs = 1_000;
/** After a call of `isFresh`, the feed is read often for this time. */
const busyForMs = 2_000;
/** Hints that follow each other are answered by one look. */
const gatherMs = 10;
/** A slot is emptied ten minutes after its last line, at the earliest (see `clearChanges`). */
const keptMs = 9 * 60_000;

interface Snapshot {
  /** The first transaction that had not begun. */
  readonly next: string;
  /** Those before it that were not finished. */
  readonly open: readonly string[];
  readonly atMs: number;
}

interface FeedRow {
  next: string;
  open: string[];
  now_ms: number;
  changes: TaskChange[] | null;
}

/** Without a name, so that each look is planned for what the table holds by then. */
const look: Statement = {
  name: undefined,
  text: `select pg_snapshot_xmax(pg_current_snapshot())::text as next,
     array(select xid::text from pg_snapshot_xip(pg_current_snapshot()) as open(xid)) as open,
     (extract(epoch from now()) * 1000)::float8 as now_ms,
     (select json_agg(json_build_object('publicId', public_id, 'isHooked', is_hooked)) from (
        select public_id, bool_or(hooked) as is_hooked from task_changes
        where xid >= $1::xid8 or xid = any($2::xid8[]) group by public_id
      ) changed) as changes`,
};

/** From now on: what is in memory is read after this resolves. */
export async function openChangeFeed({ db, clock, onTrouble }: FeedParts): Promise<ChangeFeed> {
  const handlers: ((changes: readonly TaskChange[]) => void)[] = [];
  const gapHandlers: (() => void)[] = [];
  const closing = new AbortController();
  let alarm = new AbortController();
  let last: Snapshot = (await lookAfter(db, undefined)).snapshot;
  let lookedAtMs = clock.now();
  let askedAtMs = 0;

  const lookOnce = async (): Promise<void> => {
    const startedMs = clock.now();
    const { snapshot, changes } = await lookAfter(db, last);
    if (snapshot.atMs - last.atMs > keptMs) gapHandlers.forEach(handle => handle());
    if (changes.length > 0) handlers.forEach(handle => handle(changes));
    last = snapshot;
    lookedAtMs = startedMs;
  };
  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const startedMs = clock.now();
      await lookOnce().catch(onTrouble);
      await clock.sleep(Math.max(0, startedMs + gatherMs - clock.now()), closing.signal);
      if (alarm.signal.aborted) alarm = new AbortController();
      else {
        const pauseMs = clock.now() - askedAtMs < busyForMs ? busyPauseMs : idlePauseMs;
        await clock.sleep(pauseMs, alarm.signal);
        alarm = new AbortController();
      }
    }
  };
  db.hints.on('tasks', () => alarm.abort());
  const looping = loop();
  return {
    on: handler => void handlers.push(handler),
    onGap: handler => void gapHandlers.push(handler),
    isFresh: () => {
      askedAtMs = clock.now();
      if (askedAtMs - lookedAtMs < freshMs) return true;
      alarm.abort();
      return false;
    },
    close: async () => {
      closing.abort();
      alarm.abort();
      await looping;
    },
  };
}

async function lookAfter(db: Database, last: Snapshot | undefined) {
  const values = last ? [last.next, last.open] : ['9223372036854775807', []];
  const [row] = await db.query<FeedRow>(look, values);
  if (!row) throw new InvariantError('The change feed has no answer');
  const snapshot: Snapshot = { next: row.next, open: row.open, atMs: row.now_ms };
  return { snapshot, changes: row.changes ?? [] };
}

/** Empties the slot that is filled next, whose rows are twenty to thirty minutes old. Skipped while a long read locks it. */
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
 * The slot that is filled next, if there is anything in it. Not in the last minute of a slot: it would be filled before it is empty,
 * and rows that were not read yet would be lost.
 */
const nextSlot = statement(
  'next_change_slot',
  `select slot from task_changes, (select extract(epoch from clock_timestamp())::bigint as seconds) clock
   where slot = ((seconds / 600 + 1) % 3)::smallint and seconds % 600 < 540 limit 1`,
);

/** Runs a statement whose rows name the tasks that changed, and raises the hint. Returns their public ids. */
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

/** A CTE's body: for changes that the trigger of `tasks` does not see. `changed` is a CTE with public ids. */
export const announceChanged = 'insert into task_changes (public_id) select public_id from changed';
