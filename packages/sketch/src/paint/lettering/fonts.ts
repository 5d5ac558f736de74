/** The typefaces of the lettering, from the data of the package. */
import { GlobalFonts } from '@napi-rs/canvas';
import { readDataEntry } from '../../data/data-file.ts';
import type { Style } from '../../scene/reading.ts';
import type { LetteringOn } from '../../scene/scene.ts';

/** The first has Latin and Chinese letters. It is used for letters that the others lack. */
const faces = ['plain', 'poster', 'serif', 'script'] as const;

type Face = (typeof faces)[number];

const fallbacks: Readonly<Record<Face, string>> = {
  plain: '"DejaVu Sans", Arial, sans-serif',
  poster: 'Impact, "DejaVu Sans Condensed", sans-serif',
  serif: 'Georgia, "DejaVu Serif", serif',
  script: '"DejaVu Serif", serif',
};

/** Returns the CSS font of this size that suits the style and the object on which the letters stand. */
export function cssFont(lettering: { style: Style; on: LetteringOn }, pixels: number): string {
  loadFaces();
  const face = chooseFace(lettering);
  return `${pixels.toFixed(1)}px "${toFamily(face)}", "${toFamily('plain')}", ${fallbacks[face]}`;
}

function chooseFace({ style, on }: { style: Style; on: LetteringOn }): Face {
  if (on === 'neon') return 'script';
  if (on === 'book') return 'serif';
  if (on === 'sign' || on === 'banner') return 'poster';
  if (['poster', 'flat', 'woodcut', 'noir', 'photo'].includes(style)) return 'poster';
  if (['pixel', 'mosaic', 'anime'].includes(style)) return 'plain';
  return on === 'shop' ? 'plain' : 'serif';
}

const toFamily = (face: Face) => `Kinora ${face}`;

/**
 * Loads all typefaces at once: a letter that one lacks may be taken from another, and must not depend on what
 * was lettered before.
 */
function loadFaces(): void {
  for (const face of faces)
    if (!GlobalFonts.has(toFamily(face)))
      GlobalFonts.register(readDataEntry(`${face}.woff2`), toFamily(face));
}
