/** What an instance can do, and the sizes that its models know. */
import type { SizeRules } from '../../../media/picture/size-rules.ts';
import { sizeOfEdge, sizeOfPixels } from '../../adapter-kit/hosted/ratios.ts';
import type { Abilities } from '../../contract/steps/ability.ts';
import { clipResolutions, type GoogleSettings } from './google-settings.ts';

/** The ratios of all Nano Banana models, 2026-10. */
export const pictureRatios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
export const clipRatios = ['16:9', '9:16'];

const edges: Readonly<Record<GoogleSettings['imageSize'], number>> = {
  default: 1024,
  '512': 512,
  '1K': 1024,
  '2K': 2048,
  '4K': 4096,
};
const clipEdges = { '720p': 720, '1080p': 1080, '4k': 2160 } as const;

export function toAbilities(settings: GoogleSettings): Abilities {
  const { makes, imageSize, mostPictures } = settings;
  if (makes === 'answers') return { ask: { most: 1 } };
  if (makes === 'clips') return { clip: clipAbility(settings) };
  const list = pictureRatios.map(ratio => sizeOfPixels(ratio, edges[imageSize] ** 2));
  const pictureAbility = { most: 1, sizes: { multiple: 1, list } };
  return { generate: pictureAbility, instruct: { ...pictureAbility, pictures: mostPictures } };
}

function clipAbility({ largestClip, clipsFrom, lastFrame, clipReferences, sound }: GoogleSettings) {
  const resolutions = clipResolutions.slice(0, clipResolutions.indexOf(largestClip) + 1);
  const list = resolutions.flatMap(name => clipRatios.map(ratio => sizeOfEdge(ratio, clipEdges[name])));
  const sizes: SizeRules = { multiple: 1, list };
  return {
    most: 1,
    sizes,
    hasNegative: true,
    fromWords: clipsFrom !== 'picture',
    fromPicture: clipsFrom !== 'words',
    canEndWith: lastFrame && clipsFrom !== 'words',
    hasAudio: sound,
    ...(clipReferences > 0 && { references: ['object', 'character'] as const, pictures: clipReferences }),
  };
}

/** The smallest that is not smaller than the clip. */
export function chooseResolution({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): string {
  const edge = Math.min(width, height);
  return clipResolutions.find(name => clipEdges[name] >= edge) ?? '4k';
}
