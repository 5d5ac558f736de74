/** Rejects a tier that a model does not offer, before anything is priced. */
import { fieldInvalid } from '@kinora/shared/errors/errors';
import type { ModelCard, Tier } from '@kinora/shared/models/model-card';

/** Throws AppError `field_invalid` with the tiers that the card offers. */
export function checkTier({ id, tiers }: Pick<ModelCard, 'id' | 'tiers'>, tier: Tier): void {
  if (tiers[tier] !== undefined) return;
  throw fieldInvalid('tier', 'model_offers', { model: id, allowed: Object.keys(tiers).join(', ') });
}
