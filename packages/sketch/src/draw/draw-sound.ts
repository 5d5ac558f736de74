/** The sound of one candidate of a clip. */
import { type KeyScene, keyScenes } from '../clip/painters/changing-scene.ts';
import { readReferenceScene } from '../references/reference.ts';
import { composeSound } from '../sound/compose-sound.ts';
import { firstPicture } from './draw-clip.ts';
import type { ClipInput } from './drawing.ts';
import { deriveSeed } from '../random/random.ts';
import type { Sound } from '../sound/signal/track.ts';
import type { FilmedPicture } from '../scene/picture.ts';

export async function drawSound(input: ClipInput): Promise<Sound> {
  const picture = await firstPicture(input);
  const { scene, clip } = picture;
  // The seed of the scene alone, so that an extended clip with another seed keeps its sound.
  return composeSound(await listKeyScenes(picture), {
    seconds: input.job.seconds ?? clip.seconds,
    seed: deriveSeed(scene.seed, 'sound'),
    ...(clip.loop && { loopSeconds: clip.seconds }),
  });
}

/** A clip that turns into another picture gets the sound of that picture. */
async function listKeyScenes({ scene, clip }: FilmedPicture): Promise<KeyScene[]> {
  if (clip.last === undefined) return keyScenes(scene, clip);
  const last = await readReferenceScene({ bytes: Buffer.from(clip.last, 'base64') });
  return [
    { seconds: 0, scene },
    { seconds: clip.legs[0].until, scene: last },
  ];
}
