/** The statements that read the engine states. */
import { nextMonthBegins, thisMonth, today, tomorrowBegins } from '../../../platform/db/calendar.ts';
import { statement } from '../../../platform/db/statement.ts';
import { trialSecondsAfterPause } from '../../catalogue/routes/pause-end.ts';
import { ratedTasks } from './engine-health.ts';
import { presenceTimeoutSeconds } from './engine-presence.ts';

const countQueued = `(
       select count(*)::int from routes join task_queue using (model) where routes.engine = names.name
     )
     + (select count(*)::int from task_runs where engine = names.name and phase = 'queued')`;

/**
 * The time since when an engine can be healthy: since a worker reports it and it is not drained, or since its
 * last pause ended without a task that tried the route.
 */
const healthySince = `greatest(
     engines.since,
     (
       select max(open_until) + ${trialSecondsAfterPause} * interval '1 s'
       from breakers
       where engine = names.name and open_until <= now() - ${trialSecondsAfterPause} * interval '1 s'
     )
   )`;

/**
 * The engines of routes, and any other that a worker reports, that is drained, or that has waiting tasks. $1
 * names. The allowance of jobs per minute grows as in tasks/routing/admission.ts.
 */
const currentEngines = (
  name: string,
  { queueSize, pause, probe }: Record<'queueSize' | 'pause' | 'probe', string>,
) =>
  statement(
    name,
    `select * from (
       select names.name, engines.kind is not null and engines.removed_at is null as is_instance,
         engines.removed_at is not null as is_removed, ${healthySince} as since, engines.seen_at,
         engines.drained_at, engines.drained_by, engines.drained_reason, engines.problem, engines.hours,
         day_budget_micros
         - (
           select coalesce(sum(micros), 0)::bigint from engine_spending
           where engine = names.name and day >= ${today}
         ) as day_left_micros,
         month_budget_micros
         - (
           select coalesce(sum(micros), 0)::bigint from engine_spending
           where engine = names.name and day >= ${thisMonth}
         ) as month_left_micros,
         ${tomorrowBegins} as next_day, ${nextMonthBegins} as next_month,
         coalesce(
           (
             select greatest(
               0, (1 - allowance) * 60 / starts_per_minute - extract(epoch from now() - counted_at)
             )::float8
             from engine_rates where engine = names.name
           ), 0
         ) as start_in_seconds,
         (
           select (case when bool_or(local) then sum(slots) else max(slots) end)::int
           from engine_workers
           where engine = names.name and seen_at > now() - interval '${presenceTimeoutSeconds} s'
         ) as slots,
         (select count(*)::int from task_runs where engine = names.name and phase <> 'queued') as busy,
         (select reference from engine_secrets where engine = names.name) as secret_reference,
         ${pause} as pause, ${probe} as probe, ${queueSize} as queued
       from (select name from engines union select unnest($1::text[])) as names left join engines using (name)
     ) as engine
     where name = any($1)
       or is_instance
       or ((slots is not null or drained_at is not null) and not is_removed)
       or busy + queued > 0
     order by name`,
  );
/**
 * Reads the pause of the route that was paused first. After the pause, a task that
 * waits tries it within seconds.
 */
const firstPause = `(
     select json_build_object('since', opened_at, 'reason', reason, 'reasonZh', reason_zh)
     from breakers
     where engine = names.name and open_until > now() - ${trialSecondsAfterPause} * interval '1 s'
     order by opened_at limit 1
   )`;
const failedProbe = `case when failed_probe_at is not null
         then json_build_object('since', failed_probe_since, 'failure', failed_probe_reason) end`;
export const current = currentEngines('current_engines', {
  queueSize: countQueued,
  pause: firstPause,
  probe: failedProbe,
});
/** Counting the queue takes longer than everything else. */
export const present = currentEngines('present_engines', {
  queueSize: '0',
  pause: 'null::json',
  probe: 'null::json',
});

/** Tasks that ended since a time: succeeded, or failed through the engine's fault. */
const endedTasksSince = (since: string, codes: string) =>
  `tasks where finished_at >= ${since} and started_at is not null and (phase = 'succeeded' or (phase = 'failed' and error_code = any(${codes}::text[])))`;
const firstHour = `(date_trunc('hour', now(), 'UTC') - interval '23 hours')`;

/** One row for each engine and hour, and one without an hour for all hours of an engine. */
export const byHour = statement(
  'engine_hours',
  `select engine, date_trunc('hour', finished_at, 'UTC') as at,
     count(*) filter (where phase = 'succeeded')::int as succeeded,
     count(*) filter (where phase = 'failed')::int as failed,
     (
       percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at)) filter (
         where phase = 'succeeded'
       )
     )::float8 as median
   from ${endedTasksSince(firstHour, '$1')}
   group by grouping sets ((engine, 2), (engine))`,
);
export const selectRatings = statement(
  'engine_rated',
  `select engine, count(*)::int as ended, count(*) filter (where phase = 'failed')::int as failed,
     min(finished_at) filter (where phase = 'failed') as first_failed_at
   from (
     select engine, phase, finished_at,
       row_number() over (partition by engine order by finished_at desc) as place
     from ${endedTasksSince(`now() - interval '1 hour'`, '$1')}
   ) as newest
   where place <= ${ratedTasks}
   group by engine`,
);
export const lastErrors = statement(
  'engine_last_errors',
  `select distinct on (engine) engine, error_code as code, error_details as details, finished_at as at,
     public_id as task
   from tasks
   where finished_at >= ${firstHour}
     and phase = 'failed'
     and started_at is not null
     and error_code = any($1::text[])
   order by engine, finished_at desc`,
);
export const clock = statement('engine_clock', `select ${firstHour} as first`);
