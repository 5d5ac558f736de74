/** Counts the events of a worker: the second implementation of `Events`. */
import type { Events } from '../events.ts';
import { systemClock, type Clock } from '@kinora/shared/clock';
import { StorageError } from '../../../media/storage/storage-error.ts';
import { tierRanks, tiers } from '@kinora/shared/models/model-card';
import type { Lease, LeasedTask } from '../../tasks/task.ts';
import { isAccepted, type Outcome, type Verdict } from '../../webhooks/classify-attempt.ts';
import { paidLosses } from './metric-definitions.ts';
import type { Registry } from './registry.ts';

export interface MetricEventDependencies {
  readonly registry: Registry;
  /** Whether it is the id of a model in the catalogue. */
  readonly isModel: (id: string) => boolean;
  readonly clock?: Pick<Clock, 'now'>;
}

type Stage = 'start' | 'render' | 'save';

export function metricEvents({ registry, isModel, clock = systemClock }: MetricEventDependencies): Events {
  const stages = openStages(registry, clock);
  const modelLabel = ({ model }: { readonly model: string }) => (isModel(model) ? model : 'other');
  const countEnd = (task: { model: string; engine: string | undefined }, code: string) => {
    registry.add('kinora_tasks_ended_total', {
      engine: task.engine ?? 'none',
      model: modelLabel(task),
      code,
    });
    if (paidLosses.some(loss => loss === code)) registry.add('kinora_paid_work_lost_total');
  };
  return {
    taskLeased: task => {
      if (task.lease.attempt === 1)
        registry.observe('kinora_queue_wait_seconds', { tier: tierName(task) }, task.waitedMs / 1000);
      if (task.phase === 'queued' || task.phase === 'starting') stages.begin(task, 'start');
    },
    taskStarted: task => stages.next(task, 'start', 'render'),
    checkFailed: ({ engine }) => registry.add('kinora_engine_check_failures_total', { engine }),
    engineFailed: ({ engine }, { code }) => registry.add('kinora_engine_failures_total', { engine, code }),
    taskRequeued: ({ engine }) => registry.add('kinora_tasks_requeued_total', { engine }),
    taskRendered: task => stages.next(task, 'render', 'save'),
    taskSaved: task => stages.end(task, 'save'),
    taskEnded: (task, { code = 'succeeded' }) => countEnd(task, code),
    taskExpired: task => countEnd(task, task.code),
    leaseLost: () => registry.add('kinora_lease_lost_total'),
    clockDiffers: () => {},
    clockLeapt: () => registry.add('kinora_clock_jumps_total'),
    workerError: error => {
      registry.add('kinora_worker_errors_total');
      if (error instanceof StorageError) registry.add('kinora_storage_errors_total');
    },
    alertFailed: () => {},
    mailFailed: () => {},
    hookAttempted: (_hook, { outcome, tookMs }, verdict) => {
      registry.add('kinora_hook_attempts_total', { outcome: attemptLabel(outcome, verdict) });
      registry.observe('kinora_hook_attempt_seconds', {}, tookMs / 1000);
    },
    reportReceived: ({ engine, isVerified }) =>
      registry.add('kinora_engine_reports_total', {
        engine,
        outcome: isVerified ? 'verified' : 'unverified',
      }),
    filesSwept: (_tasks, files) => registry.add('kinora_files_deleted_total', {}, files),
    localModel: () => {},
    database: () => {},
  };
}

/**
 * Stages whose beginning this process saw. Each lease is an object of its own that a worker keeps, so
 * nothing has to be forgotten.
 */
function openStages(registry: Registry, { now }: Pick<Clock, 'now'>) {
  const currentStages = new WeakMap<Lease, { readonly stage: Stage; readonly atMs: number }>();
  const begin = ({ lease }: LeasedTask, stage: Stage) =>
    void currentStages.set(lease, { stage, atMs: now() });
  const end = ({ lease }: LeasedTask, stage: Stage) => {
    const current = currentStages.get(lease);
    if (current?.stage === stage)
      registry.observe('kinora_stage_seconds', { stage }, (now() - current.atMs) / 1000);
    currentStages.delete(lease);
  };
  const next = (task: LeasedTask, stage: Stage, following: Stage) => {
    end(task, stage);
    begin(task, following);
  };
  return { begin, end, next };
}

function tierName({ tierRank }: LeasedTask): string {
  return tiers.find(tier => tierRanks[tier] === tierRank) ?? 'other';
}

function attemptLabel(outcome: Outcome, verdict: Verdict): string {
  if (verdict.kind === 'ended' && verdict.ending !== 'told') return verdict.ending;
  return isAccepted(outcome) ? 'accepted' : 'failed';
}
