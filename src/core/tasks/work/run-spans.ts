/**
 * The spans of a task on a worker: one for its time in the queue, one from the lease to the end of the work,
 * and in it one for each phase. Polls of an engine have none of their own, because there can be hundreds.
 */
import { openSpan, type OpenSpan } from '../../../platform/lib/trace/spans.ts';
import type { LeasedTask, Phase } from '../task.ts';
import type { Outcome } from './execution.ts';

export interface RunSpans {
  /** Runs a step in the span of the task's phase. */
  step(task: Pick<LeasedTask, 'phase'>, work: () => Promise<Outcome>): Promise<Outcome>;
  /** The worker is done with the task. */
  end(): void;
}

export function openRunSpans(task: LeasedTask): RunSpans {
  const { trace: parent, publicId, model, engine, createdMs, lease } = task;
  const attributes = {
    'kinora.task.id': publicId,
    'kinora.model': model,
    'kinora.engine': engine,
    'kinora.attempt': lease.attempt,
  };
  if (lease.attempt === 1) openSpan('wait in queue', { parent, attributes, startMs: createdMs })?.end();
  const run = openSpan('run task', { kind: 'consumer', parent, attributes });
  if (!run) return { step: (_task, work) => work(), end: () => {} };
  let stage: { readonly phase: Phase; readonly span: OpenSpan | undefined } | undefined;
  let failure: string | undefined;
  return {
    step: async ({ phase }, work) => {
      if (stage?.phase !== phase) {
        stage?.span?.end();
        stage = { phase, span: run.run(() => openSpan(phase, { attributes })) };
      }
      const outcome = await (stage.span?.run(work) ?? work());
      if (outcome.kind === 'finished') {
        run.set({ 'kinora.task.phase': outcome.phase });
        if (outcome.phase === 'failed') failure = 'failed';
      }
      return outcome;
    },
    end: () => {
      stage?.span?.end(failure);
      run.end(failure);
    },
  };
}
