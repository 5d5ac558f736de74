/** A plan: what customers pay for each month, and what they get for it. */
import type { Micros } from '@kinora/shared/money';

/**
 * The terms of a plan. They are never edited: a change is a new version, and
 * running subscriptions keep theirs.
 */
export interface PlanTerms {
  readonly description: string;
  readonly priceMicros: Micros;
  /** ISO 4217, of the price. */
  readonly currency: string;
  /**
   * Credit for each month, in millionths of the currency of the server. It expires at the end of the month.
   */
  readonly creditMicros: Micros;
  /** Closed groups that the account may use as long as the plan lasts. */
  readonly groups: readonly string[];
  /** Concurrent tasks of the account. Undefined if the plan does not say. */
  readonly maxOpen: number | undefined;
}

export interface PlanVersion extends PlanTerms {
  /** The id of the version. */
  readonly id: string;
  readonly planId: string;
  /** The name of the plan. */
  readonly name: string;
  readonly version: number;
}

/** A plan with its newest terms. */
export interface Plan extends PlanVersion {
  readonly createdAt: Date;
  /** The time since when nobody can start it. Undefined while it is offered. */
  readonly retiredAt: Date | undefined;
  /** Subscriptions of any version that have not ended. */
  readonly subscribers: number;
}
