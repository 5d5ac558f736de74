/** The inputs that a model starts from, and the durations of its clips. */
import type { Model } from '../data/models/models.ts';
import { listNumbers } from '../forms/field-kind.ts';

export type Mode = 'text' | 'image' | 'frames' | 'references';

type Card = Pick<Model, 'references' | 'parameters'>;

/** Lists the modes in display order. `text` is one of them only if the model requires no picture. */
export function listModes({ references }: Pick<Card, 'references'>): Mode[] {
  const needsPictures = Object.values(references).some(({ required }) => required);
  return [
    ...(needsPictures ? [] : (['text'] as const)),
    ...(references['input_reference'] || (references['first_frame'] && !references['last_frame'])
      ? (['image'] as const)
      : []),
    ...(references['last_frame'] ? (['frames'] as const) : []),
    ...(references['reference_images'] ? (['references'] as const) : []),
  ];
}

export function listSeconds({ parameters }: Pick<Card, 'parameters'>): number[] {
  return listNumbers(parameters.properties['seconds'] ?? {});
}

/** `2–10`, or `4, 6, 8`. Returns undefined if the model does not specify durations. */
export function secondsText(model: Pick<Card, 'parameters'>): string | undefined {
  const seconds = listSeconds(model);
  const [shortest] = seconds;
  const longest = seconds.at(-1);
  if (shortest === undefined || longest === undefined) return undefined;
  const isRange = seconds.length > 2 && seconds.every((value, index) => value === shortest + index);
  return isRange ? `${shortest}–${longest}` : seconds.join(', ');
}
