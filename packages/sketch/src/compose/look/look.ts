/**
 * The look of an image model's version and style: later versions draw more small things, in
 * richer light and deeper color.
 */
import type { Finish, Look } from '../../scene/scene.ts';
import { addFinish, noFinish } from './finishes.ts';

type Row = Pick<Look, 'detail' | 'richness' | 'saturation' | 'lush'> & { readonly finish?: Partial<Finish> };

// A table reads best in rows.
// oxfmt-ignore
const versions: ReadonlyMap<string, Row> = new Map(Object.entries({
  '1': { detail: 0.08, richness: 0.3, saturation: 0.72, finish: { smear: 1, bend: 1, contrast: -0.3, fade: 0.35, grain: 0.5, warmth: 0.15 } },
  '2': { detail: 0.2, richness: 0.4, saturation: 0.84, finish: { smear: 0.75, bend: 0.62, contrast: -0.08, fade: 0.2, grain: 0.35, warmth: -0.12 } },
  '3': { detail: 0.36, richness: 0.6, saturation: 0.98, finish: { smear: 0.5, bend: 0.34, contrast: 0.2, fade: 0.04, grain: 0.15, warmth: 0.3, corners: 0.3 } },
  '4': { lush: 0.3, detail: 0.55, richness: 0.85, saturation: 1.06, finish: { smear: 0.24, bend: 0.08, contrast: 0.3, saturation: 0.06, bloom: 0.3, corners: 0.5, warmth: -0.2, fade: -0.06 } },
  '5': { detail: 0.72, richness: 0.66, saturation: 0.9, finish: { contrast: -0.1, saturation: -0.2, clarity: 0.1, fade: 0.1, warmth: -0.08, corners: -0.6 } },
  '5.1': { detail: 0.78, richness: 0.78, saturation: 1.0, finish: { contrast: 0.16, saturation: 0.04, clarity: 0.12, warmth: 0.05 } },
  '5.2': { lush: 0.2, detail: 0.82, richness: 0.84, saturation: 1.06, finish: { contrast: 0.24, saturation: 0.12, clarity: 0.3, bloom: 0.1, warmth: 0.2 } },
  '6': { lush: 0.12, detail: 0.88, richness: 0.88, saturation: 1.06, finish: { contrast: 0.06, clarity: 0.22, fade: 0.06, warmth: 0.1, grain: 0.12 } },
  '6.1': { lush: 0.16, detail: 0.94, richness: 0.94, saturation: 1.1, finish: { contrast: 0.02, clarity: 0.12, bloom: 0.12, warmth: -0.04, fade: 0.02 } },
  '7': { detail: 1, richness: 1, saturation: 1.16 },
  '8.1': { lush: 0.26, detail: 1.25, richness: 1.06, saturation: 1.16, finish: { contrast: 0.1, clarity: 0.32, bloom: 0.1, fade: -0.05, warmth: 0.06, corners: -0.2 } },
  '8.2': { lush: 0.5, detail: 1.45, richness: 1.12, saturation: 1.2, finish: { contrast: 0.16, clarity: 0.42, bloom: 0.3, saturation: 0.05, fade: -0.05, split: 0.3, lights: '#ffe9c4', darks: '#24406e' } },
  'niji 4': { detail: 0.45, richness: 0.6, saturation: 1.24, finish: { smear: 0.14, outline: 1, contrast: 0.12, saturation: 0.1, corners: -1 } },
  'niji 5': { detail: 0.75, richness: 0.9, saturation: 1.12, finish: { pastel: 0.2, bloom: 0.1, outline: 0.25, corners: -0.6, warmth: 0.1 } },
  'niji 6': { detail: 0.95, richness: 1, saturation: 1.3, finish: { contrast: 0.26, saturation: 0.16, clarity: 0.35, outline: 0.5 } },
  'niji 7': { lush: 0.25, detail: 1.1, richness: 1.05, saturation: 1.2, finish: { clarity: 0.2, bloom: 0.4, contrast: 0.04, warmth: -0.14, fade: -0.04, split: 0.25, lights: '#fff1d8', darks: '#3a3f8c', corners: -0.8 } },
}));

// A table reads best in rows.
// oxfmt-ignore
const styles: Readonly<Partial<Record<string, Partial<Finish>>>> = {
  raw: { saturation: -0.14, contrast: -0.04, corners: -1 },
  cute: { pastel: 0.34, bloom: 0.12, outline: 0.5, warmth: 0.06, saturation: 0.2, clarity: -0.2, corners: -1 },
  expressive: { pastel: -0.3, bloom: -0.2, fade: -0.3, contrast: 0.3, saturation: 0.34, outline: 0.9, clarity: 0.5, split: 0.5, lights: '#ffc08a', darks: '#4a1f9c' },
  original: { pastel: -0.16, bloom: -0.1, fade: 0.3, saturation: -0.2, grain: 0.5, warmth: 0.22, contrast: 0.3 },
  scenic: { pastel: -0.28, fade: -0.2, contrast: 0.24, saturation: 0.2, clarity: 0.5, corners: 0.7 },
  '4a': { fade: 0.22, contrast: -0.3, saturation: -0.16, smear: 0.1, corners: -0.6, warmth: 0.25 },
  '4b': { contrast: 0.12, clarity: 0.45, saturation: -0.08, smear: -0.16, bloom: -0.2, warmth: -0.22 },
  '4c': {},
};

export function chooseLook(options: { version?: string; style?: string }): Look {
  const version = options.version ?? '7';
  const { finish, ...row } = versions.get(version) ?? findNearestVersion(version);
  const passes = addFinish({ ...noFinish, ...finish }, styles[options.style ?? '']);
  const hasChanges = Object.values(passes).some(value => value !== 0);
  const look = { ...row, anime: version.startsWith('niji'), ...(hasChanges && { finish: passes }) };
  if (options.style !== 'raw') return look;
  return { ...look, saturation: row.saturation * 0.82, richness: row.richness * 0.7 };
}

/** `5.0` is 5. `niji` alone and unknown later versions are the last known version. */
function findNearestVersion(version: string): Row {
  const family = [...versions].filter(([name]) => name.startsWith('niji') === version.startsWith('niji'));
  const number = readNumber(version);
  const candidates = Number.isNaN(number) ? family : family.filter(([name]) => readNumber(name) <= number);
  const [, row] = candidates.at(-1) ?? family[0];
  return row;
}

function readNumber(version: string): number {
  return Number.parseFloat(version.replace(/^\D+/, ''));
}
