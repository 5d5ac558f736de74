/** Workers report their engines, so that operators see the engines of every process. */
import type { Database, Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { Engine } from '../../../engines/contract/engine.ts';
import { forgetDisprovedProbes } from '../../catalogue/routes/failed-probe.ts';

/** After this time without a report, an engine counts as down. */
export const presenceTimeoutSeconds = 30;
export const presenceIntervalMs = 10_000;

/** Ordered by name, so that two workers cannot deadlock. $1 worker, $2 names, $3 slots, $4 local. */
const report = statement(
  'report_engines',
  `with reported_engines as (
     -- The engines that this worker has, in the order of their names.
     select * from unnest($2::text[], $3::int[], $4::boolean[]) as reported(name, slots, local) order by name
   ), seen_engines as (
     -- The engines, with the time since when workers report them.
     insert into engines (name, seen_at)
     select name, now() from reported_engines
     on conflict (name)
     do update set seen_at = now(),
       since = case
         when engines.seen_at > now() - interval '${presenceTimeoutSeconds} s' then engines.since
         else now()
       end
     returning name
   ), deleted_workers as (
     -- Workers that have not reported for an hour.
     delete from engine_workers where seen_at < now() - interval '1 hour' and worker <> $1::text
   )
   insert into engine_workers (engine, worker, slots, local)
   select name, $1::text, slots, local
   from reported_engines join seen_engines using (name)
   on conflict (engine, worker)
   do update set seen_at = now(), slots = excluded.slots, local = excluded.local`,
);
const withdraw = statement('withdraw_engines', 'delete from engine_workers where worker = $1');

/**
 * Reports the engines of a worker, and forgets failed probes of engines that have worked since. Repeat it
 * every `presenceIntervalMs`. `worker` differs between processes.
 */
export async function reportEngines(
  db: Queryable,
  worker: string,
  engines: readonly Engine[],
): Promise<void> {
  const columns = [
    engines.map(({ name }) => name),
    engines.map(({ traits }) => traits.slots),
    engines.map(({ traits }) => traits.local),
  ];
  await db.query(report, [worker, ...columns]);
  await forgetDisprovedProbes(
    db,
    engines.map(({ name }) => name),
  );
}

/** Removes the report of a worker that stops. */
export async function withdrawEngines(db: Database, worker: string): Promise<void> {
  await db.query(withdraw, [worker]);
}
