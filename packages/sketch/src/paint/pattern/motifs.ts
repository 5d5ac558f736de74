/** Draws one motif of a pattern in the middle of its own canvas. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { Motif } from '../../scene/scene.ts';
import { renderSubject } from '../../subjects/draw-subject.ts';
import type { SubjectPack } from '../../subjects/subject-pack.ts';
import { type Brush, createBrush } from '../stage/brush.ts';
import { drawBlock } from '../landmarks/buildings.ts';
import { toCss } from '../../raster/colors.ts';
import { drawHouse } from '../landmarks/houses.ts';
import { drawSails } from '../landmarks/castle.ts';
import { landmarkShapes } from '../landmarks/draw-landmark.ts';
import { drawSign, isSign } from './motif-signs.ts';
import { newCanvas } from '../../raster/pixels.ts';
import { drawCoral, drawFlower, drawRock, drawTuft, drawWeed } from '../plants/plants.ts';
import type { Stage } from '../stage/stage.ts';
import { lightSubject } from '../stage/subject-light.ts';
import { drawTree, type TreeKind } from '../plants/trees.ts';
import { deriveSeed } from '../../random/random.ts';

export interface MotifOptions {
  readonly height: number;
  readonly variant: number;
  /** The seed of the pattern. */
  readonly seed: number;
  readonly subjects: SubjectPack | undefined;
}

export function paintMotif(stage: Stage, motif: Motif, options: MotifOptions): Canvas | undefined {
  const { height } = options;
  const edge = Math.ceil(height * 2.3) + 6;
  const { canvas, context } = newCanvas(edge, edge);
  context.translate(edge / 2, edge / 2 + height / 2);
  if (!drawMotif(stage, context, { motif, options })) return undefined;
  return withShadow(canvas, height, stage);
}

function drawMotif(
  stage: Stage,
  context: SKRSContext2D,
  { motif, options }: { motif: Motif; options: MotifOptions },
): boolean {
  const { height, variant } = options;
  const { what, kind, color, action } = motif;
  if (what === 'subject') {
    if (!options.subjects) return false;
    const sprite = renderSubject(options.subjects, {
      subject: kind,
      heightPx: height,
      ...(color !== undefined && { color }),
      ...(action !== undefined && { action }),
    });
    // Broad figures, such as a whale, are kept within their cell.
    const fit = Math.min(1, (height * 0.98) / sprite.width);
    context.translate(0, -(height * (1 - fit)) / 2);
    context.scale(fit, fit);
    context.drawImage(lightSubject(stage, sprite.canvas, 0.01), -sprite.width / 2, -sprite.footY);
    return true;
  }
  const seed = deriveSeed(options.seed, `${kind} ${variant}`);
  const brush = createBrush(stage, { context, z: 0.01, seed, scale: height / 8 });
  if (what === 'sign') return drawSign(brush, kind, height);
  const shape = what === 'landmark' ? landmarkShapes[kind] : undefined;
  if (shape) {
    const fit = Math.min(1, 0.62 / shape.reach);
    context.translate(0, -(height * (1 - fit)) / 2);
    shape.draw(brush, height * fit, color);
    if (kind === 'windmill') {
      context.translate(0, -height * fit * 0.64);
      drawSails(brush, height * fit);
    }
    return true;
  }
  if (isSign(kind)) return drawSign(brush, kind, height);
  return drawPlant(brush, motif, height);
}

function drawPlant(brush: Brush, { kind, color }: Motif, height: number): boolean {
  const simplePlants: Readonly<Partial<Record<string, () => void>>> = {
    flowers: () => drawFlower(brush, height, color),
    grass: () => drawTuft(brush, height),
    rocks: () => drawRock(brush, height * 0.6),
    house: () => drawHouse(brush, height * 0.8, color),
    'tower-block': () => drawBlock(brush, height),
    coral: () => drawCoral(brush, height, color),
    weed: () => drawWeed(brush, height, color),
  };
  const draw = simplePlants[kind];
  if (draw) draw();
  else if (!['tree', 'pine', 'palm', 'bush', 'blossom', 'fern'].includes(kind)) return false;
  else drawTree(brush, { kind: kind as TreeKind, height, ...(color !== undefined && { color }) });
  return true;
}

/** A soft dark edge separates the motif from what is below it. */
function withShadow(sprite: Canvas, height: number, stage: Stage): Canvas {
  const { canvas, context } = newCanvas(sprite.width, sprite.height);
  context.shadowColor = toCss(stage.tones.shade.map(tone => tone * 0.35) as [number, number, number], 0.5);
  context.shadowBlur = height * 0.07;
  context.shadowOffsetY = height * 0.02;
  context.drawImage(sprite, 0, 0);
  return canvas;
}
