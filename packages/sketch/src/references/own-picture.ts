/**
 * Recognizes a picture of this engine by the provenance in its file, and restores its reading and
 * the scene it was painted from.
 */
import { z } from 'zod';
import type { JobInput, Provenance } from '../job/job.ts';
import { composeScene } from '../compose/compose-scene.ts';
import { readJob } from '../words/read-job.ts';
import { readPixels } from '../raster/read-pixels.ts';
import { paintScene } from '../paint/paint-scene.ts';
import type { Reading } from '../scene/reading.ts';
import type { Scene } from '../scene/scene.ts';
import type { PictureFacts } from './analyze-picture.ts';
import { labAt, labDistance, makeSmall, type SmallPicture } from './small-picture.ts';
import { deriveSeed } from '../random/random.ts';

export interface OwnPicture {
  readonly prompt: string;
  readonly reading: Reading;
  /** The scene. Absent if the picture was not painted from this prompt alone. */
  readonly own?: Scene;
}

/** The maximum mean perceptual difference between a picture and its repainted scene. */
const maxDifference = 0.1;
const sampleWidth = 64;
const longestPrompt = 4000;

const optionalNumber = z.number().min(0).max(3000).optional().catch(undefined);

/** Untrusted input, because a file can claim anything. Invalid optional values count as absent. */
const parameters = z.object({
  width: z.number().min(64).max(16_384),
  height: z.number().min(64).max(16_384),
  exclude: z.array(z.string().max(400)).max(100).catch([]),
  version: z.string().max(16).optional().catch(undefined),
  style: z.string().max(16).optional().catch(undefined),
  parts: z
    .array(z.object({ text: z.string().max(longestPrompt), weight: z.number() }))
    .max(100)
    .optional()
    .catch(undefined),
  chaos: optionalNumber,
  stylize: optionalNumber,
  weird: optionalNumber,
  experimental: optionalNumber,
});

/** Undefined if the picture is not from this engine or had no prompt. */
export async function ownPicture(
  { provenance }: Pick<JobInput, 'provenance'>,
  facts: PictureFacts,
): Promise<OwnPicture | undefined> {
  const parsed = parameters.safeParse(provenance?.parameters);
  if (!provenance || !parsed.success || !isPrompt(provenance.prompt)) return undefined;
  const { exclude, parts } = parsed.data;
  const reading = readJob({ prompt: provenance.prompt, exclude, ...(parts && { parts }) });
  const scenes = [0, 1, 2, 3].map(candidate =>
    composeCandidate(reading, { provenance, pictureParameters: parsed.data, candidate }),
  );
  const comparisons: { scene: Scene; difference: number }[] = [];
  for (const scene of scenes) comparisons.push({ scene, difference: await differenceTo(scene, facts.small) });
  const [best] = comparisons.toSorted((one, other) => one.difference - other.difference);
  if (!best || best.difference > maxDifference)
    return {
      prompt: provenance.prompt,
      reading: { ...readLight(facts), setting: scenes[0].setting, ...reading },
    };
  const { setting, time, weather, season, style } = best.scene;
  const sceneReading = { setting, time, weather, season, ...(style !== 'illustration' && { style }) };
  return { prompt: provenance.prompt, own: best.scene, reading: { ...sceneReading, ...reading } };
}

/** Whether the text is usable as a prompt. A file can contain any amount of text. */
export function isPrompt(text: string): boolean {
  return text.trim() !== '' && text.length <= longestPrompt;
}

/**
 * Composes the scene of one candidate. All four are tried, because the file does not
 * contain the candidate's number.
 */
function composeCandidate(
  reading: Reading,
  {
    provenance,
    pictureParameters,
    candidate,
  }: { provenance: Provenance; pictureParameters: z.infer<typeof parameters>; candidate: number },
): Scene {
  const { width, height } = pictureParameters;
  const settings = Object.fromEntries(
    Object.entries(pictureParameters).filter(([, value]) => value !== undefined),
  );
  const seed = deriveSeed(provenance.seed, provenance.prompt);
  return composeScene(reading, { ...settings, width, height, candidate, seed });
}

function readLight(facts: PictureFacts): Pick<Reading, 'time' | 'weather'> {
  const { time, weather } = facts.light;
  return { time, weather };
}

/** Compares at a very small size, where only light, color and large shapes matter. */
async function differenceTo(scene: Scene, picture: SmallPicture): Promise<number> {
  const width = sampleWidth;
  const height = Math.max(8, Math.round(width / scene.aspect));
  const canvas = await paintScene(scene, { width, height });
  const repaintedPicture = makeSmall(readPixels(canvas));
  let sum = 0;
  for (let at = 0; at < width * height; at++) {
    const x = Math.floor((((at % width) + 0.5) / width) * picture.width);
    const y = Math.floor(((Math.floor(at / width) + 0.5) / height) * picture.height);
    sum += labDistance(labAt(repaintedPicture, at), labAt(picture, y * picture.width + x));
  }
  return sum / (width * height);
}
