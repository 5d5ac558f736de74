/** The tiers of a model, in their order. */
import type { Tier } from '@kinora/shared/models/model-card';

const tierOrder: readonly Tier[] = ['relax', 'fast', 'turbo'];

/** The tiers that a model offers, from slow to quick. */
export function listTiers({
  tiers,
}: {
  readonly tiers: Readonly<Partial<Record<Tier, string>>>;
}): readonly Tier[] {
  return tierOrder.filter(tier => tiers[tier] !== undefined);
}
