/** What an instance can do, and the sizes that its models know. */
import { sizeOfEdge, sizeOfPixels } from '../../adapter-kit/hosted/ratios.ts';
import type { Abilities } from '../../contract/steps/ability.ts';
import type { OpenRouterSettings } from './openrouter-settings.ts';

const defaultRatios = {
  pictures: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
  clips: ['16:9', '9:16'],
} as const;

/** The longer edge of a square, in pixels. */
const pictureEdges = { default: 1024, '512': 512, '1K': 1024, '2K': 2048, '4K': 4096 } as const;
/** The shorter edge, in pixels. */
const clipEdges: Readonly<Record<string, number>> = {
  '480p': 480,
  '720p': 720,
  '768p': 768,
  '1080p': 1080,
  '2K': 1440,
  '4K': 2160,
};

export function toAbilities(settings: OpenRouterSettings): Abilities {
  const { makes, pictureResolution, most, mostPictures } = settings;
  if (makes === 'clips') return { clip: clipAbility(settings) };
  const list = listRatios(settings).map(ratio => sizeOfPixels(ratio, pictureEdges[pictureResolution] ** 2));
  const pictureAbility = { most, sizes: { multiple: 1, list } };
  return {
    generate: pictureAbility,
    ...(mostPictures > 0 && { instruct: { ...pictureAbility, pictures: mostPictures } }),
  };
}

function clipAbility(settings: OpenRouterSettings) {
  const { clipsFrom, lastFrame, clipReferences, sound } = settings;
  const list = listResolutions(settings).flatMap(name =>
    listRatios(settings).map(ratio => sizeOfEdge(ratio, clipEdges[name] ?? 0)),
  );
  return {
    most: 1,
    sizes: { multiple: 1, list },
    fromWords: clipsFrom !== 'picture',
    fromPicture: clipsFrom !== 'words',
    canEndWith: lastFrame && clipsFrom !== 'words',
    hasAudio: sound,
    ...(clipReferences > 0 && {
      references: ['object', 'character', 'style', 'content'] as const,
      pictures: clipReferences,
    }),
  };
}

export function listRatios({ ratios, makes }: OpenRouterSettings): readonly string[] {
  return ratios === '' ? defaultRatios[makes] : listItems(ratios);
}

/** The resolution whose shorter edge is nearest to that of the clip. */
export function chooseResolution(
  { width, height }: { readonly width: number; readonly height: number },
  settings: OpenRouterSettings,
): string {
  const edge = Math.min(width, height);
  const distance = (name: string) => Math.abs((clipEdges[name] ?? 0) - edge);
  return listResolutions(settings).reduce((best, name) => (distance(name) < distance(best) ? name : best));
}

function listResolutions({ clipResolutions }: OpenRouterSettings): string[] {
  return listItems(clipResolutions);
}

function listItems(text: string): string[] {
  return text.split(',').map(item => item.trim());
}
