/** What a program can do, as its settings say. */
import type { Abilities, Ability } from '../../contract/steps/ability.ts';
import type { CommandSettings } from './command-settings.ts';

const mostPictures = 4;

export function commandAbilities(settings: CommandSettings): Abilities {
  const { clips, clipAudio, clipEnd, hasNegative, batch, sizeMultiple, maxPixels } = settings;
  const sizes = { multiple: sizeMultiple, maxPixels };
  const picture: Ability = { most: batch, sizes, hasNegative };
  return {
    ...(settings.generate && { generate: picture }),
    ...(settings.imageToImage && { imageToImage: picture }),
    ...(settings.inpaint && { inpaint: picture }),
    ...(settings.instruct && { instruct: { ...picture, pictures: mostPictures } }),
    // The size of an upscale is that of its result, which is larger than what the model generates.
    ...(settings.upscale && { upscale: { most: 1, sizes: { multiple: sizeMultiple }, hasNegative } }),
    ...(settings.ask && { ask: { most: 1 } }),
    ...(clips !== 'none' && {
      clip: {
        most: 1,
        sizes,
        hasNegative,
        fromWords: clips !== 'picture',
        fromPicture: clips !== 'words',
        canEndWith: clipEnd && clips !== 'words',
        hasAudio: clipAudio,
      },
    }),
  };
}
