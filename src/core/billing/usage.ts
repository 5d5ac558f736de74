/** Usage: the numbers of tasks by outcome, and charges, aggregated from the tasks. */
import { dayText } from '../../platform/db/calendar.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { systemClock } from '@kinora/shared/clock';
import type { Micros } from '@kinora/shared/money';

/** The keys by which usage can be grouped. */
export const usageKeys = ['day', 'model', 'token', 'user', 'end_user', 'tier', 'account', 'client'] as const;
export type UsageKey = (typeof usageKeys)[number];

export interface UsageLine {
  /**
   * The value of each key, in the requested order. Null if there is none, such as for a token without a user.
   */
  readonly keys: readonly (string | null)[];
  readonly requests: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Median seconds in the queue and of the run. Undefined if no task has started or ended. */
  readonly waitedSeconds: number | undefined;
  readonly ranSeconds: number | undefined;
  /** The amount charged, and the refunded part of it. */
  readonly amountMicros: Micros;
  readonly refundedMicros: Micros;
}

export interface UsageFilter {
  readonly accountId?: string | undefined;
  readonly userId?: string | undefined;
  readonly from: Date;
  readonly to: Date;
  readonly by: readonly UsageKey[];
  /** Only tasks with these values. */
  readonly model?: string | undefined;
  readonly token?: string | undefined;
  readonly user?: string | undefined;
  readonly endUser?: string | undefined;
  readonly tier?: string | undefined;
  readonly client?: string | undefined;
}

const keyColumns: Readonly<Record<UsageKey, string>> = {
  day: dayText('tasks.created_at'),
  model: 'tasks.model',
  token: 'tokens.name',
  user: 'users.email',
  end_user: 'tasks.end_user',
  tier: 'tasks.tier',
  account: 'accounts.name',
  client: 'tasks.client',
};

/** Reads the usage, ordered by the keys. A task counts on the day of its submit. */
export async function readUsage(
  db: Queryable,
  { accountId, userId, from, to, by, model, token, user, tier, endUser, client }: UsageFilter,
): Promise<UsageLine[]> {
  const values = [accountId, userId, from, to, model, token, user, tier, endUser, client].map(
    value => value ?? null,
  );
  return readRows(db, usageBy(by), values);
}

/** One statement for each combination of keys. The keys come from the list above, never from a client. */
function usageBy(groupKeys: readonly UsageKey[]) {
  const keys = groupKeys.map(key => keyColumns[key]);
  return statement(
    `usage_by_${groupKeys.join('_') || 'nothing'}`,
    `select array[${keys.join(', ')}]::text[] as keys, count(*)::int as requests,
       count(*) filter (where phase = 'succeeded')::int as succeeded,
       count(*) filter (where phase = 'failed')::int as failed,
       count(*) filter (where phase = 'cancelled')::int as cancelled,
       (
         percentile_cont(0.5) within group (
           order by extract(epoch from started_at - coalesce(ordered_at, tasks.created_at))
         )
       )::float8 as waited_seconds,
       (
         percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at))
       )::float8 as ran_seconds,
       coalesce(sum(charged_micros), 0)::bigint as amount_micros,
       coalesce(sum(refund.amount_micros), 0)::bigint as refunded_micros
     from tasks
       join tokens on tokens.id = token_id
       join accounts on accounts.id = tasks.account_id
       left join users on users.id = tasks.user_id
       left join ledger_entries refund on refund.task_id = tasks.id and refund.kind = 'refund'
     where ($1::uuid is null or tasks.account_id = $1)
       and ($2::uuid is null or tasks.user_id = $2)
       and tasks.interface = any('{image,video}')
       and tasks.created_at >= $3
       and tasks.created_at < $4
       and ($5::text is null or tasks.model = $5)
       and ($6::text is null or tokens.name = $6)
       and ($7::text is null or users.email = lower($7))
       and ($8::text is null or tasks.tier = $8)
       and ($9::text is null or tasks.end_user = $9)
       and ($10::text is null or tasks.client = $10)
     ${keys.length > 0 ? `group by ${keys.join(', ')} order by ${keys.join(', ')}` : ''}`,
  );
}

/** Seconds by action (`IMAGINE`, `UPSCALE`, `VIDEO` …), then by tier. */
export type TypicalSeconds = Readonly<Partial<Record<string, Readonly<Partial<Record<string, number>>>>>>;

export interface ModelRecord {
  readonly requests: number;
  /** Among the tasks that were not cancelled. Undefined if there are none. */
  readonly successShare: number | undefined;
  /** Median seconds from submit to result, by action and tier. */
  readonly typicalSeconds: TypicalSeconds;
}

const recent = statement(
  'recent_models',
  `select model, count(*)::int as requests,
     (avg(case when phase = 'succeeded' then 1 when phase = 'failed' then 0 end))::float8 as share
   from tasks where created_at > now() - interval '7 days'
   group by model`,
);
/** The median of the newest $1 tasks of each model, action and tier, including the time in the queue. */
const typical = statement(
  'typical_seconds',
  `select model, action, tier, (percentile_cont(0.5) within group (order by seconds))::float8 as seconds
   from (
     select model, action, tier,
       extract(epoch from finished_at - coalesce(ordered_at, created_at)) as seconds,
       row_number() over (partition by model, action, tier order by finished_at desc) as place
     from tasks
     where created_at > now() - interval '7 days' and phase = 'succeeded'
   ) newest
   where place <= $1
   group by model, action, tier`,
);
const newestCount = 40;

interface CachedRecords {
  readonly untilMs: number;
  readonly records: Promise<ReadonlyMap<string, ModelRecord>>;
}

const cacheTtlMs = 60_000;
const cache = new WeakMap<Queryable, CachedRecords>();

/**
 * Figures of the last seven days by model id, without unused models. Cached for a minute, because
 * all tasks of the week are read.
 */
export function recentRecords(db: Queryable): Promise<ReadonlyMap<string, ModelRecord>> {
  const cachedUsage = cache.get(db);
  if (cachedUsage && cachedUsage.untilMs > systemClock.now()) return cachedUsage.records;
  const records = readRecords(db);
  cache.set(db, { untilMs: systemClock.now() + cacheTtlMs, records });
  // After a failure, the next call queries again.
  records.catch(() => cache.delete(db));
  return records;
}

async function readRecords(db: Queryable): Promise<ReadonlyMap<string, ModelRecord>> {
  const rows = await db.query<{
    model: string;
    requests: number;
    share: number | null;
  }>(recent);
  const times = await readTypicalSeconds(db);
  return new Map(
    rows.map(({ model, requests, share }) => [
      model,
      {
        requests,
        successShare: share ?? undefined,
        typicalSeconds: times.get(model) ?? {},
      },
    ]),
  );
}

async function readTypicalSeconds(db: Queryable): Promise<ReadonlyMap<string, TypicalSeconds>> {
  type Row = { model: string; action: string; tier: string; seconds: number };
  const rows = await db.query<Row>(typical, [newestCount]);
  const models = new Map<string, Record<string, Record<string, number>>>();
  for (const { model, action, tier, seconds } of rows) {
    const actions = models.get(model) ?? {};
    actions[action] = { ...actions[action], [tier]: seconds };
    models.set(model, actions);
  }
  return models;
}
