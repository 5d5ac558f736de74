/** What an instance can do. */
import { clipAbility } from '../../adapter-kit/hosted/clip-settings.ts';
import { sizeOfEdge } from '../../adapter-kit/hosted/ratios.ts';
import type { Abilities } from '../../contract/steps/ability.ts';
import { clipResolutions, type VolcengineSettings } from './volcengine-settings.ts';

/** The shapes of clips. */
export const clipRatios = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'] as const;

const megapixel = 1_000_000;

export function toAbilities(settings: VolcengineSettings): Abilities {
  const { makes, clipReferences, mostPictures, minMegapixels, maxMegapixels, largestClip } = settings;
  if (makes === 'clips') {
    const resolutions = clipResolutions.slice(0, clipResolutions.indexOf(largestClip) + 1);
    const list = resolutions.flatMap(name =>
      clipRatios.map(ratio => sizeOfEdge(ratio, Number.parseInt(name, 10))),
    );
    const references = clipReferences > 0 && ({ references: ['content'], pictures: clipReferences } as const);
    return { clip: { most: 1, sizes: { multiple: 1, list }, ...clipAbility(settings), ...references } };
  }
  const sizes = {
    multiple: 16,
    minPixels: minMegapixels * megapixel,
    maxPixels: maxMegapixels * megapixel,
  };
  return {
    generate: { most: 1, sizes },
    ...(mostPictures > 0 && { instruct: { most: 1, sizes, pictures: mostPictures } }),
  };
}
