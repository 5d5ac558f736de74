/** What a route specifies for an engine, and what can be wrong with it. */
import type { Reason } from '@kinora/shared/errors/reason';
import type { SettingValue } from './engine-settings.ts';

/** What a route specifies for an engine of this kind. */
export interface RouteTerms {
  /** The name of the model at the engine. */
  readonly upstream: string;
  /**
   * `rename` has the name of each parameter of the card at the engine. `set` has parameters that the engine
   * always gets.
   */
  readonly parameters: {
    readonly rename: Readonly<Record<string, string>>;
    readonly set: Readonly<Record<string, SettingValue>>;
  };
}

/** Why no task of a route could work. */
export interface RouteProblem {
  /** The part of the route that is wrong. */
  readonly field: 'upstream' | 'parameters';
  /** A sentence without a full stop: it follows the name of the field. */
  readonly reason: Reason;
}
