/** Actions that the figure alone does not show, such as the letters of sleep over a head. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { Thing } from '../scene/scene.ts';
import { findSubject } from '../subjects/subjects.ts';
import { newCanvas } from '../raster/pixels.ts';
import { project, type Stage } from './stage/stage.ts';

/** The height of a lying figure, as a share of its standing height. */
const lyingHeight = 0.7;

export function paintActions(stage: Stage, context: SKRSContext2D, seconds: number): void {
  for (const thing of stage.scene.things) if (isAsleep(thing)) paintSleep(stage, context, { thing, seconds });
}

export function isAsleep({ what, action }: Thing): boolean {
  return what === 'subject' && action === 'sleeping';
}

/** Draws an animal lower and broader, or a person lying on the back. The foot line stays at `footY`. */
export function lyingFigure(figure: Canvas, { kind }: Thing, footY: number): Canvas {
  return findSubject(kind)?.group === 'person' ? lyingPerson(figure, footY) : lyingAnimal(figure, footY);
}

function lyingPerson(figure: Canvas, footY: number): Canvas {
  const { canvas, context } = newCanvas(figure.height, figure.height);
  context.translate(figure.height / 2, footY - figure.width / 2);
  context.rotate(Math.PI / 2);
  context.drawImage(figure, -figure.width / 2, -figure.height / 2);
  return canvas;
}

function lyingAnimal(figure: Canvas, footY: number): Canvas {
  const { canvas, context } = newCanvas(figure.width * 1.12, figure.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(figure, 0, footY * (1 - lyingHeight), canvas.width, figure.height * lyingHeight);
  return canvas;
}

/** Three letters that rise and grow, drawn as strokes: no typeface is needed for them. */
function paintSleep(
  stage: Stage,
  context: SKRSContext2D,
  { thing, seconds }: { thing: Thing; seconds: number },
): void {
  const { terrain } = stage.scene;
  const isPerson = findSubject(thing.kind)?.group === 'person';
  const head = project(stage, {
    x: thing.x,
    z: thing.z,
    height: Math.max(0, terrain.ground) + thing.lift + thing.height * (isPerson ? 0.36 : lyingHeight),
  });
  const thingHeight = thing.height * head.scale;
  context.save();
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (let letter = 0; letter < 3; letter++) {
    const rise = (letter / 3 + seconds * 0.22) % 1;
    const size = thingHeight * (0.06 + rise * 0.09);
    const x =
      head.x +
      (isPerson ? 1 : thing.facing) * thingHeight * (0.3 + rise * 0.3) +
      Math.sin(rise * 6) * thingHeight * 0.03;
    const y = head.y - thingHeight * (0.04 + rise * 0.42);
    context.globalAlpha = Math.min(1, rise * 8, (1 - rise) * 4 + 0.35);
    context.beginPath();
    context.moveTo(x - size / 2, y - size / 2);
    context.lineTo(x + size / 2, y - size / 2);
    context.lineTo(x - size / 2, y + size / 2);
    context.lineTo(x + size / 2, y + size / 2);
    context.strokeStyle = 'rgba(30,24,60,0.75)';
    context.lineWidth = size * 0.36;
    context.stroke();
    context.strokeStyle = 'rgb(255,252,240)';
    context.lineWidth = size * 0.18;
    context.stroke();
  }
  context.restore();
}
