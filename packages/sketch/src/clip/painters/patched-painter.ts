/**
 * Paints a clip of a picture with repainted parts. Each part moves like its own scene, behind a
 * mask that follows the camera.
 */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { readMask, softInside } from '../../paint/patches.ts';
import { canvasFrom } from '../../raster/pixels.ts';
import { toPixels, wholeFrame } from '../../paint/stage/stage.ts';
import type { CameraPath } from '../motion/camera-path.ts';
import type { ClipPainter } from './clip-painter.ts';
import { type FilmView, setCameraTransform } from './film-view.ts';
import type { Patch } from '../../scene/picture.ts';

export interface PaintedPatch {
  readonly patch: Patch;
  readonly painter: ClipPainter;
}

/** The assumed nearness of patches, because people mostly repaint what is in the middle of a picture. */
const assumedNearness = 0.55;

export async function openPatchedPainter(
  ground: ClipPainter,
  patches: readonly PaintedPatch[],
  options: { film: FilmView; path: CameraPath },
): Promise<ClipPainter> {
  const { film } = options;
  const { width, height } = film;
  const alphas = await Promise.all(patches.map(({ patch }) => decodeAlpha(patch)));
  const cut = createCanvas(width, height);
  const canvas = createCanvas(width, height);
  const [cutting, laying] = [cut.getContext('2d'), canvas.getContext('2d')];
  return {
    paint: seconds => {
      laying.drawImage(ground.paint(seconds), 0, 0);
      patches.forEach(({ patch, painter }, index) => {
        cutting.globalCompositeOperation = 'copy';
        cutting.drawImage(painter.paint(seconds), 0, 0);
        cutting.globalCompositeOperation = 'destination-in';
        setCameraTransform(cutting, film, { placement: options.path(seconds, assumedNearness), bare: true });
        const covers = patch.frame ?? wholeFrame(patch.scene);
        const { x, y } = toPixels(film.view, covers.x, covers.y);
        const { unit } = film.view;
        cutting.drawImage(alphas[index], x, y, covers.width * unit, covers.height * unit);
        cutting.setTransform(1, 0, 0, 1, 0, 0);
        laying.drawImage(cut, 0, 0);
      });
      return canvas;
    },
  };
}

async function decodeAlpha({ mask, isFirm }: Patch): Promise<Canvas> {
  const { shares, width, height } = softInside(await readMask(Buffer.from(mask, 'base64')), {
    isFirm: isFirm ?? false,
  });
  return canvasFrom(width, height, pixels => {
    for (let at = 0; at < shares.length; at++) pixels[at * 4 + 3] = shares[at] * 255;
  });
}
