/** Pixel art in motion: each frame is reduced to the same grid and the same colours. */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Scene } from '../scene.ts';
import { nearestColor, pickColors } from '../styles/choose-colors.ts';

/** The colours are those of the first frame asked for with the scene's own palette, so that all frames agree. */
export function openGridPass(canvas: Canvas, scene: Scene): { apply(): void } {
  const rows = scene.aspect < 1 ? 200 : 150;
  const small = createCanvas(Math.round((rows * canvas.width) / canvas.height), rows);
  const context = small.getContext('2d');
  const colors = paletteColors(scene);
  const table = new Map<number, readonly [number, number, number]>();
  const target = canvas.getContext('2d');
  return {
    apply: () => {
      context.drawImage(canvas, 0, 0, small.width, small.height);
      const image = context.getImageData(0, 0, small.width, small.height);
      const { data } = image;
      for (let at = 0; at < data.length; at += 4) {
        const key = ((data[at]! >> 3) << 10) | ((data[at + 1]! >> 3) << 5) | (data[at + 2]! >> 3);
        let found = table.get(key);
        if (!found) {
          found = nearestColor(colors, [(key >> 10) << 3, ((key >> 5) & 31) << 3, (key & 31) << 3]);
          table.set(key, found);
        }
        data[at] = found[0];
        data[at + 1] = found[1];
        data[at + 2] = found[2];
      }
      context.putImageData(image, 0, 0);
      target.imageSmoothingEnabled = false;
      target.drawImage(small, 0, 0, canvas.width, canvas.height);
      target.imageSmoothingEnabled = true;
    },
  };
}

/** Steps of eight levels a channel, thinned to those near the scene's own colours. */
function paletteColors(scene: Scene): readonly (readonly [number, number, number])[] {
  const tones = Object.values(scene.light.palette).filter(
    (value): value is string => typeof value === 'string',
  );
  const pixels = new Uint8ClampedArray(tones.length * 9 * 4);
  tones.forEach((css, index) => {
    const value = Number.parseInt(css.slice(1), 16);
    for (let step = 0; step < 9; step++) {
      const at = (index * 9 + step) * 4;
      const gain = 0.25 + step * 0.125;
      pixels[at] = (value >> 16) * gain;
      pixels[at + 1] = ((value >> 8) & 255) * gain;
      pixels[at + 2] = (value & 255) * gain;
    }
  });
  const accents = [
    [214, 60, 49],
    [240, 138, 44],
    [244, 207, 61],
    [245, 240, 228],
    [34, 30, 42],
    [240, 139, 176],
    [126, 79, 168],
  ] as const;
  return [...pickColors(pixels, 60), ...accents];
}
