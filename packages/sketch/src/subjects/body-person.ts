/** Completes people of whom the illustration shows only the bust or the face. */
import { SketchError } from '../job/sketch-error.ts';
import { chinShadow, clay, mix, oval } from './clay.ts';
import { type Drawing, renderSample } from './drawing.ts';

const shoes = '#3b3038';

/**
 * Continues a bust with the colors of its lower edge: a jacket to the hips with legs in a color
 * (`3b5a94`), or a robe down to the ground (`robe`). After a `+`, the left half of the edge is used for
 * both halves, because the right one ends in a hand. After `@`, the given color is used instead of the
 * edge, because things are held in front of it.
 */
export function bustBody(variety: string, bust: Drawing): Drawing {
  const unit = 32 / bust.width;
  const [clothes = '', plain] = variety.replace('+', '').split('@');
  const edge = lowerEdge(bust, unit, variety.endsWith('+'));
  const [left, right, top] = [edge.left, edge.right, edge.bottom - 0.4];
  const middle = (left + right) / 2;
  const half = (right - left) / 2;
  const outline = clothes === 'robe' ? robe(middle, half, top) : jacket(middle, half, top);
  const legs =
    clothes === 'robe' ? robeFeet(middle, top) : trousers(middle, half, { top, fill: `#${clothes}` });
  const parts = [
    legs,
    `<defs><linearGradient id="eg" gradientUnits="userSpaceOnUse" x1="${left}" x2="${right}" y1="0" y2="0">${plain === undefined ? edge.stops : plainStops(`#${plain}`)}</linearGradient>` +
      `<linearGradient id="ed" x1="0" x2="0" y1="0" y2="1"><stop stop-color="#2b0d3a" stop-opacity="0"/>` +
      `<stop offset="1" stop-color="#2b0d3a" stop-opacity=".28"/></linearGradient></defs>`,
    `<path d="${outline}" fill="url(#eg)"/><path d="${outline}" fill="url(#ed)"/>`,
    `<g transform="scale(${unit})">${bust.svg}</g>`,
  ];
  return { svg: parts.join(''), width: 32, height: top + 26, footX: middle };
}

function jacket(middle: number, half: number, top: number): string {
  const hip = half * 0.86;
  return (
    `M${middle - half} ${top}H${middle + half}C${middle + half} ${top + 4} ${middle + hip + 0.6} ${top + 6} ${middle + hip} ${top + 8}` +
    `C${middle + hip - 1} ${top + 10} ${middle + half * 0.3} ${top + 10} ${middle} ${top + 10}` +
    `C${middle - half * 0.3} ${top + 10} ${middle - hip + 1} ${top + 10} ${middle - hip} ${top + 8}` +
    `C${middle - hip - 0.6} ${top + 6} ${middle - half} ${top + 4} ${middle - half} ${top}Z`
  );
}

function robe(middle: number, half: number, top: number): string {
  const hem = half * 1.12;
  return (
    `M${middle - half} ${top}H${middle + half}C${middle + half - 0.5} ${top + 8} ${middle + hem - 0.5} ${top + 16} ${middle + hem} ${top + 22}` +
    `C${middle + half * 0.5} ${top + 25} ${middle - half * 0.5} ${top + 25} ${middle - hem} ${top + 22}` +
    `C${middle - hem + 0.5} ${top + 16} ${middle - half + 0.5} ${top + 8} ${middle - half} ${top}Z`
  );
}

function plainStops(color: string): string {
  const stop = (offset: number, shade: number) =>
    `<stop offset="${offset}" stop-color="${mix(color, '#2b0d3a', shade)}"/>`;
  return stop(0, 0.2) + stop(0.2, 0.02) + stop(0.3, 0.1) + stop(0.7, 0) + stop(0.78, 0.1) + stop(1, 0.06);
}

function robeFeet(middle: number, top: number): string {
  return [-1, 1]
    .map(side =>
      clay(`rf${side + 1}`, oval(middle + side * 4, top + 23.8, [3.6, 2]), { fill: shoes, softness: 0.7 }),
    )
    .join('');
}

function trousers(middle: number, half: number, { top, fill }: { top: number; fill: string }): string {
  const legWidth = half * 0.42;
  const leg = (side: -1 | 1) => {
    const x = middle + side * half * 0.4;
    const path = `M${x - legWidth} ${top + 7}H${x + legWidth}L${x + legWidth * 0.88} ${top + 23}H${x - legWidth * 0.88}Z`;
    const shoe = `M${x - legWidth} ${top + 25.6}V${top + 24}C${x - legWidth} ${top + 21.5} ${x + legWidth} ${top + 21.5} ${x + legWidth} ${top + 24}V${top + 25.6}Z`;
    return (
      clay(`lg${side + 1}`, path, { fill, softness: 1 }) +
      clay(`sh${side + 1}`, shoe, { fill: shoes, softness: 0.6 })
    );
  };
  return leg(-1) + leg(1);
}

/** Returns the lower end of a bust, and its colors there from left to right as stops of a gradient. */
function lowerEdge(bust: Drawing, unit: number, isMirrored: boolean) {
  const { data, width, height, scale } = renderSample(bust);
  const opaque = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 200;
  let row = height - 1;
  while (row > 0 && !opaque(Math.round(width / 2), row)) row--;
  const sampleRow = row - 2;
  const columns = Array.from({ length: width }, (_, x) => x).filter(x => opaque(x, sampleRow));
  const [first = 0, last = width - 1] = [columns[0], columns.at(-1)];
  const stops = Array.from({ length: 13 }, (_, index) => {
    const column = isMirrored ? Math.min(index, 12 - index) : index;
    const x = Math.round(first + 2 + ((last - first - 4) * column) / 12);
    const [red = 0, green = 0, blue = 0] = data.subarray((sampleRow * width + x) * 4);
    return `<stop offset="${index / 12}" stop-color="rgb(${red},${green},${blue})"/>`;
  });
  const toUnits = unit / scale;
  return {
    left: first * toUnits,
    right: (last + 1) * toUnits,
    bottom: (row + 1) * toUnits,
    stops: stops.join(''),
  };
}

