/** Settings for the abilities of a model for clips, for providers that do not report them. */
import { z } from 'zod';
import type { Ability } from '../../contract/steps/ability.ts';

export const clipsFrom = z.enum(['words', 'picture', 'either']).default('either').meta({
  title: 'Clips from',
  description: 'What a clip is generated from: text only, a first frame, or either.',
  titleZh: '视频起点',
  descriptionZh: '视频由什么开始：文字（words）、图片（picture）或两者皆可（either）。',
});

export const lastFrame = z.boolean().default(false).meta({
  title: 'Last frame',
  description: 'Whether a clip can end with a given image.',
  titleZh: '尾帧',
  descriptionZh: '模型可以让视频以指定图片结束。',
});

export const sound = z.boolean().default(false).meta({
  title: 'Sound',
  description: 'Whether clips can have sound.',
  titleZh: '声音',
  descriptionZh: '模型可以生成带声音的视频。',
});

/** Returns the part of an ability that these settings define. */
export function clipAbility(settings: {
  readonly clipsFrom: z.infer<typeof clipsFrom>;
  readonly lastFrame: boolean;
  readonly sound: boolean;
}): Pick<Ability, 'fromWords' | 'fromPicture' | 'canEndWith' | 'hasAudio'> {
  const fromPicture = settings.clipsFrom !== 'words';
  return {
    fromWords: settings.clipsFrom !== 'picture',
    fromPicture,
    canEndWith: fromPicture && settings.lastFrame,
    hasAudio: settings.sound,
  };
}
