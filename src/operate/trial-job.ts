/** The smallest thing that an engine can be asked to make, by what its models' cards say. */
import type { EngineJob } from '../engines/engine.ts';
import { clipSize } from '../models/clip-size.ts';
import type { ModelCard } from '../models/model-card.ts';

const words = { prompt: 'a red circle', seed: 1, exclude: [] } as const;
const sidePixels = 64;
const framesPerSecond = 24;

/** Undefined: none of these models makes anything of words alone. */
export function trialJob(taskId: string, cards: readonly ModelCard[]): EngineJob | undefined {
  const grid = cards.find(({ operations }) => operations.includes('grid'));
  if (grid) {
    const [version] = grid.versions ?? [];
    const size = { width: sidePixels, height: sidePixels };
    return { ...words, ...size, taskId, model: grid.id, kind: 'grid', ...(version && { version }) };
  }
  const clip = cards.find(
    ({ kind, references }) => kind === 'video' && !Object.values(references).some(rule => rule?.required),
  );
  return clip && { ...words, ...smallestClip(clip), taskId, model: clip.id, kind: 'clip', framesPerSecond };
}

function smallestClip({ parameters }: ModelCard): { width: number; height: number; seconds: number } {
  const { seconds, resolution, aspect_ratio: aspect } = parameters.properties;
  const resolutions = (resolution?.['enum'] ?? ['480p']) as string[];
  const aspects = (aspect?.['enum'] ?? ['16:9']) as string[];
  const lengths = (seconds?.['enum'] ?? [seconds?.['minimum'] ?? 1]) as number[];
  const [smallest = { width: 640, height: 480 }] = resolutions
    .flatMap(one => aspects.map(other => clipSize(one, other)))
    .toSorted((one, other) => one.width * one.height - other.width * other.height);
  return { ...smallest, seconds: Math.min(...lengths) };
}
