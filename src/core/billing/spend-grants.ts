/**
 * Computes which credit has paid for which charge: each charge uses the credit that was valid when its task
 * was submitted, in a fixed order.
 */

export interface Grant {
  readonly id: string;
  readonly kind: 'plan' | 'trial';
  readonly amountMicros: bigint;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface Charge {
  /** When its task was submitted. */
  readonly at: Date;
  /** What the task was charged or, while it is in progress, what it holds. */
  readonly amountMicros: bigint;
  readonly isOpen: boolean;
}

export interface GrantSpending {
  readonly spentMicros: bigint;
  /** What tasks in progress may still spend. */
  readonly heldMicros: bigint;
}

/** `charges` are in the order of their submits. Returns the grants in the order of their use. */
export function spendGrants<AnyGrant extends Grant>(
  grants: readonly AnyGrant[],
  charges: readonly Charge[],
): (AnyGrant & GrantSpending)[] {
  const orderedGrants = grants.toSorted(byUse).map(grant => ({ ...grant, spentMicros: 0n, heldMicros: 0n }));
  for (const { at, amountMicros, isOpen } of charges) {
    let unpaidMicros = amountMicros;
    for (const grant of orderedGrants) {
      if (at < grant.createdAt || at >= grant.expiresAt) continue;
      const remainingMicros = grant.amountMicros - grant.spentMicros - grant.heldMicros;
      const usedMicros = unpaidMicros < remainingMicros ? unpaidMicros : remainingMicros;
      if (isOpen) grant.heldMicros += usedMicros;
      else grant.spentMicros += usedMicros;
      unpaidMicros -= usedMicros;
    }
  }
  return orderedGrants;
}

/** Plans before trials. Of two of a kind, the one that ends first. */
function byUse(one: Grant, other: Grant): number {
  if (one.kind !== other.kind) return one.kind === 'plan' ? -1 : 1;
  return one.expiresAt.getTime() - other.expiresAt.getTime() || (one.id < other.id ? -1 : 1);
}
