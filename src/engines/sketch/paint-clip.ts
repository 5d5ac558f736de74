/**
 * Paints a scene as the frames of a clip. All layers are painted once; a frame moves and lays them on one another, and
 * depends on nothing but its index, so that several threads can share a clip.
 */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { chooseCameraPath, margin, type Placement } from './clip/camera-path.ts';
import { buildItems, type ClipItem, cloudSpeed } from './clip/clip-items.ts';
import { openGridPass } from './clip/grid-pass.ts';
import { motionOf } from './clip/thing-motion.ts';
import { paintEffects } from './paint/effects.ts';
import { paintLettering } from './paint/lettering.ts';
import { listStars } from './paint/sky.ts';
import { createStage, type Stage } from './paint/stage.ts';
import { fillWater, type WaterView } from './paint/water.ts';
import type { Scene } from './scene.ts';
import { styleBorder } from './styles/border.ts';
import type { SubjectPack } from './subjects/subject-pack.ts';

export interface ClipOptions {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly framesPerSecond: number;
  readonly subjects?: SubjectPack;
}

export interface ClipPainter {
  /** RGBA of one frame, in any order. The buffer is used again by the next call. */
  paintFrame(index: number): Uint8Array;
  close(): void;
}

export function openClipPainter(scene: Scene, options: ClipOptions): ClipPainter {
  const { width, height, seconds, framesPerSecond } = options;
  const stage = marginStage(scene, options);
  const { background, clouds, items, water } = buildItems(stage, options);
  const path = chooseCameraPath(scene);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const waves = water && openWaves(stage, water);
  const view = createStage(scene, { width, height });
  const border = styleBorder(scene.style, { width, height, unit: view.unit });
  const grid = scene.style === 'pixel' ? openGridPass(canvas, scene) : undefined;
  const last = Math.max(1, Math.round(seconds * framesPerSecond) - 1);
  const lay = (source: Canvas, on: { placement: Placement; x: number; y: number }) => {
    place(context, stage, { ...on.placement, width, height });
    context.drawImage(source, on.x, on.y);
  };
  const paint = (index: number) => {
    const now = index / framesPerSecond;
    const at = (z: number) => path(index / last, z);
    lay(background, { placement: at(Infinity), x: 0, y: 0 });
    if (scene.sky.stars > 0) twinkle(context, stage, now);
    if (clouds)
      lay(clouds.canvas, { placement: at(Infinity), x: (now - seconds) * cloudSpeed * stage.unit, y: 0 });
    if (waves) {
      place(context, stage, { ...at(waterDepth(scene)), width, height });
      context.drawImage(
        waves.paint(now),
        0,
        0,
        waves.columns,
        waves.rows,
        0,
        waves.top,
        stage.width,
        waves.rows,
      );
    }
    for (const item of items) layItem(context, stage, { item, placement: at(item.z), now, width, height });
    place(context, createStage(scene, { width, height }), {
      ...at(scene.things[0]?.z ?? 50),
      width,
      height,
      bare: true,
    });
    paintEffects(view, context, now);
    context.setTransform(1, 0, 0, 1, 0, 0);
    grid?.apply();
    if (border) context.drawImage(border, 0, 0);
    paintLettering(context, scene, options);
    return context.getImageData(0, 0, width, height).data;
  };
  return {
    paintFrame: index => {
      const pixels = paint(index);
      return new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    },
    close: () => {},
  };
}

/** The picture with a margin on every side for the camera to move into. */
function marginStage(scene: Scene, size: { width: number; height: number }): Stage {
  const aspect = size.width / size.height;
  const framed = { ...scene, aspect };
  return createStage(framed, {
    width: Math.round(size.width * (1 + margin * 2)),
    height: Math.round(size.height * (1 + margin * 2)),
    frame: { x: -margin * aspect, y: -margin, width: aspect * (1 + margin * 2), height: 1 + margin * 2 },
  });
}

/** Sets the transform under which stage pixels fall into the frame. */
function place(
  context: SKRSContext2D,
  stage: Stage,
  at: Placement & { width: number; height: number; bare?: boolean },
): void {
  const { scale, width, height } = at;
  const left = at.bare ? 0 : -stage.left * stage.unit;
  const top = at.bare ? 0 : -stage.top * stage.unit;
  const x = width / 2 + (at.x * stage.unit - (left + width / 2) * scale);
  const y = height / 2 + (at.y * stage.unit - (top + height / 2) * scale);
  context.setTransform(scale, 0, 0, scale, x, y);
}

function layItem(
  context: SKRSContext2D,
  stage: Stage,
  on: { item: ClipItem; placement: Placement; now: number; width: number; height: number },
): void {
  const { item, now } = on;
  place(context, stage, { ...on.placement, width: on.width, height: on.height });
  if (item.sways) {
    const lean = Math.sin(now * 1.25 + item.z) * 0.006 + Math.sin(now * 2.7 + item.z * 0.3) * 0.003;
    context.transform(1, 0, lean, 1, -lean * (item.y + item.canvas.height), 0);
  } else if (item.thing && item.foot && item.scale) {
    const motion = motionOf(item.thing, now);
    const size = item.thing.height * item.scale;
    const low = item.kind === 'shadow' || item.kind === 'reflection';
    context.translate(item.foot.x + motion.x * size, item.foot.y + (low ? 0 : motion.y * size));
    if (item.kind === 'spin') context.rotate(now * 0.7);
    else if (!low) {
      context.rotate(motion.turn);
      context.transform(1, 0, -motion.shear, motion.stretch, 0, 0);
    } else if (item.kind === 'reflection')
      context.transform(1, 0, Math.sin(now * 1.7 + item.z) * 0.02, 1, 0, 0);
    context.translate(-item.foot.x, -item.foot.y);
  }
  context.drawImage(item.canvas, item.x, item.y);
}

function openWaves(stage: Stage, view: WaterView) {
  const coarse = 3;
  const columns = Math.floor(stage.width / coarse);
  const rows = view.bottom - view.top;
  const canvas = createCanvas(columns, rows);
  const context = canvas.getContext('2d');
  const image = context.createImageData(columns, rows);
  return {
    columns,
    rows,
    top: view.top,
    paint: (seconds: number) => {
      fillWater(stage, view, { pixels: image.data, seconds, coarse });
      context.putImageData(image, 0, 0);
      return canvas;
    },
  };
}

/** A depth whose parallax suits the whole of the water. */
function waterDepth(scene: Scene): number {
  return Math.max(60, (scene.things[0]?.z ?? 20) * 4);
}

/** The brighter stars grow and fade. */
function twinkle(context: SKRSContext2D, stage: Stage, now: number): void {
  listStars(stage).forEach((star, index) => {
    if (star.radius < 0.00125) return;
    const strength = star.strength * (0.5 + 0.5 * Math.sin(now * (1.5 + (index % 7) * 0.4) + index));
    context.fillStyle = `rgba(240,244,255,${Math.max(0, strength).toFixed(3)})`;
    context.beginPath();
    context.arc(
      (star.x - stage.left) * stage.unit,
      (star.y - stage.top) * stage.unit,
      star.radius * stage.unit * 1.25,
      0,
      Math.PI * 2,
    );
    context.fill();
  });
}
