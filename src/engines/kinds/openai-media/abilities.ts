/** What an instance can do. */
import type { Abilities, Ability } from '../../contract/steps/ability.ts';
import { listedSizes } from '../../planner/size-settings.ts';
import type { SizeRules } from '../../../media/picture/size-rules.ts';
import { dialects } from './dialects.ts';
import type { OpenAiMediaSettings } from './settings.ts';

export function toAbilities(settings: OpenAiMediaSettings): Abilities {
  const { makes, masks } = settings;
  const { most, negative, editPictures, maskField, makesClips } = dialects[settings.dialect];
  if (makes === 'clips' || makesClips) return { clip: clipAbility(settings) };
  const pictureAbility: Ability = {
    most: hasPreviews(settings) ? 1 : Math.min(most, settings.most),
    sizes: sizeRules(settings),
    hasNegative: negative !== undefined && settings.negative,
  };
  const edits = makes !== 'pictures';
  return {
    ...(makes !== 'edits' && { generate: pictureAbility }),
    ...(edits && { instruct: { ...pictureAbility, pictures: editPictures } }),
    ...(edits && maskField && masks !== 'none' && { inpaint: pictureAbility }),
  };
}

/**
 * Pictures of the work in progress do not say which of several results they belong
 * to, so a request then has one.
 */
export function hasPreviews({ dialect, previews }: OpenAiMediaSettings): boolean {
  return dialects[dialect].streams === true && previews > 0;
}

function clipAbility(settings: OpenAiMediaSettings): Ability {
  const { clipsFrom, sound, lastFrame, clipPictures } = settings;
  const { clips, negative } = dialects[settings.dialect];
  return {
    most: 1,
    sizes: clips.hasExactSizes && !settings.sizes ? { multiple: 2 } : sizeRules(settings),
    hasNegative: clips.isDetailed && negative !== undefined && settings.negative,
    fromWords: clipsFrom !== 'picture',
    fromPicture: clipsFrom !== 'words',
    hasAudio: sound,
    ...(clips.lastField && lastFrame && clipsFrom !== 'words' && { canEndWith: true }),
    ...(clips.referencesField && clipPictures > 0 && { references: ['character'], pictures: clipPictures }),
  };
}

function sizeRules({ sizes, sizeMultiple, minMegapixels, maxMegapixels }: OpenAiMediaSettings): SizeRules {
  const list = listedSizes(sizes);
  if (list.length > 0) return { multiple: 1, list };
  return {
    multiple: sizeMultiple,
    minPixels: minMegapixels * 1_000_000,
    maxPixels: maxMegapixels * 1_000_000,
  };
}
