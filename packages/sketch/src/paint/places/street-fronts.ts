/**
 * One house of a street, seen along the street: its front with windows and a shop below, and
 * the end that faces the camera.
 */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { type Brush, createBrush, fillShape } from '../stage/brush.ts';
import { clamp, mix, type Rgb } from '../../raster/colors.ts';
import { project, type Stage } from '../stage/stage.ts';
import { seededRandom } from '../../random/random.ts';

export interface Front {
  /** -1 on the left of the street, 1 on the right. */
  readonly side: number;
  /** Meters to the right of the middle of the street. */
  readonly x: number;
  /** The depths at which the front begins and ends, in meters. */
  readonly from: number;
  readonly to: number;
  /** Meters. */
  readonly height: number;
  readonly seed: number;
}

const walls: readonly Rgb[] = [
  [196, 148, 118],
  [214, 192, 160],
  [164, 112, 96],
  [178, 176, 172],
  [150, 158, 166],
  [206, 170, 132],
  [134, 120, 128],
];
const awnings: readonly string[] = ['#b2413f', '#2f6f63', '#31568f', '#c98a2e', '#7d4a80'];
const lamps: readonly string[] = ['#ffd98a', '#ffe9bd', '#ffc46b', '#dbe8ff'];
const signs: readonly string[] = ['#ff3d8b', '#30e0ff', '#b45cff', '#ffb52e', '#4dffa8'];

type Spot = [number, number];

export function drawFront(stage: Stage, context: SKRSContext2D, front: Front): void {
  const random = seededRandom(front.seed);
  const brush = createBrush(stage, { context, z: (front.from + front.to) / 2, seed: front.seed, scale: 1 });
  const wall = walls[Math.floor(random() * walls.length)];
  const ground = stage.scene.terrain.ground;
  const at = (z: number, height: number, aside = 0): Spot => {
    const spot = project(stage, { x: front.x + front.side * aside, z, height: ground + height });
    return [spot.x, spot.y];
  };
  const brightness = clamp(0.46 - brush.side * front.side * 0.34, 0.14, 0.9);
  const { from, to, height } = front;
  fillShape(
    context,
    [at(from, 0), at(from, height), at(from, height, 14), at(from, 0, 14)],
    brush.tone(wall, brightness * 0.6),
  );
  fillShape(
    context,
    [at(from, 0), at(to, 0), at(to, height), at(from, height)],
    brush.tone(wall, brightness),
  );
  const cornice = [
    at(from, height - 0.5, -0.4),
    at(to, height - 0.5, -0.4),
    at(to, height + 0.3, -0.4),
    at(from, height + 0.3, -0.4),
  ];
  fillShape(context, cornice, brush.tone(mix(wall, [240, 232, 220], 0.4), brightness));
  const face = { front, at, lit: brightness, wall };
  drawWindows(brush, face);
  drawShop(brush, face);
}

interface Face {
  readonly front: Front;
  readonly at: (z: number, height: number, aside?: number) => Spot;
  readonly lit: number;
  readonly wall: Rgb;
}

function drawWindows(brush: Brush, { front, at, lit, wall }: Face): void {
  const { random, dark, context } = brush;
  const { from, to, height } = front;
  const floors = Math.floor((height - 4.6) / 3.3);
  const columns = Math.max(2, Math.round((to - from) / (2.7 * (1 + from / 120))));
  const areTooSmall = Math.abs(at(from, 0)[1] - at(from, 3.3)[1]) < 2.4;
  if (areTooSmall) return;
  const columnWidth = (to - from) / columns;
  const glass = brush.tone(mix([92, 112, 138], brush.stage.tones.middle, 0.4), dark ? 0.2 : lit * 0.9 + 0.2);
  const frame = brush.tone(mix(wall, [244, 238, 228], 0.55), lit);
  for (let floor = 0; floor < floors; floor++)
    for (let column = 0; column < columns; column++) {
      const windowBottom = 4.9 + floor * 3.3;
      const start = from + (column + 0.26) * columnWidth;
      const end = start + columnWidth * 0.48;
      const windowCorners = (grow: number): Spot[] => [
        at(start - grow, windowBottom - grow),
        at(end + grow, windowBottom - grow),
        at(end + grow, windowBottom + 1.8 + grow),
        at(start - grow, windowBottom + 1.8 + grow),
      ];
      const isLit = dark && random() < 0.46;
      fillShape(context, windowCorners(0.16), frame);
      const lamp = lamps[Math.floor(random() * lamps.length)];
      fillShape(context, windowCorners(0), isLit ? brush.shine(lamp, 0.75 + random() * 0.25) : glass);
    }
}

/** Draws a shop window, and sometimes an awning and, in the dark, a sign that juts out of the wall. */
function drawShop(brush: Brush, { front, at, lit }: Face): void {
  const { random, dark, context } = brush;
  const { from, to } = front;
  const length = to - from;
  const color = awnings[Math.floor(random() * awnings.length)];
  const pane: Spot[] = [
    at(from + length * 0.07, 0.5),
    at(from + length * 0.93, 0.5),
    at(from + length * 0.93, 3),
    at(from + length * 0.07, 3),
  ];
  fillShape(context, pane, dark ? brush.shine('#ffd694', 0.95) : brush.tone([74, 88, 104], lit + 0.15));
  for (const share of [0.34, 0.62]) {
    const post = from + length * share;
    const bar: Spot[] = [
      at(post, 0.2),
      at(post + length * 0.03, 0.2),
      at(post + length * 0.03, 3),
      at(post, 3),
    ];
    fillShape(context, bar, brush.tone([66, 52, 46], lit));
  }
  const band: Spot[] = [at(from, 3), at(to, 3), at(to, 3.9), at(from, 3.9)];
  fillShape(context, band, brush.tone(mix([60, 50, 48], [20, 18, 26], 0.3), lit + 0.1));
  if (random() < 0.66) {
    const cloth: Spot[] = [
      at(from + length * 0.05, 3.2),
      at(to - length * 0.05, 3.2),
      at(to - length * 0.05, 2.5, -1.3),
      at(from + length * 0.05, 2.5, -1.3),
    ];
    fillShape(context, cloth, brush.tone(color, lit + 0.25));
  }
  const isNeon = brush.stage.scene.style === 'neon';
  if (!dark || random() > (isNeon ? 0.95 : 0.5)) return;
  const glow = signs[Math.floor(random() * signs.length)];
  const signHeight = 5 + random() * 3;
  const place = from + length * 0.3;
  context.save();
  context.shadowColor = glow;
  context.shadowBlur = Math.abs(at(place, signHeight)[1] - at(place, signHeight + 2)[1]) * 0.5;
  const sign: Spot[] = [
    at(place, signHeight, -0.2),
    at(place, signHeight, -1.5),
    at(place, signHeight + 3.4, -1.5),
    at(place, signHeight + 3.4, -0.2),
  ];
  fillShape(context, sign, brush.shine(glow, 0.92));
  context.restore();
}
