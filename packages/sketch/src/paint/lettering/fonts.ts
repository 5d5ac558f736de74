/** The typefaces of the lettering: from the font packages that are installed, else the machine's own. */
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import type { Style } from '../../scene/reading.ts';
import type { LetteringOn } from '../../scene/scene.ts';

type Face = 'poster' | 'serif' | 'script' | 'plain';

/** The first has Latin and Chinese letters and stands in for what the others lack. */
const files: Readonly<Record<Face, string>> = {
  plain: '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-900-normal.woff2',
  poster: '@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff2',
  serif: '@fontsource/playfair-display/files/playfair-display-latin-800-normal.woff2',
  script: '@fontsource/pacifico/files/pacifico-latin-400-normal.woff2',
};

const faces = Object.keys(files) as Face[];

const fallbacks: Readonly<Record<Face, string>> = {
  plain: '"DejaVu Sans", Arial, sans-serif',
  poster: 'Impact, "DejaVu Sans Condensed", sans-serif',
  serif: 'Georgia, "DejaVu Serif", serif',
  script: '"DejaVu Serif", serif',
};

const loaded = new Map<Face, string | undefined>();

/** A CSS font for letters of this size, as they suit the style and what they are on. */
export function fontOf(lettering: { style: Style; on: LetteringOn }, pixels: number): string {
  const face = faceOf(lettering);
  const families = [familyOf(face), familyOf('plain')].filter(family => family !== undefined);
  const list = [...families.map(family => `"${family}"`), fallbacks[face]].join(', ');
  return `${familyOf(face) === undefined ? '700 ' : ''}${pixels.toFixed(1)}px ${list}`;
}

function faceOf({ style, on }: { style: Style; on: LetteringOn }): Face {
  if (on === 'neon') return 'script';
  if (on === 'book') return 'serif';
  if (on === 'sign' || on === 'banner') return 'poster';
  if (['poster', 'flat', 'woodcut', 'noir', 'photo'].includes(style)) return 'poster';
  if (['pixel', 'mosaic', 'anime'].includes(style)) return 'plain';
  return on === 'shop' ? 'plain' : 'serif';
}

/**
 * Undefined when its package is not installed. All are registered with the first use of any: a letter that a face lacks may
 * be taken from another one, and must not depend on what was lettered before.
 */
function familyOf(face: Face): string | undefined {
  if (loaded.size === 0) for (const each of faces) loaded.set(each, load(each));
  return loaded.get(face);
}

function load(face: Face): string | undefined {
  const family = `Kinora ${face}`;
  const path = pathOf(files[face]);
  if (path === undefined) return undefined;
  GlobalFonts.registerFromPath(path, family);
  return GlobalFonts.has(family) ? family : undefined;
}

function pathOf(file: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(file);
  } catch {
    // Not installed: the machine's own fonts will do.
    return undefined;
  }
}
