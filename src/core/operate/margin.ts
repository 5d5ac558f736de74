/** What the operator earned and paid: by model, engine and day. */
import { dayText } from '../../platform/db/calendar.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';
import type { Micros } from '@kinora/shared/money';

export const marginKeys = ['day', 'model', 'engine'] as const;
export type MarginKey = (typeof marginKeys)[number];

export interface MarginLine {
  /** The keys, in the order in which they were asked for. */
  readonly keys: readonly (string | null)[];
  readonly tasks: number;
  /** What clients paid, without what was given back. */
  readonly chargedMicros: Micros;
  readonly costMicros: Micros;
  /** The part of the cost for tasks that failed or were cancelled. */
  readonly lostMicros: Micros;
}

const columns: Readonly<Record<MarginKey, string>> = {
  day: dayText('finished_at'),
  model: 'model',
  engine: 'engine',
};

/** $1 from, $2 to. Few columns are grouped by, so that there are few statements. */
function marginStatement(groupKeys: readonly MarginKey[]) {
  const keys = groupKeys.map(key => `${columns[key]}::text`);
  return statement(
    `margin_by_${groupKeys.join('_')}`,
    `select array[${keys.join(', ')}]::text[] as keys, count(*)::int as tasks,
       sum(charged_micros - coalesce(refunded.micros, 0))::bigint as charged,
       coalesce(sum(cost_micros), 0)::bigint as cost,
       coalesce(sum(cost_micros) filter (where phase <> 'succeeded'), 0)::bigint as lost
     from tasks
       left join lateral (
         select sum(amount_micros) as micros from ledger_entries where task_id = tasks.id and kind = 'refund'
       ) refunded on phase = 'succeeded'
     where finished_at >= $1 and finished_at < $2 and engine is not null
     group by 1
     order by 1`,
  );
}

export async function readMargin(
  db: Queryable,
  { by, from, to }: { readonly by: readonly MarginKey[]; readonly from: Date; readonly to: Date },
): Promise<MarginLine[]> {
  const rows = await db.query<{
    keys: (string | null)[];
    tasks: number;
    charged: bigint;
    cost: bigint;
    lost: bigint;
  }>(marginStatement(by), [from, to]);
  return rows.map(({ keys, tasks, charged: chargedMicros, cost: costMicros, lost: lostMicros }) => ({
    keys,
    tasks,
    chargedMicros,
    costMicros,
    lostMicros,
  }));
}

export interface LostWork {
  readonly task: string;
  readonly model: string;
  readonly engine: string;
  readonly at: Date;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** Null if neither the route nor the engine declares it. */
  readonly costMicros: Micros | null;
  /** The provider's id of the job. Null if it is not known. */
  readonly job: string | null;
}

const losses = statement(
  'lost_work',
  `select public_id as task, model, engine, finished_at as at, error_code as code,
     coalesce(error_details, '{}') as details, cost_micros as "costMicros", remote_job as job
   from tasks
   where (cost_micros > 0 or cost_micros is null and may_cost)
     and phase in ('failed', 'cancelled')
     and finished_at >= $1
   order by finished_at desc limit $2`,
);

/** Jobs that an engine accepted, or may have accepted, and whose clients got nothing. Newest first. */
export async function listLostWork(db: Queryable, since: Date, limit: number): Promise<LostWork[]> {
  return db.query<LostWork>(losses, [since, limit]);
}
