/** The tiers of a model, in their order. */
import type { Tier } from '../../../src/core/catalogue/models/model-card.ts';

const all: readonly Tier[] = ['relax', 'fast', 'turbo'];

/** The tiers that a model offers, from slow to quick. */
export function tiersOf({
  tiers,
}: {
  readonly tiers: Readonly<Partial<Record<Tier, string>>>;
}): readonly Tier[] {
  return all.filter(tier => tiers[tier] !== undefined);
}