interface Outfit {
  readonly top: string;
  readonly below: string;
  readonly skin: string;
  readonly shoes: string;
  readonly skirt?: boolean;
  /** Units of the face's lowest point in its 32-unit picture. */
  readonly chin: number;
  /** The scale of the face relative to the body. */
  readonly head: number;
}

const skin = '#e9bb94';
const outfits: Partial<Record<string, Outfit>> = {
  boy: { top: '#3f9bea', below: '#4b5a86', skin, shoes: '#e4574f', chin: 30, head: 0.72 },
  girl: { top: '#f0628f', below: '#f0628f', skin, shoes: '#8d4bb8', skirt: true, chin: 30, head: 0.72 },
  child: { top: '#f5b13d', below: '#4d7a5c', skin, shoes: '#4c63b0', chin: 30, head: 0.72 },
  baby: { top: '#8fd0f4', below: '#8fd0f4', skin, shoes: '#f4f0fa', chin: 30, head: 0.95 },
  'old-man': { top: '#7f8a5c', below: '#6b5647', skin, shoes, chin: 30, head: 0.6 },
  'old-woman': { top: '#9a6cae', below: '#7d5793', skin, shoes, skirt: true, chin: 30, head: 0.6 },
  santa: { top: '#e8323f', below: '#c8263a', skin: '#f7f4fb', shoes: '#352a33', chin: 30, head: 0.66 },
  robot: { top: '#d8cbe6', below: '#b7a8cb', skin: '#ee3a63', shoes: '#8f7fae', chin: 30, head: 0.74 },
  alien: { top: '#6ddc72', below: '#5cc968', skin: '#79e678', shoes: '#4fb85f', chin: 30, head: 0.72 },
  clown: { top: '#f5c52f', below: '#3f7be0', skin: '#ffffff', shoes: '#e8323f', chin: 30, head: 0.62 },
  ogre: { top: '#a93554', below: '#5a3f63', skin: '#a93554', shoes: '#53313f', chin: 30, head: 0.75 },
};

/** A standing child-like figure under a face. */
export function personBody(variety: string, face: Drawing): Drawing {
  const outfit = outfits[variety];
  if (outfit === undefined) throw new SketchError('data_broken', `No person body ${variety}`);
  const { head, chin } = outfit;
  const neck = chin * head - 1;
  const y = (offset: number) => neck + offset;
  const torso = `M15 ${y(-1)}C12 ${y(0)} 10.5 ${y(3)} 10.3 ${y(6)}L10 ${y(15)}C13 ${y(17)} 23 ${y(17)} 26 ${y(15)}L25.7 ${y(6)}C25.5 ${y(3)} 24 ${y(0)} 21 ${y(-1)}Z`;
  const skirt = `M10.5 ${y(8)}C10 ${y(12)} 8.5 ${y(17)} 7.5 ${y(20)}C13 ${y(22.5)} 23 ${y(22.5)} 28.5 ${y(20)}C27.5 ${y(17)} 26 ${y(12)} 25.5 ${y(8)}Z`;
  const parts = [
    ...([-1, 1] as const).map(side => smallLeg(side, y(13), outfit)),
    ...(outfit.skirt ? [clay('sk', skirt, { fill: outfit.below, softness: 1.1 })] : []),
    clay('to', torso, { fill: outfit.top, softness: 1.2 }),
    chinShadow(torso, { x: 18, y: y(1), radiusX: 9, radiusY: 3.5 }),
    ...([-1, 1] as const).map(side => smallArm(side, y(1), outfit)),
    `<g transform="translate(${18 - 16 * head} 0) scale(${head * (32 / face.width)})">${face.svg}</g>`,
  ];
  return { svg: parts.join(''), width: 36, height: y(29), footX: 18 };
}

function smallArm(side: -1 | 1, y: number, { top, skin }: Outfit): string {
  const x = 18 + side * 7;
  const at = (dx: number, dy: number) => `${x + side * dx} ${y + dy}`;
  const sleeve = `M${at(-1.5, 0)}C${at(2, 0)} ${at(4, 4)} ${at(5, 9)}C${at(5.2, 11.5)} ${at(1.8, 12)} ${at(1, 9.5)}C${at(0.3, 7)} ${at(-0.5, 5)} ${at(-1.5, 3.5)}Z`;
  return (
    clay(`hn${side + 1}`, oval(x + side * 3.3, y + 11.8, [2.3, 2.3]), { fill: skin, softness: 0.6 }) +
    clay(`ar${side + 1}`, sleeve, { fill: top, softness: 0.9 })
  );
}

function smallLeg(side: -1 | 1, y: number, { below, skirt, skin, shoes }: Outfit): string {
  const x = 18 + side * 3.9;
  const path = `M${x - 3.7} ${y}H${x + 3.7}L${x + 3.3} ${y + 13}H${x - 3.3}Z`;
  const shoe = `M${x - 4} ${y + 15.8}C${x - 4.6} ${y + 11} ${x + 4.6} ${y + 11} ${x + 4} ${y + 15.8}Z`;
  return (
    clay(`lg${side + 1}`, path, { fill: skirt ? skin : below, softness: 1 }) +
    clay(`sh${side + 1}`, shoe, { fill: shoes, softness: 0.7 })
  );
}
