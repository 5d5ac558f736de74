/** The history of a task: its phases, webhook deliveries, ledger entries and related tasks. */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { EntryKind } from '../../billing/ledger.ts';
import type { QuoteInput } from '@kinora/shared/billing/quote';
import type { RoutingChoice } from '../routing/plan-pulls.ts';
import { deliveryStateOfHook, type DeliveryState } from '../../webhooks/delivery-state.ts';
import type { Phase } from '../task.ts';

export interface PhaseEntered {
  readonly phase: Phase;
  readonly at: Date;
}

export interface Delivery {
  readonly hook: string;
  readonly url: string;
  /** Whether it is the operator's default webhook. */
  readonly isDefault: boolean;
  readonly state: DeliveryState;
  readonly attempts: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
    readonly took_ms: number;
    readonly phase: string;
  }[];
}

export interface TaskEntry {
  readonly id: bigint;
  readonly kind: EntryKind;
  readonly amountMicros: bigint;
  readonly at: Date;
  readonly reason: string | null;
}

/** Reads the phases of a task. If they are no longer kept, reads those that its own row shows. */
const phases = statement(
  'phases_of_task',
  `select phase, at from task_phases where task_id = $1
   union all
   select known.phase, known.at
   from tasks, lateral (
     values ('queued', created_at), ('running', started_at), (tasks.phase, finished_at)
   ) known (phase, at)
   where tasks.id = $1 and known.at is not null and not exists (select from task_phases where task_id = $1)
   order by at`,
);
const deliveries = statement(
  'deliveries_of_task',
  `select hooks.id as hook, hooks.url, hooks.is_default as "isDefault", ${deliveryStateOfHook} as state,
     coalesce(
       (
         select json_agg(
           json_build_object(
             'at', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', status,
             'error', error, 'took_ms', took_ms, 'phase', phase
           ) order by id
         )
         from hook_attempts where hook_id = hooks.id
       ), '[]'
     ) as attempts
   from hooks where task_id = $1
   order by created_at`,
);
const entries = statement(
  'entries_of_task',
  `select id, kind, amount_micros as "amountMicros", created_at as at, reason
   from ledger_entries where task_id = $1
   order by id`,
);
/** The parent, the other tasks made from it, and the tasks made from this one. */
const selectRelatedTasks = statement(
  'tasks_around',
  `with this_task as (
     -- The task and the one that it continues.
     select id, coalesce(follows_id, parent_id) as parent from tasks where id = $1
   )
   select 'parent' as part, tasks.id from tasks, this_task
   where tasks.id = this_task.parent and deleted_at is null
   union all (
     select 'siblings', tasks.id from tasks, this_task
     where (follows_id = this_task.parent or (parent_id = this_task.parent and follows_id is null))
       and tasks.id <> this_task.id
       and deleted_at is null
     order by tasks.id desc limit $2
   )
   union all (
     select 'children', tasks.id from tasks
     where (follows_id = $1 or (parent_id = $1 and follows_id is null)) and deleted_at is null
     order by tasks.id desc limit $2
   )`,
);

const selectPriced = statement('priced_by', 'select priced from tasks where id = $1');

const selectRouting = statement(
  'routing_of_task',
  `select coalesce(run.routing, tasks.routing) as routing,
     coalesce(run.cost_micros, tasks.cost_micros) as "costMicros", remote_job as "remoteJob",
     exists (select from unfetched_results where task_id = $1) as "isKept"
   from tasks left join task_runs run on run.task_id = tasks.id
   where tasks.id = $1`,
);

const maxAround = 50;

export interface TaskTimeline {
  readonly phases: readonly PhaseEntered[];
  readonly deliveries: readonly Delivery[];
  readonly entries: readonly TaskEntry[];
  /** Why it went to its engine. Null if there was no choice. */
  readonly routing: RoutingChoice | null;
  /** What the operator pays for it. Null if it costs nothing, or the cost is not known yet. */
  readonly costMicros: bigint | null;
  /** The provider's id of the work of a task that has ended. Null if there is none. */
  readonly remoteJob: string | null;
  /** It failed, but its result may still be fetched. */
  readonly isKept: boolean;
  /** The related tasks, by their row ids. */
  readonly relatedTasks: readonly {
    readonly part: 'parent' | 'siblings' | 'children';
    readonly id: string;
  }[];
}

export async function readTimeline(db: Queryable, id: string): Promise<TaskTimeline> {
  const [choice] = await db.query<Pick<TaskTimeline, 'routing' | 'costMicros' | 'remoteJob' | 'isKept'>>(
    selectRouting,
    [id],
  );
  return {
    routing: choice?.routing ?? null,
    costMicros: choice?.costMicros ?? null,
    remoteJob: choice?.remoteJob ?? null,
    isKept: choice?.isKept ?? false,
    phases: await db.query<PhaseEntered>(phases, [id]),
    deliveries: await db.query<Delivery>(deliveries, [id]),
    entries: await db.query<TaskEntry>(entries, [id]),
    relatedTasks: await db.query<TaskTimeline['relatedTasks'][number]>(selectRelatedTasks, [id, maxAround]),
  };
}

/** The stored input of its price. Returns undefined for tasks older than that record. */
export async function readQuoteInput(db: Queryable, id: string): Promise<QuoteInput | undefined> {
  return (await db.query<{ priced: QuoteInput | null }>(selectPriced, [id]))[0]?.priced ?? undefined;
}
