/**
 * The abilities of a model, from the primitives in the settings of its instance and from its input fields.
 */
import type { SizeRules } from '../../../../media/picture/size-rules.ts';
import type { Abilities, Ability } from '../../../contract/steps/ability.ts';
import { sizeOfPixels } from '../ratios.ts';
import { parseInputFields, type ModelFields } from './conventions.ts';
import type { InputSettings, ModelPrimitive } from './input-settings.ts';

export function inputAbilities(settings: InputSettings): Abilities {
  const fields = parseInputFields(settings.fields);
  const modelPrimitives = listPrimitives(settings);
  const hasPicture = Boolean(fields.picture ?? fields.pictures);
  const isAble = (primitive: ModelPrimitive, hasFields = true) =>
    modelPrimitives.includes(primitive) && hasFields;
  const pictureAbility: Ability = {
    most: fields.count ? settings.most : 1,
    sizes: sizeRules(fields, settings),
    hasNegative: Boolean(fields.negative),
  };
  const clip = clipAbility(fields, settings);
  return {
    ...(isAble('generate') && { generate: pictureAbility }),
    ...(isAble('imageToImage', hasPicture && Boolean(fields.strength)) && { imageToImage: pictureAbility }),
    ...(isAble('inpaint', hasPicture && Boolean(fields.mask)) && { inpaint: pictureAbility }),
    ...(isAble('instruct', hasPicture) && {
      instruct: { ...pictureAbility, pictures: fields.pictures ? settings.mostPictures : 1 },
    }),
    ...(isAble('upscale', hasPicture) && { upscale: { most: 1 } }),
    ...(isAble('clip', Boolean(clip.fromWords) || Boolean(clip.fromPicture)) && { clip }),
  };
}

export function listPrimitives({ does }: Pick<InputSettings, 'does'>): ModelPrimitive[] {
  return does.split(',').map(one => one.trim() as ModelPrimitive);
}

function clipAbility(fields: ModelFields, { clipsFrom, mostPictures }: InputSettings): Ability {
  const fromPicture = Boolean(fields.picture ?? fields.pictures) && clipsFrom !== 'words';
  return {
    most: 1,
    hasNegative: Boolean(fields.negative),
    fromWords: clipsFrom !== 'picture',
    fromPicture,
    canEndWith: fromPicture && Boolean(fields.last),
    hasAudio: Boolean(fields.audio),
    ...(fields.references && { references: ['content', 'character', 'object'], pictures: mostPictures }),
  };
}

/**
 * A model with a field for ratios alone chooses its sizes itself: the sizes returned here only have the right
 * shape.
 */
function sizeRules(fields: ModelFields, settings: InputSettings): SizeRules {
  const { sizeMultiple: multiple, maxMegapixels } = settings;
  const maxPixels = Math.round(maxMegapixels * 1_000_000);
  if (fields.imageSize || (fields.width && fields.height) || !fields.ratio) return { multiple, maxPixels };
  return { multiple: 1, list: ratiosIn(settings.ratios).map(ratio => sizeOfPixels(ratio, maxPixels)) };
}

export function ratiosIn(list: string): string[] {
  return list.split(',').map(ratio => ratio.trim());
}
