/** The key figures for operators. Reads only. */
import { todayBegins } from '../../../platform/db/calendar.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Micros } from '@kinora/shared/money';
import { tiers, type Tier } from '@kinora/shared/models/model-card';
import { engineFaults } from '../engines/engine-health.ts';

export interface Overview {
  readonly running: number;
  readonly queued: number;
  /** Tasks that ended within the hour: succeeded, or failed through the engine's fault. */
  readonly ended: number;
  readonly succeeded: number;
  /** Median seconds in the queue. Undefined if no task had this tier. */
  readonly waits: readonly { readonly tier: Tier; readonly seconds: number | undefined }[];
  /** Charged since the day began, minus refunds. */
  readonly revenueMicros: Micros;
}

/** $1 error codes that count as failures of an engine. */
const figures = statement(
  'overview',
  `with last_hour as (
     -- The tasks that ended within the last hour.
     select tier, phase, extract(epoch from started_at - coalesce(ordered_at, created_at)) as waited
     from tasks
     where finished_at >= now() - interval '1 hour'
       and started_at is not null
       and (phase = 'succeeded' or (phase = 'failed' and error_code = any($1::text[])))
   )
   select (select count(*)::int from task_runs where phase <> 'queued') as running,
     (select count(*)::int from task_queue)
     + (select count(*)::int from task_runs where phase = 'queued') as queued,
     (select count(*)::int from last_hour) as ended,
     (select count(*)::int from last_hour where phase = 'succeeded') as succeeded,
     (
       select coalesce(json_object_agg(tier, seconds), '{}')
       from (
         select tier, percentile_cont(0.5) within group (order by waited) as seconds
         from last_hour
         group by tier
       ) as by_tier
     ) as waits,
     (select coalesce(sum(charged_micros), 0)::bigint from tasks where finished_at >= ${todayBegins})
     - (
       select coalesce(sum(amount_micros), 0)::bigint from ledger_entries
       where kind = 'refund' and created_at >= ${todayBegins}
     ) as revenue`,
);

export async function readOverview(db: Queryable): Promise<Overview> {
  const [row] = await db.query<{
    running: number;
    queued: number;
    ended: number;
    succeeded: number;
    waits: Partial<Record<Tier, number>>;
    revenue: bigint;
  }>(figures, [engineFaults]);
  if (!row) throw new InvariantError('The overview has no row');
  const { revenue, waits, ...counts } = row;
  return {
    ...counts,
    waits: tiers.map(tier => ({ tier, seconds: waits[tier] })),
    revenueMicros: revenue,
  };
}
