/**
 * The body of a four-legged animal that sits and faces the viewer: thighs, forelegs, chest and
 * the tail of its kind.
 */
import type { Drawing } from './drawing.ts';
import { chinShadow, clay, mix, oval } from './clay.ts';
import { type FurColors, findFur } from './furs.ts';

const faceScale = 1.15;

export function sittingBody(variety: string, face: Drawing): Drawing {
  const sitter = findFur(variety);
  const unit = faceScale * (32 / face.width);
  const faceX = 32 - 16 * faceScale;
  const faceY = 34.5 - sitter.chin * faceScale;
  const parts = [
    tail(sitter),
    clay('to', torsoPath, { fill: sitter.fur, softness: 1.8 }),
    hindPaw('l', -1, sitter),
    hindPaw('r', 1, sitter),
    foreleg('l', 28.2, sitter),
    foreleg('r', 35.8, sitter),
    clay('ch', chestPath, { fill: sitter.chest, shade: mix(sitter.chest, '#c2557f', 0.5), softness: 1.2 }),
    chinShadow(torsoPath, { x: 32, y: 34, radiusX: 17, radiusY: 9 }),
    `<g transform="translate(${faceX} ${faceY}) scale(${unit})">${face.svg}</g>`,
  ];
  return { svg: parts.join(''), width: 68, height: 72, footX: 32 };
}

const torsoPath = 'M24 26C21 36 18.5 46 17.5 55C17 64 22 69 32 69C42 69 47 64 46.5 55C45.5 46 43 36 40 26Z';
const chestPath =
  'M22.8 27C21.8 35 22.3 40 24.5 44.500L25.6 43C26.8 47.5 29 51 32 54C35 51 37.2 47.5 38.4 43L39.5 44.500C41.7 40 42.2 35 41.2 27Z';

/** A thigh seen from the front with the hind paw before it; `side` is -1 on the left of the picture. */
function hindPaw(name: string, side: number, { fur, socks }: FurColors): string {
  const thigh = oval(32 + side * 13, 60, [6.6, 8.6]);
  const paw = oval(32 + side * 14.2, 68, [5.6, 3.2]);
  return (
    clay(`t${name}`, thigh, { fill: fur }) +
    clay(`f${name}`, paw, { fill: socks, softness: 0.9 }) +
    toes(32 + side * 14.6, 68.6)
  );
}

/** A straight foreleg whose color goes over into the sock. */
function foreleg(name: string, x: number, { fur, socks }: FurColors): string {
  const path =
    `M${x - 3.2} 38C${x - 4} 50 ${x - 3.5} 58 ${x - 3.9} 66.5C${x - 4.2} 69.8 ${x - 2.4} 71 ${x} 71` +
    `C${x + 2.4} 71 ${x + 4.2} 69.8 ${x + 3.9} 66.5C${x + 3.5} 58 ${x + 4} 50 ${x + 3.2} 38Z`;
  return (
    clay(`g${name}`, path, { fill: fur, softness: 1.1 }) +
    `<defs><linearGradient id="k${name}" x1="0" x2="0" y1="0" y2="1"><stop offset=".52" stop-color="${socks}" stop-opacity="0"/>` +
    `<stop offset=".7" stop-color="${socks}"/></linearGradient>` +
    `<radialGradient id="q${name}" cx=".62" cy=".84" r=".3"><stop stop-color="#fff" stop-opacity=".22"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>` +
    `</radialGradient></defs><path d="${path}" fill="url(#k${name})"/><path d="${path}" fill="url(#q${name})"/>` +
    toes(x, 69)
  );
}

/** Two short lines that separate the toes. */
function toes(x: number, y: number): string {
  const line = (x: number) => `M${x} ${y - 1}q.2 1 0 1.9`;
  return `<path d="${line(x - 1.3)}${line(x + 1.3)}" fill="none" stroke="#1d0d18" stroke-opacity=".4" stroke-width=".5" stroke-linecap="round"/>`;
}

const brushPath =
  'M38 67C45 71.5 56 71 62 63C67.5 55.5 67 45 60 36.5C59.5 42 57 45 53.5 48C48 53 41 57 38 67Z';
const brushTip =
  'M60 36.5C67 45 67.5 55.5 62 63C62.3 60.5 61.6 58.7 60.3 57.5C60.2 59 59.5 60 58.6 60.5C58.8 57.5 57.8 55.3 56 54' +
  'C55.8 55.5 55 56.5 54 57C54.3 54 53.5 51.5 51.7 49.6L53.5 48C57 45 59.5 42 60 36.5Z';
const whipPath = 'M40 67.5C50 70 58 67 58.5 59C58.8 54 57.5 50.5 58.5 46.5';

function tail({ fur, tail: kind, tailTip }: FurColors): string {
  const brush = clay('ta', brushPath, { fill: fur });
  if (kind === 'brush')
    return (
      brush + clay('tt', brushTip, { fill: tailTip, shade: mix(tailTip, '#b0567a', 0.5), softness: 1.2 })
    );
  if (kind === 'ringed') return `${brush}<g clip-path="url(#tac)">${rings(tailTip)}</g>`;
  const whip = (width: number, color: string) =>
    `<path d="${whipPath}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`;
  const tuft = 'M58.5 49C54.5 47 54.5 42 59.5 38.5C62.5 42.5 63 46.5 58.5 49Z';
  return (
    whip(3.6, mix(fur, '#6b1250', 0.25)) +
    whip(2.4, fur) +
    (kind === 'tuft' ? clay('tu', tuft, { fill: tailTip, softness: 1 }) : '')
  );
}

/** Dark bands across a bushy tail. */
function rings(color: string): string {
  const bands = ['M46 71L40 56', 'M56 69.5L47 51', 'M64 61L52 47', 'M67 51L56 42', 'M64 40L57 37.5'];
  return `<path d="${bands.join('')}" stroke="${color}" stroke-opacity=".8" stroke-width="3.6"/>`;
}
