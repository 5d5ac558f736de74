/**
 * A pattern that continues at its edges: motifs over a ground, each drawn again where it leaves the picture.
 */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { Pattern, Scene } from '../scene/scene.ts';
import { finishSeamless } from '../styles/wrap.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import { paintMotif } from './pattern/motifs.ts';
import { finishPicture, type ViewOptions } from './paint-view.ts';
import { paintPatternGround } from './pattern/pattern-ground.ts';
import { type PlacedMotif, layMotifs } from './pattern/lay-motifs.ts';
import { newCanvas } from '../raster/pixels.ts';
import { createStage, type Stage } from './stage/stage.ts';
import { deriveSeed, seededRandom } from '../random/random.ts';

export function paintPattern(scene: Scene, pattern: Pattern, options: ViewOptions): Canvas {
  if (!options.frame) return paintTile(scene, pattern, options);
  const { frame, width, height } = options;
  const unit = Math.max(width / frame.width, height / frame.height);
  const size = { width: Math.round(scene.aspect * unit), height: Math.round(unit) };
  const tile = paintTile(scene, pattern, { ...options, ...size });
  const { canvas, context } = newCanvas(width, height);
  const firstTile = (start: number, period: number) => Math.floor(start / period) * period - start;
  for (let y = firstTile(frame.y * unit, tile.height); y < height; y += tile.height)
    for (let x = firstTile(frame.x * unit, tile.width); x < width; x += tile.width)
      context.drawImage(tile, Math.round(x), Math.round(y));
  return canvas;
}

function paintTile(scene: Scene, pattern: Pattern, options: ViewOptions): Canvas {
  const { width, height } = options;
  const stage = createStage(scene, { width, height });
  const canvas = paintPatternGround(stage, pattern);
  options.onProgress?.(0.4, canvas);
  const context = canvas.getContext('2d');
  const random = seededRandom(deriveSeed(pattern.seed, 'motifs'));
  const placedMotifs = layMotifs(pattern, { width, height, random });
  const sprites: Sprites = new Map();
  for (const placedMotif of placedMotifs.sort((a, b) => a.y - b.y)) {
    const sprite = findSprite(stage, placedMotif, {
      sprites,
      seed: pattern.seed,
      subjects: options.subjects,
    });
    if (sprite) layMotif(context, placedMotif, { sprite, width, height });
  }
  options.onProgress?.(0.7, canvas);
  const finish = { unit: stage.unit, seed: scene.seed, open: true, wrapped: true };
  const isPlain = scene.style === 'illustration' && !scene.look.finish && scene.look.done === undefined;
  if (scene.style === 'pixel') finishPicture(canvas, { style: 'pixel', look: { ...scene.look } }, finish);
  else if (!isPlain) finishSeamless(canvas, wider => finishPicture(wider, scene, finish));
  return canvas;
}

type Sprites = Map<string, Canvas | undefined>;

/** Draws each variant of a motif once for each size, and returns it again after that. */
function findSprite(
  stage: Stage,
  { motif, height, variant }: PlacedMotif,
  { sprites, ...options }: { sprites: Sprites; seed: number; subjects: SubjectPack | undefined },
): Canvas | undefined {
  const key = `${motif.what} ${motif.kind} ${motif.color} ${Math.round(height)} ${variant}`;
  if (!sprites.has(key)) sprites.set(key, paintMotif(stage, motif, { ...options, height, variant }));
  return sprites.get(key);
}

function layMotif(
  context: SKRSContext2D,
  placedMotif: PlacedMotif,
  { sprite, width, height }: { sprite: Canvas; width: number; height: number },
): void {
  const reach = Math.hypot(sprite.width, sprite.height) / 2;
  for (const x of [placedMotif.x - width, placedMotif.x, placedMotif.x + width])
    for (const y of [placedMotif.y - height, placedMotif.y, placedMotif.y + height]) {
      if (x + reach < 0 || x - reach > width || y + reach < 0 || y - reach > height) continue;
      context.save();
      context.translate(x, y);
      context.rotate(placedMotif.turn);
      if (placedMotif.isFlipped) context.scale(-1, 1);
      context.drawImage(sprite, -sprite.width / 2, -sprite.height / 2);
      context.restore();
    }
}
