/** The bodies of a bear-like animal that sits upright with visible soles, and of a squatting frog. */
import { SketchError } from '../job/sketch-error.ts';
import type { Drawing } from './drawing.ts';
import { chinShadow, clay, mix, oval } from './clay.ts';

interface Teddy {
  readonly fur: string;
  readonly belly: string;
  readonly limbs: string;
  readonly soles: string;
  /** Units of the face's lowest point in its 32-unit picture. */
  readonly chin: number;
  /** The scale of the body relative to the face. */
  readonly stout: number;
}

const teddies: Partial<Record<string, Teddy>> = {
  bear: { fur: '#8f5f52', belly: '#b98672', limbs: '#85564c', soles: '#d9a184', chin: 30, stout: 1 },
  'polar-bear': { fur: '#f1edf6', belly: '#ffffff', limbs: '#e9e3f1', soles: '#c9bbd8', chin: 28, stout: 1 },
  panda: { fur: '#efe9f7', belly: '#fbf8ff', limbs: '#5b5490', soles: '#8d84ba', chin: 28, stout: 1 },
  koala: { fur: '#a9a8ae', belly: '#dcdae2', limbs: '#97969d', soles: '#75727c', chin: 28, stout: 0.82 },
  hamster: { fur: '#f7b07f', belly: '#ffe9d3', limbs: '#f2a06f', soles: '#f78aa4', chin: 29, stout: 0.78 },
  teddy: { fur: '#f0a65c', belly: '#f8cf9c', limbs: '#e99a4d', soles: '#fbd9ac', chin: 30, stout: 0.9 },
};

export function teddyBody(variety: string, face: Drawing): Drawing {
  const teddy = teddies[variety];
  if (teddy === undefined) throw new SketchError('data_broken', `No teddy body ${variety}`);
  const { stout, chin } = teddy;
  const top = chin - 5;
  const x = (offset: number) => 24 + offset * stout;
  const y = (offset: number) => top + offset * stout;
  const body = oval(24, y(14), [12.5 * stout, 15 * stout]);
  const parts = [
    clay('bo', body, { fill: teddy.fur }),
    clay('be', oval(24, y(17), [8 * stout, 9.5 * stout]), { fill: teddy.belly, softness: 1.2 }),
    chinShadow(body, { x: 24, y: top + 6, radiusX: 15 * stout, radiusY: 8 }),
    arm('l', { x: x(-11), y: y(4), size: -stout }, teddy),
    arm('r', { x: x(11), y: y(4), size: stout }, teddy),
    leg('l', { x: x(-11.5), y: y(25.5), size: stout }, teddy),
    leg('r', { x: x(11.5), y: y(25.5), size: stout }, teddy),
    `<g transform="translate(8 0) scale(${32 / face.width})">${face.svg}</g>`,
  ];
  return { svg: parts.join(''), width: 48, height: y(32.5), footX: 24 };
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A short arm that hangs from the shoulder and rests on the belly; a negative size mirrors it. */
function arm(name: string, { x, y, size }: Place, { limbs }: Teddy): string {
  const point = (dx: number, dy: number) => `${x + dx * size} ${y + dy * Math.abs(size)}`;
  const path =
    `M${point(-4, 0)}C${point(0, -3)} ${point(4, 1)} ${point(4.5, 7)}C${point(5, 13)} ${point(2, 17)} ${point(-2, 17)}` +
    `C${point(-6, 17)} ${point(-7, 12)} ${point(-5, 9)}C${point(-4, 6)} ${point(-5, 3)} ${point(-4, 0)}Z`;
  return clay(`a${name}`, path, { fill: limbs, softness: 1.2 });
}

function leg(name: string, { x, y, size }: Place, { limbs, soles }: Teddy): string {
  return (
    clay(`l${name}`, oval(x, y, [7.2 * size, 6.8 * size]), { fill: limbs, softness: 1.2 }) +
    clay(`s${name}`, oval(x, y + 0.6 * size, [4.4 * size, 4.2 * size]), {
      fill: soles,
      softness: 0.8,
      shade: mix(soles, '#5a1f4a', 0.4),
    })
  );
}

/** Hind legs folded at the sides, forelegs before the belly, toes spread. */
export function frogBody(face: Drawing): Drawing {
  const [green, dark, belly] = ['#4fd494', '#38b884', '#ffd35c'];
  const torso = oval(26, 33, [12, 9.5]);
  const side = (name: string, direction: -1 | 1) => [
    clay(`h${name}`, oval(26 + direction * 13.5, 35, [7, 8.2]), { fill: dark }),
    clay(`o${name}`, foot(26 + direction * 16, 42.2, direction * 1.15), { fill: green, softness: 0.9 }),
  ];
  const front = (name: string, direction: -1 | 1) => [
    clay(
      `i${name}`,
      `M${26 + direction * 4} 30C${26 + direction * 4.5} 36 ${26 + direction * 4.5} 39 ${26 + direction * 4.5} 42.5L${26 + direction * 9} 42.5C${26 + direction * 9.5} 38 ${26 + direction * 10} 34 ${26 + direction * 10} 30Z`,
      {
        fill: green,
        softness: 1,
      },
    ),
    clay(`j${name}`, foot(26 + direction * 6.9, 43, direction * 0.85), { fill: green, softness: 0.8 }),
  ];
  const parts = [
    ...side('l', -1),
    ...side('r', 1),
    clay('bo', torso, { fill: green }),
    clay('be', oval(26, 35, [7, 7]), { fill: belly, softness: 1.2, shade: '#f28a4a' }),
    chinShadow(torso, { x: 26, y: 28.5, radiusX: 12, radiusY: 4 }),
    ...front('l', -1),
    ...front('r', 1),
    `<g transform="translate(10 0) scale(${32 / face.width})">${face.svg}</g>`,
  ];
  return { svg: parts.join(''), width: 52, height: 46, footX: 26 };
}

/** Three round toes side by side; a negative size mirrors them. */
function foot(x: number, y: number, size: number): string {
  const toe = (offset: number, drop: number) =>
    oval(x + offset * size, y + drop, [1.9 * Math.abs(size), 1.7 * Math.abs(size)]);
  return toe(-2.6, 0.5) + toe(0, 1.1) + toe(2.6, 0.5);
}
