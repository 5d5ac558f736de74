/** The sizes that the models of an engine make, for the answer to a probe. */
import type { Language } from '@kinora/shared/errors/errors';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { EngineSettings } from '../../../engines/contract/kind/engine-settings.ts';
import type { SizeRules } from '../../../media/picture/size-rules.ts';
import { operateText } from '../operate-texts.ts';

const mostNotes = 10;
const mostNames = 5;

export interface SizeQuestion {
  readonly kind: Pick<EngineKind, 'offer'>;
  readonly settings: EngineSettings;
  /** The names that routes use. */
  readonly models: readonly string[];
  readonly language: Language;
}

/**
 * Writes one note for all models with the same sizes. Models that generate any size, and models of clips,
 * have none.
 */
export function sizeNotes({ kind, settings, models, language }: SizeQuestion): string[] {
  const alike = Map.groupBy(models, model => sizesText(kind.offer(model, settings), language));
  alike.delete('');
  return [...alike].slice(0, mostNotes).map(([sizes, names]) => {
    const modelNames = names.slice(0, mostNames).join(', ');
    return operateText(
      'probe_sizes',
      { models: names.length > mostNames ? `${modelNames} …` : modelNames, sizes },
      language,
    );
  });
}

function sizesText({ jobs, sizes }: ReturnType<EngineKind['offer']>, language: Language): string {
  const isLimited = sizes && (sizes.list || sizes.minPixels || sizes.maxPixels);
  if (!isLimited || jobs.every(job => job === 'clip')) return '';
  return (
    sizes.list?.map(({ width, height }) => `${width}x${height}`).join(', ') ?? limitsText(sizes, language)
  );
}

/** Formats pixels as megapixels, which people compare. */
function limitsText({ multiple, minPixels = 0, maxPixels }: SizeRules, language: Language): string {
  const megapixels = (pixels: number) => String(Math.round(pixels / 10_000) / 100);
  const limits = { multiple, least: megapixels(minPixels), most: megapixels(maxPixels ?? Infinity) };
  return operateText(maxPixels === undefined ? 'probe_sizes_from' : 'probe_sizes_within', limits, language);
}
