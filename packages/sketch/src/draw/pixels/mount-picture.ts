/**
 * Paints a frame and a wall around a kept picture, for prompts that name a museum or a room
 * at home.
 */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { mix, parseColor, type Rgb, scaleColor, toCss } from '../../raster/colors.ts';
import { noise } from '../../raster/noise.ts';
import { editPixels, newCanvas } from '../../raster/pixels.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';

export interface PictureMount {
  readonly width: number;
  readonly height: number;
  /** The place of the picture, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly inner: Canvas;
  readonly candidate: number;
  readonly seed: number;
  readonly place: 'museum' | 'room';
}

/** Colors of the wall and of the frame, one pair for each candidate. */
const walls = {
  museum: ['#8c9a94', '#7a3a3e', '#d9d5cb', '#46566a'],
  room: ['#d8c7b0', '#a9b8b0', '#c9a79c', '#9aa8bd'],
};
const frames = ['#b8893e', '#c9a24e', '#2e2622', '#7a4e2c'];

const frameWords =
  /\bframed\b|\bin an? (\w+ )?frame\b|\bpicture frame\b|\b(picture|painting|poster|print|photo|canvas|artwork)s? (hanging )?(on|in) (the|a) (\w+ ){0,2}(wall|museum|gallery)|\bhanging on (the|a)\b|画框|相框|挂在.*墙/i;

/** Returns undefined if the prompt asks for no frame. */
export function mountPlace(prompt: string): PictureMount['place'] | undefined {
  if (!frameWords.test(prompt)) return undefined;
  return /museum|gallery|exhibition|louvre|美术馆|博物馆|画廊/i.test(prompt) ? 'museum' : 'room';
}

export function mountPicture(hanging: PictureMount): Canvas {
  const { width, height, left, top, inner, candidate, place } = hanging;
  const { canvas, context } = newCanvas(width, height);
  const wall = parseColor(walls[place][candidate % 4]);
  paintWall(context, { ...hanging, wall });
  const floor = paintFloor(context, hanging);
  paintFurniture(context, { ...hanging, floor });
  const thick = Math.min(inner.width, inner.height) * 0.085;
  const box = {
    x: left - thick,
    y: top - thick,
    width: inner.width + thick * 2,
    height: inner.height + thick * 2,
  };
  context.shadowColor = 'rgba(12,8,18,0.6)';
  context.shadowBlur = thick * 0.9;
  context.shadowOffsetY = thick * 0.45;
  context.fillStyle = '#20160e';
  context.fillRect(box.x, box.y, box.width, box.height);
  context.shadowColor = 'transparent';
  paintMolding(context, { box, thick, color: parseColor(frames[candidate % 4]) });
  context.drawImage(inner, left, top);
  if (place === 'museum') paintLabel(context, { ...hanging, thick });
  return canvas;
}

function paintWall(
  context: SKRSContext2D,
  { width, height, left, top, inner, wall, seed }: PictureMount & { wall: Rgb },
): void {
  const middle = { x: left + inner.width / 2, y: top + inner.height / 2 };
  const light = context.createRadialGradient(
    middle.x,
    top,
    0,
    middle.x,
    middle.y,
    Math.max(width, height) * 0.75,
  );
  light.addColorStop(0, toCss(mix(wall, [255, 244, 220], 0.5)));
  light.addColorStop(0.45, toCss(wall));
  light.addColorStop(1, toCss(mix(wall, [18, 14, 26], 0.55)));
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  const shift = seed & 255;
  editPixels(context.canvas as Canvas, pixels => {
    for (let at = 0; at < width * height; at++) {
      const grain = noise(((at % width) / height) * 300, (at / width / height) * 300 + shift) * 3;
      for (let channel = at * 4; channel < at * 4 + 3; channel++) pixels[channel] += grain;
    }
  });
}

/** Paints boards and a skirting if there is room below the picture. Returns the row where boards begin. */
function paintFloor(context: SKRSContext2D, { width, height, top, inner }: PictureMount): number {
  const below = height - top - inner.height;
  const level = height - below * 0.42;
  if (below < height * 0.08) return height;
  const floor = context.createLinearGradient(0, level, 0, height);
  floor.addColorStop(0, '#5a3c26');
  floor.addColorStop(1, '#8a6040');
  context.fillStyle = floor;
  context.fillRect(0, level, width, height - level);
  context.strokeStyle = 'rgba(30,16,10,0.45)';
  context.lineWidth = Math.max(1, height * 0.0016);
  context.beginPath();
  for (let plank = -14; plank <= 14; plank++) {
    context.moveTo(width / 2 + plank * width * 0.075, level);
    context.lineTo(width / 2 + plank * width * 0.16, height);
  }
  context.stroke();
  const skirting = below * 0.09;
  context.fillStyle = '#e9e4da';
  context.fillRect(0, level - skirting, width, skirting);
  context.fillStyle = 'rgba(20,12,20,0.35)';
  context.fillRect(0, level - skirting * 0.14, width, skirting * 0.14);
  return level;
}

/** Paints a bench for visitors in a museum, or a sideboard in a room, if there is enough floor. */
function paintFurniture(
  context: SKRSContext2D,
  { width, height, floor, place, seed, candidate, top, inner }: PictureMount & { floor: number },
): void {
  const room = height - floor;
  if (room < height * 0.04) return;
  const random = seededRandom(deriveSeed(seed, `wall ${candidate}`));
  const middle = width * (0.5 + (random() - 0.5) * 0.24);
  if (place === 'museum') {
    const [benchLength, seat] = [width * 0.34, floor + room * 0.3];
    context.fillStyle = 'rgba(14,8,12,0.35)';
    context.fillRect(middle - benchLength / 2, seat + room * 0.5, benchLength, room * 0.07);
    context.fillStyle = '#2c2420';
    for (const x of [-0.4, 0.36])
      context.fillRect(middle + benchLength * x, seat, benchLength * 0.04, room * 0.52);
    context.fillStyle = '#4c3a30';
    context.beginPath();
    context.roundRect(middle - benchLength / 2, seat - room * 0.1, benchLength, room * 0.2, room * 0.06);
    context.fill();
    return;
  }
  const sideboardHeight = Math.min((floor - top - inner.height) * 0.55, height * 0.12);
  const [sideboardLength, board] = [width * 0.46, floor - sideboardHeight * 0.75];
  context.fillStyle = '#6e4a2e';
  context.fillRect(middle - sideboardLength / 2, board, sideboardLength, sideboardHeight * 0.95);
  context.fillStyle = '#8a6240';
  context.fillRect(
    middle - sideboardLength * 0.515,
    board - sideboardHeight * 0.08,
    sideboardLength * 1.03,
    sideboardHeight * 0.12,
  );
  context.strokeStyle = 'rgba(30,16,10,0.6)';
  context.lineWidth = Math.max(1, height * 0.002);
  for (const share of [0, 1 / 3, 2 / 3])
    context.strokeRect(
      middle - sideboardLength / 2 + sideboardLength * share + 4,
      board + sideboardHeight * 0.16,
      sideboardLength / 3 - 8,
      sideboardHeight * 0.66,
    );
}

/** Four mitred sides, each with its own light, an inner lip, and a mount of card. */
function paintMolding(
  context: SKRSContext2D,
  {
    box,
    thick,
    color,
  }: { box: { x: number; y: number; width: number; height: number }; thick: number; color: Rgb },
): void {
  const { x, y, width, height } = box;
  const corner = (inset: number) =>
    [
      [x + inset, y + inset],
      [x + width - inset, y + inset],
      [x + width - inset, y + height - inset],
      [x + inset, y + height - inset],
    ] as const;
  const rails = [
    [0, 0.2, 1],
    [0.2, 0.55, 0.78],
    [0.55, 0.7, 1.12],
  ] as const;
  for (const [from, to, tone] of rails) {
    const [outer, inner] = [corner(thick * from), corner(thick * to)];
    for (const side of [0, 1, 2, 3]) {
      const next = (side + 1) % 4;
      const light = [1.2, 0.85, 0.62, 1][side] * tone;
      context.fillStyle = toCss(scaleColor(color, light));
      context.beginPath();
      context.moveTo(...outer[side]);
      context.lineTo(...outer[next]);
      context.lineTo(...inner[next]);
      context.lineTo(...inner[side]);
      context.fill();
    }
  }
  context.fillStyle = '#f2ede2';
  context.fillRect(x + thick * 0.7, y + thick * 0.7, width - thick * 1.4, height - thick * 1.4);
  context.fillStyle = 'rgba(20,12,20,0.28)';
  context.fillRect(x + thick * 0.7, y + thick * 0.7, width - thick * 1.4, thick * 0.1);
}

/** The small card beside a picture in a museum. */
function paintLabel(
  context: SKRSContext2D,
  { left, top, inner, width, thick }: PictureMount & { thick: number },
): void {
  const [x, wide] = [left + inner.width + thick * 1.8, thick * 1.5];
  if (x + wide > width) return;
  const y = top + inner.height - thick;
  context.fillStyle = '#f6f3ea';
  context.fillRect(x, y, wide, thick * 0.9);
  context.fillStyle = 'rgba(50,44,44,0.75)';
  for (const [line, share] of [
    [0.2, 0.7],
    [0.42, 0.5],
    [0.64, 0.6],
  ] as const)
    context.fillRect(x + wide * 0.12, y + thick * line, wide * share, Math.max(1, thick * 0.07));
}
