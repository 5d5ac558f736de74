/**
 * Reads what waits for the engines of a process: the head of the queue, and the runs that the engines have
 * already.
 */
import type { Queryable } from '../../../platform/db/open.ts';
import { indexedStatement } from '../../../platform/db/statement.ts';
import type { JobKind } from '@kinora/shared/models/job-kinds';
import type { QueueHead } from './plan-pulls.ts';

export interface DemandRequest {
  readonly models: readonly string[];
  /** The models whose engines differ in what they support. The operation of their tasks is read, too. */
  readonly uneven: readonly string[];
  /** The turns from which the three tiers of a model are read. */
  readonly startTurns: (model: string) => readonly bigint[];
  readonly engines: readonly string[];
  /** Engines of the same models that this process does not have. */
  readonly otherEngines: readonly string[];
  /** How many heads are read of each model and tier: the number of free slots. */
  readonly limit: number;
}

export interface Demand {
  /** By tier, then by turn. */
  readonly heads: readonly QueueHead[];
  /** The runs of each engine, in all workers. */
  readonly runs: ReadonlyMap<string, number>;
  readonly drainedEngines: ReadonlySet<string>;
  /** Other engines that workers elsewhere have, with their slots there. */
  readonly elsewhere: ReadonlyMap<string, number>;
}

/** An engine that no worker has reported for so long counts as absent. */
const presenceTimeoutSeconds = 30;

/** Heads of each model and tier beyond those wanted, because another worker may be taking the first ones. */
const spare = 4;
/**
 * How many heads of an uneven model are read instead: the first ones may all be for an engine that is full.
 */
const headsIfUneven = 128;
/** How many returned tasks are read at most, over all models. */
const maxReturned = 1000;

/** The kind of job that an engine must support: `requiredKind` (engines/contract/engine-job.ts) in SQL. */
export const operation = `case when job->>'kind' <> 'upscale' or job->>'enhance' is not null then job->>'kind' end`;

const demand = indexedStatement(
  'queue_demand',
  `with first_tasks as (
     -- For each tier of each model: the first tasks, and those that were returned to the queue.
     select * from (
       select task_id, model, tier_rank, turn, null::text[] as avoid, null::text as started_on,
         null::float8 as again_since
       from queue_heads_of($1::text[], $2::bigint[], $4::int)
       union all
       select task_id, model, tier_rank, turn, null::text[], null::text, null::float8
       from queue_heads_of($6::text[], $7::bigint[], greatest($4::int, ${headsIfUneven}))
       union all (
         select task_id, model, tier_rank, turn, avoid, case when started_at is not null then engine end,
           extract(epoch from due_at) * 1000
         from task_queue
         where model = any($1::text[] || $6::text[]) and attempt > 0 and due_at <= now()
         limit ${maxReturned}
       )
     ) candidates
   )
   select (
     select json_agg(
       json_build_array(
         task_id, model, tier_rank, turn::text, avoid, started_on, again_since,
         case when model = any($6::text[]) then (select ${operation} from tasks where id = task_id) end
       ) order by tier_rank, turn
     )
     from first_tasks
   ) as heads,
     (
       select json_agg(load) from (
         select engine, count(*)::int as runs from task_runs
         where engine = any($3::text[] || $5::text[])
         group by engine
       ) load
     ) as loads,
     array(
       select name from engines where name = any($3::text[] || $5::text[]) and drained_at is not null
     ) as drained,
     (
       select json_agg(json_build_array(engine, slots))
       from (
         select engine, (case when bool_or(local) then sum(slots) else max(slots) end)::int as slots
         from engine_workers
         where engine = any($5::text[]) and seen_at > now() - interval '${presenceTimeoutSeconds} s'
         group by engine
       ) remote_engines
     ) as elsewhere`,
);

interface DemandRow {
  heads:
    | [string, string, number, string, string[] | null, string | null, number | null, JobKind | null][]
    | null;
  loads: { engine: string; runs: number }[] | null;
  drained: string[];
  elsewhere: [string, number][] | null;
}

export async function readDemand(db: Queryable, request: DemandRequest): Promise<Demand> {
  const { models, uneven, startTurns, engines, otherEngines, limit } = request;
  const even = models.filter(model => !uneven.includes(model));
  const turns = (models: readonly string[]) => models.flatMap(model => startTurns(model));
  const values = [even, turns(even), engines, limit + spare, otherEngines, uneven, turns(uneven)];
  const [row] = await db.query<DemandRow>(demand, values);
  const loads = row?.loads ?? [];
  return {
    heads: (row?.heads ?? []).map(
      ([taskId, model, tierRank, turn, avoid, startedOn, againSince, operation]) => ({
        taskId,
        model,
        tierRank,
        turn: BigInt(turn),
        operation: operation ?? undefined,
        avoid: avoid ?? [],
        startedOn: startedOn ?? undefined,
        againSinceMs: againSince ?? undefined,
      }),
    ),
    runs: new Map(loads.map(({ engine, runs }) => [engine, runs])),
    drainedEngines: new Set(row?.drained),
    elsewhere: new Map(row?.elsewhere ?? []),
  };
}
