/** Workers report their engines, so that the pages of operators show those of every process. */
import type { Database, Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import type { Engine } from '../engines/engine.ts';

/** After this time without a report, an engine counts as down. */
export const silenceSeconds = 30;
export const presenceEveryMs = 10_000;

/** In the order of names, so that two workers never wait for each other. $1 worker, $2 names, $3 slots, $4 local. */
const sayPresent = statement(
  'say_engines_present',
  `with said as (
     select * from unnest($2::text[], $3::int[], $4::boolean[]) as said(name, slots, local) order by name
   ), seen as (
     insert into engines (name, seen_at) select name, now() from said
     on conflict (name) do update set seen_at = now(),
       since = case when engines.seen_at > now() - interval '${silenceSeconds} s' then engines.since else now() end
     returning name
   ), forgotten as (
     delete from engine_workers where seen_at < now() - interval '1 hour' and worker <> $1::text
   )
   insert into engine_workers (engine, worker, slots, local) select name, $1::text, slots, local from said join seen using (name)
   on conflict (engine, worker) do update set seen_at = now(), slots = excluded.slots, local = excluded.local`,
);
const sayGone = statement('say_engines_gone', 'delete from engine_workers where worker = $1');

/** Safe to repeat; `worker` differs between processes. */
export async function sayEnginesPresent(
  db: Queryable,
  worker: string,
  engines: readonly Engine[],
): Promise<void> {
  const columns = [
    engines.map(({ name }) => name),
    engines.map(({ traits }) => traits.slots),
    engines.map(({ traits }) => traits.local),
  ];
  await db.query(sayPresent, [worker, ...columns]);
}

export async function sayEnginesGone(db: Database, worker: string): Promise<void> {
  await db.query(sayGone, [worker]);
}
