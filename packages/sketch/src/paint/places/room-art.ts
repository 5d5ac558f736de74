/** Pictures on the wall of a room, where more of it is shown than the scene was composed for. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Scene } from '../../scene/scene.ts';
import { mix, type Rgb, toCss } from '../../raster/colors.ts';
import { type Stage, toPixels } from '../stage/stage.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';
import type { Frame } from '../../scene/picture.ts';

interface Art extends Frame {
  readonly seed: number;
}

/** Lists the pictures on the wall outside the composed picture. Each ring has its own. */
export function listArt({ rings = [], aspect }: Scene): Art[] {
  return rings.flatMap(({ seed, inner }, index) => {
    const random = seededRandom(deriveSeed(seed, 'art'));
    const spread = Math.max(aspect, inner.width);
    const art = Array.from({ length: 12 }, (_, number): Art => {
      const height = (0.16 + 0.16 * random()) * Math.max(1, inner.height);
      const width = height * (0.7 + 0.8 * random());
      const x = inner.x + inner.width / 2 + (random() - 0.5) * spread * 2 - width / 2;
      const y =
        inner.y + inner.height * (0.05 + 0.45 * random()) - (random() < 0.35 ? inner.height * 0.55 : 0);
      return { x, y, width, height, seed: seed + number };
    });
    const nextInner = rings[index + 1]?.inner;
    return withoutOverlaps(
      art.filter(
        one =>
          !overlaps(one, inner, 0.04) && (!nextInner || isWithin(one, nextInner)) && one.y + one.height < 1,
      ),
    );
  });
}

function withoutOverlaps(art: readonly Art[]): Art[] {
  return art
    .filter((one, index) => art.slice(0, index).every(other => !overlaps(one, other, 0.05)))
    .slice(0, 4);
}

function overlaps(one: Frame, other: Frame, gap: number): boolean {
  return (
    one.x < other.x + other.width + gap &&
    other.x < one.x + one.width + gap &&
    one.y < other.y + other.height + gap &&
    other.y < one.y + one.height + gap
  );
}

function isWithin(one: Frame, other: Frame): boolean {
  return (
    one.x > other.x &&
    one.y > other.y &&
    one.x + one.width < other.x + other.width &&
    one.y + one.height < other.y + other.height
  );
}

/** A small landscape in a frame, with its shadow on the wall. */
export function paintArt(
  stage: Stage,
  context: SKRSContext2D,
  { art, dim }: { art: Art; dim: number },
): void {
  const { unit } = stage;
  const random = seededRandom(art.seed);
  const { x, y } = toPixels(stage, art.x, art.y);
  const [width, height] = [art.width * unit, art.height * unit];
  const thick = Math.min(width, height) * 0.07;
  const wood: Rgb = random() < 0.5 ? [126 * dim, 92 * dim, 58 * dim] : [232 * dim, 226 * dim, 216 * dim];
  context.fillStyle = 'rgba(16,10,24,0.28)';
  context.fillRect(x + thick * 0.5, y + thick * 0.7, width, height);
  context.fillStyle = toCss(wood);
  context.fillRect(x, y, width, height);
  context.fillStyle = toCss([244 * dim, 240 * dim, 232 * dim]);
  context.fillRect(x + thick, y + thick, width - thick * 2, height - thick * 2);
  const inner = { x: x + thick * 2, y: y + thick * 2, width: width - thick * 4, height: height - thick * 4 };
  context.save();
  context.beginPath();
  context.rect(inner.x, inner.y, inner.width, inner.height);
  context.clip();
  const { top, low, glow, foliage, grass } = stage.tones;
  const dimColor = (color: Rgb): string => toCss([color[0] * dim, color[1] * dim, color[2] * dim]);
  const sky = context.createLinearGradient(0, inner.y, 0, inner.y + inner.height);
  sky.addColorStop(0, dimColor(mix(top, glow, random())));
  sky.addColorStop(0.7, dimColor(mix(low, glow, random())));
  context.fillStyle = sky;
  context.fillRect(inner.x, inner.y, inner.width, inner.height);
  for (const [level, color] of [
    [0.55, mix(foliage, low, 0.4)],
    [0.75, grass],
  ] as const) {
    context.fillStyle = dimColor(color);
    context.beginPath();
    context.moveTo(inner.x, inner.y + inner.height);
    context.lineTo(inner.x, inner.y + inner.height * (level + (random() - 0.5) * 0.2));
    context.bezierCurveTo(
      inner.x + inner.width * 0.3,
      inner.y + inner.height * (level - 0.3 * random()),
      inner.x + inner.width * 0.6,
      inner.y + inner.height * (level + 0.2 * random()),
      inner.x + inner.width,
      inner.y + inner.height * (level + (random() - 0.5) * 0.3),
    );
    context.lineTo(inner.x + inner.width, inner.y + inner.height);
    context.fill();
  }
  context.restore();
}
