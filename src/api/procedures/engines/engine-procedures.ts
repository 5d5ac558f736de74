/** engine list | test | drain | resume. */
import { z } from 'zod';
import type { Queryable } from '../../../platform/db/open.ts';
import { AppError, errorText, type Language } from '@kinora/shared/errors/errors';
import { systemClock } from '@kinora/shared/clock';
import { hostProblems } from '../../../core/catalogue/engines/engine-host.ts';
import { listInstances, type EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import { listRoutes } from '../../../core/catalogue/routes/list-routes.ts';
import { tiers } from '@kinora/shared/models/model-card';
import { drainEngine, lockDrain, resumeEngine } from '../../../core/operate/engines/drain-engine.ts';
import {
  type EngineState,
  readEngines,
  type CurrentEngine,
  readCurrentEngines,
} from '../../../core/operate/engines/engine-states.ts';
import { requestTrial, awaitTrial } from '../../../core/operate/engines/engine-trials.ts';
import type { TrialSample } from '../../../core/operate/engines/trial-sample.ts';
import { describeSecrets } from '../../../core/catalogue/secrets/engine-secrets.ts';
import { money, reason } from '../fields/fields.ts';
import { toHours, toSecret } from './instance-view.ts';
import { operateText } from '../operate-texts.ts';
import { procedure, procedureInSteps, type Context } from '../procedure.ts';
import { engineConditions } from '../../../core/operate/engines/engine-health.ts';
import { engineRecord, engineTest } from '../records/engine-record.ts';

const engine = z.string().describe('Engine name.');

export const engineProcedures = [
  procedure({
    name: 'engine list',
    description: 'List engines with their state, current load and results of the last 24 hours.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: z.array(engineRecord),
    run: async context => {
      const { db, catalogue } = context;
      const instances = await listInstances(db);
      const secrets = await describeSecrets(db);
      return (await readEngines(db, catalogue)).map(one => {
        const instance = instances.find(({ name }) => name === one.name);
        return { ...describeConfiguration(instance, secrets), ...toRecord(context, one) };
      });
    },
  }),
  procedureInSteps({
    name: 'engine test',
    description:
      'Run a small test job on an engine. No task is created and no client is charged, but a provider may charge you.',
    who: 'operator',
    changes: true,
    word: 'engine',
    input: z.strictObject({
      engine,
      model: z
        .string()
        .max(100)
        .optional()
        .describe('Model ID. Default: the first model of the engine that can generate from text alone.'),
    }),
    output: engineTest,
    run: async (context, { engine: engineName, model }) => {
      const { name, isPresent } = await resolveEngine(context, engineName);
      if (model !== undefined) await rejectUnrouted(context.db, { model, engine: name });
      await context.note({ object: name });
      return isPresent ? requestTrial(context.db, name, model) : undefined;
    },
    // Processes that have the engine open are notified when the transaction ends.
    afterwards: (context, id) => trialResult(context, id),
  }),
  procedure({
    name: 'engine drain',
    description:
      'Stop giving new tasks to an engine, on all workers, until it is resumed. Tasks in progress finish.',
    who: 'operator',
    changes: true,
    word: 'engine',
    input: z.strictObject({
      engine,
      reason: reason.optional().describe('Reason, shown in the list of engines.'),
    }),
    output: z.strictObject({ name: z.string(), state: z.literal('drained'), reason: z.string().nullable() }),
    run: async (context, input) => {
      const { name } = await resolveEngine(context, input.engine);
      const before = await lockDrain(context.db, name);
      const by = context.actor.kind === 'host' ? 'the command line' : context.actor.name;
      const drain = { by, reason: input.reason };
      await drainEngine(context.db, name, drain);
      await context.note({ object: name, before: { drained: before ?? false }, after: { drained: drain } });
      return { name, state: 'drained' as const, reason: input.reason ?? null };
    },
  }),
  procedure({
    name: 'engine resume',
    description: 'Resume a drained engine immediately.',
    who: 'operator',
    changes: true,
    word: 'engine',
    input: z.strictObject({ engine }),
    output: z.strictObject({ name: z.string(), state: z.enum(engineConditions) }),
    run: async (context, input) => {
      const { name } = await resolveEngine(context, input.engine);
      const before = await lockDrain(context.db, name);
      await resumeEngine(context.db, name);
      await context.note({ object: name, before: { drained: before ?? false }, after: { drained: false } });
      return { name, state: (await resolveEngine(context, name)).state };
    },
  }),
];

/** A worker may take a moment to open an engine that was just added. */
const presenceWaitMs = 10_000;
const presencePollMs = 100;

/** Tests an engine that was just added. Call it outside of a transaction. */
export async function testNewEngine(
  context: Pick<Context, 'catalogue' | 'db' | 'language'>,
  { engine: name, model }: { readonly engine: string; readonly model: string },
): Promise<z.output<typeof engineTest>> {
  const { db, catalogue } = context;
  const untilMs = systemClock.now() + presenceWaitMs;
  const isPresent = async () =>
    (await readCurrentEngines(db, catalogue)).find(one => one.name === name)?.isPresent;
  while (!(await isPresent()) && systemClock.now() < untilMs) await systemClock.sleep(presencePollMs);
  return trialResult(context, (await isPresent()) ? await requestTrial(db, name, model) : undefined);
}

/** Returns undefined if no worker runs the engine, so that no trial was requested. */
async function trialResult(
  { db, language }: Pick<Context, 'db' | 'language'>,
  id: string | undefined,
): Promise<z.output<typeof engineTest>> {
  if (id === undefined) return unansweredTest(operateText('trial_away', {}, language));
  const trial = await awaitTrial(db, id, systemClock);
  if (!trial) return unansweredTest(operateText('trial_unanswered', {}, language));
  const message = trial.error
    ? errorText(trial.error.code, trial.error.details, language)
    : operateText('trial_made', { files: trial.files ?? 0 }, language);
  const { model = null, tookMs, error, sample } = trial;
  return { ok: !error, model, took_ms: tookMs, task: null, message, ...toSample(sample) };
}

/** Throws AppError `engine_unknown`. */
async function resolveEngine(
  context: Pick<Context, 'catalogue' | 'db'>,
  engineName: string,
): Promise<CurrentEngine> {
  const engines = await readCurrentEngines(context.db, context.catalogue);
  const match = engines.find(({ name }) => name === engineName);
  if (match) return match;
  const allowedNames = engines.map(({ name }) => name).join(', ');
  throw new AppError('engine_unknown', { engine: engineName, allowed: allowedNames });
}

/** Throws AppError `engine_route_unknown`. */
async function rejectUnrouted(
  db: Queryable,
  { model, engine }: { readonly model: string; readonly engine: string },
): Promise<void> {
  const routes = await listRoutes(db);
  if (routes.some(route => route.model === model && route.engine === engine)) return;
  throw new AppError('engine_route_unknown', { model, engine });
}

function unansweredTest(message: string) {
  return { ok: false, model: null, took_ms: null, task: null, message, ...toSample(undefined) };
}

function toSample({ picture, width, height, costMicros }: TrialSample = {}) {
  return {
    size: width === undefined || height === undefined ? null : `${width} x ${height}`,
    cost: costMicros === undefined ? null : money(BigInt(costMicros)),
    picture: picture ?? null,
  };
}

/** Returns null if the engine works, or no problem of it is known. */
export function unavailableReason(
  one: CurrentEngine,
  { language }: Pick<Context, 'language'>,
): string | null {
  const {
    state,
    drainedBy: by = '',
    drainedReason: why,
    since,
    until,
    failed,
    ended: endedCount,
    problem,
  } = one;
  const { pauseReason: pause, probeFailure } = one;
  if (state === 'healthy') return null;
  if (state === 'drained')
    return why
      ? operateText('engine_drained_because', { by, why: why.replace(/[.。]$/, '') }, language)
      : operateText('engine_drained', { by }, language);
  if (state === 'outside_hours' || state === 'over_budget')
    return operateText(`engine_${state}`, { until: minuteText(until) }, language);
  const hostProblem = hostProblems.find(each => each === problem);
  if (state === 'down' && hostProblem) return problemText(hostProblem, one, language);
  if (state === 'down') return operateText(since ? 'engine_down' : 'engine_never', {}, language);
  if (pause !== undefined) return operateText('engine_paused', { ...pause }, language);
  if (probeFailure) return operateText('engine_probe_failed', { reason: probeFailure[language] }, language);
  return operateText('engine_troubled', { failed, ended: endedCount }, language);
}

function problemText(
  problem: (typeof hostProblems)[number],
  { secretReference: reference = '' }: Pick<CurrentEngine, 'secretReference'>,
  language: Language,
): string {
  // Entering a reference again changes nothing as long as what it names is missing.
  const [, kind, name = ''] = /^(env|file):(.+)$/s.exec(reference) ?? [];
  if (problem === 'secret_unusable' && kind === 'env')
    return operateText('problem_secret_environment', { name }, language);
  if (problem === 'secret_unusable' && kind === 'file')
    return operateText('problem_secret_file', { name }, language);
  return operateText(`problem_${problem}`, {}, language);
}

/** Formats a time such as `2027-01-31 22:00 UTC`. */
export function minuteText(time: Date | undefined): string {
  return time ? `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';
}

/** Returns undefined if it was removed, and still has tasks. */
function describeConfiguration(
  instance: EngineInstance | undefined,
  secrets: Awaited<ReturnType<typeof describeSecrets>>,
) {
  return {
    kind: instance?.kind ?? null,
    url: instance?.url ?? null,
    secret: instance ? toSecret(secrets.get(instance.name)) : null,
    source: instance?.source ?? null,
    daily_hours: toHours(instance?.hours),
  };
}

/** Whether nothing is wrong with the engine, but nothing shows that it works, either. */
function isUntried({ state, hours, lastError }: EngineState): boolean {
  return (
    state === 'healthy' &&
    !lastError &&
    hours.every(({ succeeded: succeededCount, failed }) => succeededCount + failed === 0)
  );
}

function toRecord(context: Pick<Context, 'catalogue' | 'language'>, one: EngineState) {
  const routedModels = context.catalogue.routes
    .filter(({ engine }) => engine === one.name)
    .map(({ model }) => model);
  const cards = context.catalogue.models
    .map(({ card }) => card)
    .filter(({ id }) => routedModels.includes(id));
  const sum = (outcome: 'succeeded' | 'failed') =>
    one.hours.reduce((total, hour) => total + hour[outcome], 0);
  const { lastError } = one;
  return {
    name: one.name,
    state: one.state,
    why: isUntried(one)
      ? operateText('engine_untried', {}, context.language)
      : unavailableReason(one, context),
    since: one.since?.toISOString() ?? null,
    until: one.until?.toISOString() ?? null,
    slots: one.slots ?? null,
    busy: one.busy,
    queued: one.queued,
    models: cards.map(({ id }) => id),
    tiers: tiers.filter(tier => cards.some(card => card.tiers[tier] !== undefined)),
    succeeded_24h: sum('succeeded'),
    failed_24h: sum('failed'),
    hours: one.hours.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })),
    median_seconds: one.medianSeconds ?? null,
    last_error: lastError
      ? {
          code: lastError.code,
          message: errorText(lastError.code, lastError.details, context.language),
          at: lastError.at.toISOString(),
          task: lastError.task,
        }
      : null,
  };
}
