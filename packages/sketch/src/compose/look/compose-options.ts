/** The options of the composer. */
import type { GenerationParameters } from '../../job/job.ts';

export interface ComposeOptions extends GenerationParameters {
  readonly seed: number;
  /** 0 … 3: clearly different pictures of the same idea. */
  readonly candidate: number;
  readonly width: number;
  readonly height: number;
  /** `7`, `6.1`, `niji 6` … */
  readonly version?: string;
}
