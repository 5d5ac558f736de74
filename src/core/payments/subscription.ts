/** A subscription: an account that has a plan. */

/**
 * `open`: its first payment has not arrived. `past_due`: a payment for its next period failed, and may still
 * be made. `ended`: it is over for good; a new one can be started.
 */
export const subscriptionStates = ['open', 'active', 'past_due', 'ended'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** The provider of a subscription that an operator started, and that the clock of the server renews. */
export const byHand = 'hand';

export interface Subscription {
  readonly id: string;
  readonly accountId: string;
  /** The user who started it. Undefined if it was started on the command line. */
  readonly userId: string | undefined;
  /** Who renews it: a payment provider, or `hand`. */
  readonly provider: string;
  /** The terms of its current period. */
  readonly versionId: string;
  /** The terms of its next period, if they differ. */
  readonly nextVersionId: string | undefined;
  readonly state: SubscriptionState;
  /** It ends with its current period. */
  readonly isCancelled: boolean;
  readonly anchorAt: Date;
  readonly periods: number;
  readonly maxPeriods: number | undefined;
  readonly periodStartsAt: Date | undefined;
  readonly periodEndsAt: Date | undefined;
  /** How long the account has the groups and limits of the plan. Undefined if it does not have them. */
  readonly rightsUntil: Date | undefined;
  readonly reference: string | undefined;
  readonly customer: string | undefined;
  readonly checkout: string | undefined;
  /** Where a failed payment can be made. */
  readonly payUrl: string | undefined;
  readonly createdAt: Date;
  readonly endedAt: Date | undefined;
}
