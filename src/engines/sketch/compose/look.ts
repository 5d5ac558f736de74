/** The look of an image model's version: later ones draw more small things, in richer light and deeper colour. */
import type { Look } from '../scene.ts';

export function lookOf(options: { version?: string; raw?: boolean }): Look {
  const version = options.version ?? '7';
  const number = Number.parseFloat(version.replace(/^\D+/, '')) || 7;
  const look = number < 5 ? early(number) : late(number - 5);
  if (version.startsWith('niji')) return { ...look, saturation: 1.1 + number * 0.035, anime: true };
  if (!options.raw) return { ...look, anime: false };
  return { ...look, saturation: look.saturation * 0.82, richness: look.richness * 0.7, anime: false };
}

function early(number: number) {
  return { detail: 0.25 + number * 0.06, richness: 0.3 + number * 0.06, saturation: 0.86 + number * 0.02 };
}

function late(since: number) {
  return {
    detail: Math.min(1, 0.7 + since * 0.15),
    richness: 0.7 + since * 0.15,
    saturation: 1 + since * 0.08,
  };
}
