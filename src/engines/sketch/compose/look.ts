/** The look of an image model's version. */
import type { Look } from '../scene.ts';

export function lookOf(options: { version?: string; raw?: boolean }): Look {
  const version = options.version ?? '7';
  const number = Number.parseFloat(version.replace(/^\D+/, '')) || 7;
  const anime = version.startsWith('niji');
  const look =
    number < 5
      ? { detail: 0.25 + number * 0.06, richness: 0.3 + number * 0.06, saturation: 0.86 + number * 0.02 }
      : number < 7
        ? { detail: 0.75, richness: 0.75, saturation: 1 }
        : { detail: 1, richness: 1, saturation: 1.16 };
  if (anime) return { ...look, saturation: 1.34, anime: true };
  return options.raw
    ? { ...look, saturation: look.saturation * 0.82, richness: look.richness * 0.7, anime: false }
    : { ...look, anime: false };
}
