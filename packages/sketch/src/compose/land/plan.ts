/** The land of a setting as a plan: what the plan is made from, and what it holds. */
import type { Reading } from '../../scene/reading.ts';
import type { Cover, Feature, Range, Scatter, Street } from '../../scene/scene.ts';
import type { Intent } from '../view/intent.ts';
import type { Layout } from '../view/layout.ts';
import type { SceneElement } from '../elements/scene-element.ts';

export interface PlanInput {
  readonly reading: Reading;
  readonly intent: Intent;
  readonly layout: Layout;
  readonly seed: number;
  /** Camera above the ground in meters, and depth of the main thing. */
  readonly eye: number;
  readonly heroZ: number;
  readonly heroAfloat: boolean;
  readonly ground: number;
  /** The main subject. */
  readonly hero?: SceneElement | undefined;
  /** Depth that land things reach to. */
  readonly deepest: number;
}

/** Seeds and snow come later. */
export type Draft<T> = Omit<T, 'seed' | 'snowline'>;

export interface Plan {
  readonly cover?: Cover;
  readonly rough?: number;
  readonly shore?: { left: number; right: number };
  readonly farShore?: number;
  readonly river?: number;
  readonly path?: number;
  readonly waves?: number;
  readonly ranges?: readonly Draft<Range>[];
  readonly features?: readonly Draft<Feature>[];
  readonly scatters?: readonly Draft<Scatter>[];
  readonly street?: Omit<Street, 'seed'>;
}
