/** The comparison as CSV, with plain numbers for spreadsheets. */
import { toCsv } from '@kinora/shared/text/csv';
import type { ModelFacts } from '../../data/models/models.ts';
import type { CompareOptions, Line } from './compare.ts';

export function writeCsv(
  lines: readonly Line[],
  facts: readonly ModelFacts[],
  options: CompareOptions,
): string {
  const rows = lines.map(({ model, missingFeature, way, perSecond }) => ({
    model: model.id,
    tier: options.tier,
    seconds: options.seconds,
    unit: model.price.unit,
    unit_price: way?.parts.unitPrice ?? '',
    clips: way?.clips ?? '',
    seconds_per_clip: way?.seconds ?? '',
    total: way?.total ?? '',
    currency: model.price.currency,
    per_second: perSecond ?? '',
    median_seconds: facts.find(({ id }) => id === model.id)?.median_seconds ?? '',
    lacks: missingFeature ?? '',
  }));
  return toCsv(rows);
}
