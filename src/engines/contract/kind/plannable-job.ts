/** A job, as far as it is known before it is submitted. */
import type { EngineInput } from '../engine-input.ts';
import type { EngineJob } from '../engine-job.ts';

/** A job before it is submitted: without the bytes of its inputs. */
export type PlannableJob = Omit<EngineJob, 'taskId' | 'model' | 'inputs' | 'clip' | 'parent'> & {
  readonly inputs?: readonly Omit<EngineInput, 'bytes'>[];
  readonly clip?: Pick<NonNullable<EngineJob['clip']>, 'seconds'>;
};
