/** What waits for the engines of a process: the head of the queue, and what the engines have to do already. */
import type { Queryable } from '../../db/open.ts';
import { indexedStatement } from '../../db/statement.ts';
import type { QueueHead } from './plan-pulls.ts';

export interface DemandRequest {
  readonly models: readonly string[];
  /** Three for each model: the turns from which its tiers are read. */
  readonly turns: readonly bigint[];
  readonly engines: readonly string[];
  /** How many heads of each model and tier: the number of free slots. */
  readonly limit: number;
}

export interface Demand {
  /** By tier, then by turn. */
  readonly heads: readonly QueueHead[];
  /** The runs of each engine, in all workers. */
  readonly runs: ReadonlyMap<string, number>;
  /** Engines with a run that no worker has. */
  readonly adoptable: ReadonlySet<string>;
  readonly drained: ReadonlySet<string>;
}

/** Heads of each model and tier beyond those wanted, because another worker may be taking the first ones. */
const spare = 4;
/** Returned tasks of all models. */
const maxReturned = 1000;

const demand = indexedStatement(
  'queue_demand',
  `with head as (
     select * from (
       select task_id, model, tier_rank, turn, null::text[] as avoid, null::text as begun_on
       from queue_heads_of($1::text[], $2::bigint[], $4::int)
       union all
       (select task_id, model, tier_rank, turn, avoid, case when started_at is not null then engine end from task_queue
        where model = any($1::text[]) and attempt > 0 and due_at <= now() limit ${maxReturned})
     ) waiting
   )
   select (select json_agg(json_build_array(task_id, model, tier_rank, turn::text, avoid, begun_on) order by tier_rank, turn) from head) as heads,
     (select json_agg(load) from (
       select engine, count(*)::int as runs, bool_or(lease_until is null or lease_until < now()) as adoptable
       from task_runs where engine = any($3::text[]) group by engine) load) as loads,
     array(select name from engines where name = any($3::text[]) and drained_at is not null) as drained`,
);

interface DemandRow {
  heads: [string, string, number, string, string[] | null, string | null][] | null;
  loads: { engine: string; runs: number; adoptable: boolean }[] | null;
  drained: string[];
}

export async function readDemand(db: Queryable, request: DemandRequest): Promise<Demand> {
  const { models, turns, engines, limit } = request;
  const [row] = await db.query<DemandRow>(demand, [models, turns, engines, limit + spare]);
  const loads = row?.loads ?? [];
  return {
    heads: (row?.heads ?? []).map(([taskId, model, tierRank, turn, avoid, begunOn]) => ({
      taskId,
      model,
      tierRank,
      turn: BigInt(turn),
      avoid: avoid ?? [],
      begunOn: begunOn ?? undefined,
    })),
    runs: new Map(loads.map(({ engine, runs }) => [engine, runs])),
    adoptable: new Set(loads.filter(({ adoptable }) => adoptable).map(({ engine }) => engine)),
    drained: new Set(row?.drained),
  };
}
