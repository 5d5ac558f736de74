/** What a stable-diffusion.cpp server can do, as its settings say. */
import type { Abilities, Ability } from '../../contract/steps/ability.ts';
import type { ModelSettings } from './sdcpp-settings.ts';

/** The smallest side that the server accepts. */
export const smallestEdge = 64;
/** Its `ref_images`. Models take fewer, but none says how many. */
const mostPictures = 4;

export function sdcppAbilities(settings: ModelSettings): Abilities {
  const { pictures, edits, clips, endsWith, hasNegative, batch, sizeMultiple, maxPixels, maxUpscaledPixels } =
    settings;
  const sizes = { multiple: sizeMultiple, minPixels: smallestEdge * smallestEdge, maxPixels };
  const picture: Ability = { most: batch, sizes, hasNegative };
  const upscaleSizes = maxUpscaledPixels > maxPixels && {
    enlargedSizes: { ...sizes, maxPixels: maxUpscaledPixels },
  };
  return {
    ...(pictures && { generate: picture, imageToImage: { ...picture, ...upscaleSizes }, inpaint: picture }),
    ...(edits && { instruct: { ...picture, pictures: mostPictures } }),
    ...(clips !== 'none' && {
      clip: {
        most: 1,
        sizes,
        hasNegative,
        fromWords: clips !== 'picture',
        fromPicture: clips !== 'words',
        canEndWith: endsWith,
      },
    }),
  };
}
