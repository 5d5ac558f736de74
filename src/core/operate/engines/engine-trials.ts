/**
 * Trials of engines. The request of an operator inserts a row and polls it for the result. A worker that runs
 * the engine claims the row, runs a small job and stores the result. They communicate through the database,
 * because they may be separate processes.
 */
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import type { Database, Queryable } from '../../../platform/db/open.ts';
import { readFirst } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { EnginePool } from '../../../engines/contract/engine-pool.ts';
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';
import type { Events } from '../events.ts';
import type { Clock } from '@kinora/shared/clock';
import { newRowId } from '../../../platform/lib/id.ts';
import type { Micros } from '@kinora/shared/money';
import type { EngineJob } from '../../../engines/contract/engine-job.ts';
import type { Catalogue } from '../../catalogue/models/catalogue.ts';
import { forgetFailedProbe } from '../../catalogue/routes/failed-probe.ts';
import { saveCover } from '../../catalogue/models/model-covers.ts';
import { mapJob } from '../../catalogue/routes/route.ts';
import { jobCost } from '../../tasks/routing/job-cost.ts';
import { runTrial, trialJob, type TrialResult } from './run-trial.ts';

/** How long the operator's request waits for the result. */
const waitMs = 20_000;
/**
 * The time that a trial may take. It is shorter than the request, so that the result of a trial that timed
 * out still reaches the operator.
 */
const trialTimeoutMs = 18_000;
const pollEveryMs = 100;

const insertRequest = statement(
  'request_engine_trial',
  `with deleted_trials as (
     -- Trials of the last hour are kept.
     delete from engine_trials where asked_at < now() - interval '1 hour'
   )
   insert into engine_trials (id, engine, model) values ($1, $2, $3) returning pg_notify('kinora_trial', $2)`,
);
/** Requests that have timed out are not claimed. */
const claim = statement(
  'claim_engine_trial',
  `update engine_trials set taken_at = now() where id in (
     select id from engine_trials
     where engine = any($1::text[]) and taken_at is null and asked_at > now() - interval '10 s'
     order by asked_at limit 1 for update skip locked
   ) returning id, engine, model`,
);
const save = statement(
  'save_engine_trial',
  `update engine_trials
   set answered_at = now(), files = $2, error_code = $3, error_details = $4, took_ms = $5, sample = $6,
     model = coalesce($7, model)
   where id = $1 and answered_at is null`,
);
const read = statement(
  'read_engine_trial',
  `select model, files, sample, error_code, error_details, took_ms
   from engine_trials where id = $1 and answered_at is not null`,
);

export interface ModelTrial extends TrialResult {
  /** Undefined if none of the engine's models could be tried. */
  readonly model: string | undefined;
}

/**
 * Requests a trial, of the first model that can be tried or of this one, and returns its id. Workers are
 * notified when the transaction commits.
 */
export async function requestTrial(db: Queryable, engine: string, model?: string): Promise<string> {
  const id = newRowId();
  await db.query(insertRequest, [id, engine, model ?? null]);
  return id;
}

/** Waits for the result. Returns undefined if no worker finished the trial in time. */
export async function awaitTrial(db: Queryable, id: string, clock: Clock): Promise<ModelTrial | undefined> {
  const untilMs = clock.now() + waitMs;
  while (clock.now() < untilMs) {
    const row = await readFirst<TrialRow>(db, read, [id]);
    if (row) return toTrialResult(row);
    await clock.sleep(pollEveryMs);
  }
  return undefined;
}

interface TrialRow extends Omit<ModelTrial, 'error'> {
  readonly errorCode: ErrorCode | undefined;
  readonly errorDetails: ErrorDetails | undefined;
}

function toTrialResult({ errorCode, errorDetails, ...trial }: TrialRow): ModelTrial {
  return { ...trial, error: errorCode && { code: errorCode, details: errorDetails ?? {} } };
}

export interface TrialDependencies {
  readonly db: Database;
  readonly engines: EnginePool;
  readonly catalogue: Catalogue;
  readonly events: Events;
  readonly clock: Clock;
}

