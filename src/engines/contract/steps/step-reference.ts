/** A reference picture of a step. */
import type { StepPicture } from './step-picture.ts';

/** What a reference picture contributes. */
export type ReferenceUse = 'content' | 'style' | 'character' | 'object';

/** A picture that shows what a step is to take over. */
export interface StepReference extends StepPicture {
  /** The contribution of the picture. */
  readonly use: ReferenceUse;
  /** The strength of the contribution: 0 … 1. */
  readonly weight: number;
}
