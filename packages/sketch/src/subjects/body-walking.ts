/**
 * The body of a walking four-legged animal, seen from the side with its face to the viewer. An animal that
 * sits in a picture is drawn like this when it walks in a clip.
 */
import { chinShadow, clay, mix } from './clay.ts';
import type { Drawing } from './drawing.ts';
import { type FurColors, findFur } from './furs.ts';

const faceScale = 1.08;

export function walkingBody(variety: string, face: Drawing): Drawing {
  const animal = findFur(variety);
  const { fur, chest, chin } = animal;
  const unit = faceScale * (32 / face.width);
  const darkColors = { ...animal, fur: mix(fur, '#6b1250', 0.2), socks: mix(animal.socks, '#3b1030', 0.2) };
  const body = [
    tail(animal),
    leg('fl', darkColors, { hip: 40, foot: 46 }),
    leg('fr', darkColors, { hip: 72, foot: 64 }),
    clay('to', torsoPath, { fill: fur, softness: 1.8 }),
    leg('nl', animal, { hip: 35, foot: 28 }),
    leg('nr', animal, { hip: 76, foot: 83 }),
    clay('ch', chestPath, { fill: chest, shade: mix(chest, '#c2557f', 0.5), softness: 1.2 }),
    chinShadow(torsoPath, { x: 30, y: 38, radiusX: 16, radiusY: 8 }),
  ];
  const head = `<g transform="translate(${24 - 16 * faceScale} ${37 - chin * faceScale}) scale(${unit})">${face.svg}</g>`;
  const svg = `<g transform="translate(2.4 0) scale(.9 1)">${body.join('')}</g>${head}`;
  return { svg, width: 102, height: 72, footX: 50 };
}

const torsoPath =
  'M25 35C24 45 27 54 35 56.5C46 59 60 57 71 58.5C80 59 85 53 84 44C83 36.5 76 33.5 66 34.5C54 36 46 34 38 31C31 29 25.5 29.5 25 35Z';
const chestPath = 'M23.5 37C23 45 25 52 31 55.5L33 52.5L35.5 54C38 50 39 44 37.5 38.5Z';

/** From the hip to a paw before or behind it, its color going over into the sock. */
function leg(name: string, { fur, socks }: FurColors, { hip, foot }: { hip: number; foot: number }): string {
  const path =
    `M${hip - 6} 48C${hip - 6} 55 ${foot - 3.4} 60 ${foot - 3.8} 67C${foot - 4} 70 ${foot - 2} 71 ${foot - 0.4} 71` +
    `C${foot + 2} 71 ${foot + 3.6} 70 ${foot + 3.2} 67C${foot + 3.2} 60 ${hip + 6} 56 ${hip + 6} 48C${hip + 6} 39 ${hip - 6} 39 ${hip - 6} 48Z`;
  return (
    clay(`g${name}`, path, { fill: fur, softness: 1 }) +
    `<defs><linearGradient id="k${name}" x1="0" x2="0" y1="0" y2="1"><stop offset=".5" stop-color="${socks}" stop-opacity="0"/>` +
    `<stop offset=".72" stop-color="${socks}"/></linearGradient></defs><path d="${path}" fill="url(#k${name})"/>`
  );
}

const brushPath = 'M78 42C84 33 94 29 107 33C109 41 104 48 95 50C88 51.5 82 50 79 47Z';
const brushTip =
  'M107 33C109 41 104 48 95 50C95.5 47.5 95 45.5 93.5 44C95.5 43.5 96.5 42 96.5 40.5C95 39.5 94.5 37.5 95.5 35.5C96.5 33.5 98 32.5 100 31.8C102.3 31.8 104.6 32.3 107 33Z';
const whipPath = 'M80 42C90 36 95 42 96 51';

function tail({ fur, tail: kind, tailTip }: FurColors): string {
  const brush = clay('ta', brushPath, { fill: fur });
  if (kind === 'brush')
    return (
      brush + clay('tt', brushTip, { fill: tailTip, shade: mix(tailTip, '#b0567a', 0.5), softness: 1.2 })
    );
  if (kind === 'ringed')
    return `${brush}<g clip-path="url(#tac)"><path d="M84 34L87 53M92 29L94 53M100 29L101 52M107 31L106 48" stroke="${tailTip}" stroke-opacity=".8" stroke-width="3.6"/></g>`;
  const tuft = 'M96 49C92 51 91 56 95 60.5C99 57 100 52.5 96 49Z';
  return (
    `<path d="${whipPath}" fill="none" stroke="${mix(fur, '#6b1250', 0.25)}" stroke-width="3.4" stroke-linecap="round"/>` +
    `<path d="${whipPath}" fill="none" stroke="${fur}" stroke-width="2.2" stroke-linecap="round"/>` +
    clay('tu', tuft, { fill: tailTip, softness: 1 })
  );
}