export interface TrialRunner {
  /**
   * Claims all waiting trials. Call it for each notification on `kinora_trial`, and when
   * notifications may have been missed.
   */
  wake(): void;
  /** Stops claiming trials and waits for those that are running. */
  stop(): Promise<void>;
}

export function openTrialRunner(parts: TrialDependencies): TrialRunner {
  const { db, engines, events } = parts;
  let isOpen = true;
  const working = new Set<Promise<void>>();

  const work = (run: () => Promise<void>): void => {
    const running = run()
      .catch((error: unknown) => events.workerError(error))
      .finally(() => working.delete(running));
    working.add(running);
  };
  const claimAll = async (): Promise<void> => {
    while (isOpen) {
      const trial = await claimTrial(
        db,
        engines.engines.map(({ name }) => name),
      );
      if (!trial) return;
      // Trials run concurrently, so that an engine that hangs does not delay the others.
      work(async () => saveResult(db, trial, await runClaimedTrial(parts, trial)));
    }
  };
  return {
    wake: () => work(claimAll),
    stop: async () => {
      isOpen = false;
      await Promise.all(working);
    },
  };
}

/** The job in the form in which the engine gets tasks of this model. */
function mapToRoute(catalogue: Catalogue, job: EngineJob, engine: string): EngineJob {
  const route = catalogue.listRoutes(job.model).find(one => one.engine === engine);
  const parameters = catalogue.models.find(({ card }) => card.id === job.model)?.checkParameters({}) ?? {};
  return route ? mapJob({ ...job, parameters }, route) : job;
}

interface ClaimedTrial {
  readonly id: string;
  readonly engine: string;
  /** Null means any of its models. */
  readonly model: string | null;
}

/** Claims a trial of these engines. Returns undefined if none is waiting. */
async function claimTrial(db: Queryable, engines: readonly string[]): Promise<ClaimedTrial | undefined> {
  const [row] = await db.query<ClaimedTrial>(claim, [engines]);
  return row;
}

async function saveResult(db: Queryable, { id, engine }: ClaimedTrial, result: ModelTrial): Promise<void> {
  const { model, tookMs, files, sample, error } = result;
  if (!error) await forgetFailedProbe(db, engine);
  if (!error && model !== undefined && sample?.picture)
    await saveCover(db, { model, picture: sample.picture });
  const details = error ? JSON.stringify(error.details) : null;
  await db.query(save, [
    id,
    files ?? null,
    error?.code ?? null,
    details,
    tookMs,
    sample ?? null,
    model ?? null,
  ]);
}

/** Runs the trial. A failure is also returned as a result. */
async function runClaimedTrial(
  { engines, catalogue, clock }: TrialDependencies,
  trial: ClaimedTrial,
): Promise<ModelTrial> {
  const engine = engines.engines.find(({ name }) => name === trial.engine);
  const engineRoutes = catalogue.routesByEngine.get(trial.engine) ?? [];
  const routes = engineRoutes.filter(({ model }) => (trial.model ?? model) === model);
  const cards = catalogue.models
    .map(({ card }) => card)
    .filter(card => routes.some(({ model }) => model === card.id));
  const job = trialJob(trial.id, cards);
  if (engine && job) {
    const releaseEngine = engines.hold(engine);
    const route = routes.find(({ model }) => model === job.model);
    const limits = { clock, timeoutMs: trialTimeoutMs };
    return runTrial(engine, mapToRoute(catalogue, job, trial.engine), limits)
      .then(result => ({ ...withCost(result, route && jobCost(route, job)), model: job.model }))
      .finally(releaseEngine);
  }
  const rejectionReason =
    engineRoutes.length === 0
      ? reason('trial_without_route')
      : trial.model === null
        ? reason('trial_without_words')
        : reason('trial_model_without_words');
  const error = { code: 'engine_rejected', details: { ...reasonTexts(rejectionReason) } } as const;
  return { model: undefined, tookMs: 0, files: undefined, sample: undefined, error };
}

/** Adds the cost that the route declares, unless the engine has reported one. */
function withCost(result: TrialResult, costMicros: Micros | undefined): TrialResult {
  if (!result.sample || costMicros === undefined) return result;
  return { ...result, sample: { costMicros: Number(costMicros), ...result.sample } };
}
