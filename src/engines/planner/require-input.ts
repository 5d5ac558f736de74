/** The inputs of a job by what they are for. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../contract/engine-error.ts';
import type { EngineInput, InputRole } from '../contract/engine-input.ts';
import type { EngineJob } from '../contract/engine-job.ts';

/** Throws EngineError, because the task was submitted without a picture that it needs. */
export function requireInput({ inputs = [] }: EngineJob, role: InputRole): EngineInput {
  const requiredInput = inputs.find(input => input.role === role);
  if (!requiredInput)
    throw new EngineError('engine_rejected', reason('input_missing', { role }), { notStarted: true });
  return requiredInput;
}

/** The clip that the job continues. Throws EngineError like `requireInput`. */
export function requireClip({ clip }: EngineJob): Uint8Array {
  if (!clip)
    throw new EngineError('engine_rejected', reason('input_missing', { role: 'clip' }), { notStarted: true });
  return clip.bytes;
}
