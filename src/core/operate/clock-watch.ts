/**
 * Guards against clock changes: after a leap forward nothing is deleted or expired for a while, and after a
 * step back no work waits for a time in the far future. Why and how long: decisions/016.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';

export interface ClockLeap {
  readonly from: Date;
  readonly to: Date;
  /** Minutes of uptime until the new time is accepted. */
  readonly heldMinutes: number;
}

/** A leap is longer than a machine sleeps overnight, and shorter than the shortest retention in use. */
const leapAfter = "interval '25 hours'";
const putBackAfter = "interval '5 minutes'";
/** The longest pause between two steps of a task. */
const longestPause = "interval '10 minutes'";
const holdMinutes = 24 * 60;
/** Several workers watch the clock. This makes each minute count once. */
const countedEvery = "interval '45 seconds'";

/**
 * The clock has leapt if the time is far beyond the last time seen. A step back is accepted immediately,
 * because then nothing is deleted too early. Each minute of uptime counts the hold down.
 */
const watch = statement(
  'watch_clock',
  `with last_reading as (
     -- What the clock said when it was last read, and how far it has gone or been put back since.
     select seen_at, held_minutes, now() - seen_at > ${leapAfter} as leapt,
       now() < seen_at - ${putBackAfter} as put_back, now() - seen_at > ${countedEvery} as counts
     from clock_watch for update
   ), new_hold as (
     -- For how many minutes nothing is deleted from now on.
     select *,
       case
         when leapt then ${holdMinutes}
         when put_back then 0
         when counts then greatest(0, held_minutes - 1)
         else held_minutes
       end as hold
     from last_reading
   )
   update clock_watch
   set held_minutes = hold,
     leapt_from = case
       when hold = 0 then null
       when leapt then coalesce(leapt_from, new_hold.seen_at)
       else leapt_from
     end,
     leapt_to = case when hold = 0 then null when leapt then now() else leapt_to end,
     seen_at = case when leapt or put_back or counts then now() else new_hold.seen_at end
   from new_hold
   returning clock_watch.held_minutes, leapt_from, leapt_to`,
);
const read = statement('read_clock_watch', 'select held_minutes, leapt_from, leapt_to from clock_watch');
/**
 * Leases last seconds and pauses minutes. Times further in the future were written
 * before the clock was put back.
 */
const freeFuture = statement(
  'free_future_tasks',
  `with corrected_runs as (
     -- Leases and times of runs that lie too far ahead.
     update task_runs
     set lease_until = case when lease_until > now() + ${putBackAfter} then null else lease_until end,
       lease_owner = case when lease_until > now() + ${putBackAfter} then null else lease_owner end,
       due_at = least(due_at, now() + ${longestPause})
     where lease_until > now() + ${putBackAfter} or due_at > now() + ${longestPause}
     returning task_id
   ), corrected_places as (
     -- Retries that lie too far ahead.
     update task_queue set due_at = now() + ${longestPause}
     where attempt > 0 and due_at > now() + ${longestPause}
     returning task_id
   )
   select task_id from corrected_runs
   union all
   select task_id from corrected_places
   limit 1`,
);
const freeHooks = statement(
  'free_future_hooks',
  `update hooks set lease_until = null, lease_owner = null
   where ended_at is null and lease_until > now() + ${putBackAfter}`,
);

interface WatchRow {
  held_minutes: number;
  leapt_from: Date | null;
  leapt_to: Date | null;
}

/**
 * Records the time. Returns the leap that is not accepted yet. Returns undefined if the clock can be trusted.
 */
export async function watchClock(db: Queryable): Promise<ClockLeap | undefined> {
  return toLeap((await db.query<WatchRow>(watch))[0]);
}

/**
 * Releases tasks and hooks that wait for a time in the far future after the clock
 * was put back. Safe to repeat.
 */
export async function releaseFutureWork(db: Queryable): Promise<void> {
  if ((await db.query(freeFuture)).length > 0) db.hint('queue');
  await db.query(freeHooks);
}

/** Reads the result of the last `watchClock`. */
export async function readClockLeap(db: Queryable): Promise<ClockLeap | undefined> {
  return toLeap((await db.query<WatchRow>(read))[0]);
}

function toLeap(row: WatchRow | undefined): ClockLeap | undefined {
  if (!row?.leapt_from || !row.leapt_to) return undefined;
  return { from: row.leapt_from, to: row.leapt_to, heldMinutes: row.held_minutes };
}
