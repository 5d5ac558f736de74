/** A picture that a step takes something from. */
import type { StepPicture } from './step-picture.ts';

/** What a reference picture contributes. */
export type ReferenceUse = 'content' | 'style' | 'character' | 'object';

/** A picture that shows what a step is to take over. */
export interface StepReference extends StepPicture {
  /** What it contributes. */
  readonly use: ReferenceUse;
  /** 0 … 1. */
  readonly weight: number;
}
