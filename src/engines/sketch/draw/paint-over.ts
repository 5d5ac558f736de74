/** Edits of pictures that were not painted here: their pixels stay what is seen, and things are painted over them. */
import { deriveSeed } from '../../../lib/random.ts';
import type { RawPicture } from '../../../media/picture.ts';
import { resizePicture } from '../../../media/picture.ts';
import { listWishes } from '../compose/wishes.ts';
import { createLand } from '../paint/land.ts';
import { pixelsOf } from '../paint/pixels-of.ts';
import { createStage, type Frame, wholeOf } from '../paint/stage.ts';
import { paintThing } from '../paint/things.ts';
import type { Scene, Thing } from '../scene.ts';
import type { DrawnPicture, SketchPicture } from '../sketch-work.ts';
import { applyStyle } from '../styles.ts';
import type { Drawing } from './drawing.ts';
import type { EditReadings } from './edit-readings.ts';
import { thingOf } from './extend-scene.ts';
import { fillHole } from './fill-hole.ts';
import { fitIntoBox } from './fit-into-box.ts';
import { freshReading } from './fresh-reading.ts';
import { boxOf, type Mask, softInside } from './patches.ts';
import { canvasOf } from './paint-picture.ts';

export interface Overpainting {
  readonly picture: SketchPicture;
  readonly found: RawPicture;
  readonly mask: Mask;
  readonly readings: EditReadings;
  /** No mask was sent: nothing is to go, only to come. */
  readonly whole: boolean;
}

export async function paintOver(drawing: Drawing, over: Overpainting): Promise<DrawnPicture> {
  const { job, candidate } = drawing;
  const { picture, mask, readings, whole } = over;
  const size = { width: job.width, height: job.height };
  const fits = over.found.width === size.width && over.found.height === size.height;
  const found = fits ? over.found : await resizePicture(over.found, size);
  const soft = softInside(mask);
  const ground = whole ? found : fillHole(found, { mask: soft, candidate, seed: job.seed });
  const canvas = canvasOf(ground);
  const context = canvas.getContext('2d');
  const { scene } = picture;
  const stage = createStage(scene, { ...size, frame: picture.frame ?? wholeOf(scene) });
  const land = createLand(scene);
  for (const thing of thingsIn(scene, { drawing, over }))
    for (const layer of paintThing(stage, thing, { land, subjects: drawing.subjects }))
      context.drawImage(layer.canvas, layer.x, layer.y);
  const { style } = readings.after;
  if (whole && style !== undefined) applyStyle(style, canvas, { unit: size.height, seed: job.seed });
  drawing.onProgress(1, canvas);
  const pixels = pixelsOf(canvas);
  if (!whole) blend(pixels.data, found.data, soft);
  return { pixels, picture: { scene, found: true, ...(picture.frame && { frame: picture.frame }) } };
}

/** What the prompt names, inside the mask; without one in the free middle of the picture. */
function thingsIn(scene: Scene, { drawing, over }: { drawing: Drawing; over: Overpainting }): Thing[] {
  const { job, candidate, subjects } = drawing;
  const shown = over.picture.frame ?? wholeOf(scene);
  const boxFor = ({ stance }: { stance: Thing['stance'] }): Frame => {
    const share = over.whole ? freePart(stance, candidate) : boxOf(over.mask)!;
    return {
      x: shown.x + share.x * shown.width,
      y: shown.y + share.y * shown.height,
      width: share.width * shown.width,
      height: share.height * shown.height,
    };
  };
  const wishes = listWishes(freshReading(over.readings.before, over.readings.after));
  const count = wishes.reduce((sum, wish) => sum + Math.min(8, wish.count), 0);
  return wishes.flatMap((wish, order) =>
    Array.from({ length: Math.min(8, wish.count) }, (_, index) =>
      fitIntoBox(scene, thingOf(wish, deriveSeed(job.seed, `${wish.kind} ${index}`)), {
        box: boxFor(wish),
        index: order + index,
        count,
        job,
        candidate,
        subjects,
      }),
    ),
  );
}

/** Without a mask: the air for what flies, the ground for all else, to each candidate's own side. */
function freePart(stance: Thing['stance'], candidate: number): Frame {
  const x = [0.06, 0.58, 0.26, 0.42][candidate % 4]!;
  return stance === 'flies'
    ? { x, y: 0.04, width: 0.36, height: 0.46 }
    : { x, y: 0.46, width: 0.36, height: 0.5 };
}

/** By the mask's soft shares; where it is 0 the found pixels stay to the bit. */
function blend(pixels: Uint8Array, found: RawPicture['data'], { shares }: Mask): void {
  for (let at = 0; at < shares.length; at++)
    for (let channel = at * 4; channel < at * 4 + 4; channel++)
      pixels[channel] = Math.round(found[channel]! + (pixels[channel]! - found[channel]!) * shares[at]!);
}
