/** A button of the upstream, as a job presses it. */
import type { PixelSize } from '../../../media/picture/picture-file.ts';
import type { EngineJob } from '../../contract/engine-job.ts';
import { toRatio } from './aspect-ratio.ts';

export interface Press {
  /** What the button does, for errors. */
  readonly name: string;
  /** Its customId, which differs by version and by server. */
  readonly id: RegExp;
  /** `picture`: the candidate must be chosen first. */
  readonly of: 'grid' | 'picture' | 'clips';
  /** The prompt has changed: the button is asked to show its modal. */
  readonly isRemix: boolean;
  /** V1 to V4: the strong variation. */
  readonly isStrong?: boolean;
  /** What its modal is answered with. Absent means the prompt that the upstream proposes. */
  readonly prompt?: string;
}

/** The size of the picture that the job starts from. Returns undefined if the job has only its recipe. */
export function readStartSize({ inputs }: EngineJob): PixelSize | undefined {
  return inputs?.find(({ role }) => role === 'picture');
}

/** Whether the result has another aspect ratio than the picture. */
export function isReshaped(job: EngineJob): boolean {
  return toRatio(readStartSize(job) ?? job) !== toRatio(job);
}
