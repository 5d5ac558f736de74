/** A kind of engine that knows only primitives. */
import type { EngineKind } from '../kind/engine-kind.ts';
import type { EngineSettings } from '../kind/engine-settings.ts';
import type { InstanceOptions } from '../kind/instance-options.ts';
import type { Abilities } from './ability.ts';
import type { StepEngine } from './step-engine.ts';

/** A kind of engine that knows only primitives. `plannedKind` makes an `EngineKind` of it. */
export interface StepEngineKind extends Omit<EngineKind, 'offer' | 'open' | 'promptReader'> {
  /**
   * Pure: what an instance with these settings can do for a model or workflow. Also called
   * where the engine is not open.
   */
  abilities(upstream: string, settings: EngineSettings): Abilities;
  /** Opens an instance, without contacting it. */
  openSteps(options: InstanceOptions): StepEngine;
}
