/** A room: a wall with a window onto the landscape, curtains, and the sill that things stand on. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { mix, parseColor, type Rgb, toCss } from '../../raster/colors.ts';
import { newCanvas } from '../../raster/pixels.ts';
import { listArt, paintArt } from './room-art.ts';
import { project, type Stage, toPixels } from '../stage/stage.ts';

interface Window {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly sill: number;
}

const wallColors = ['#d8c7b0', '#a9b8b0', '#c9a79c', '#9aa8bd'];

export function paintRoom(stage: Stage): Canvas {
  const { canvas, context } = newCanvas(stage.width, stage.height);
  const { scene, unit } = stage;
  const dim = scene.time === 'night' ? 0.42 : scene.time === 'dusk' ? 0.62 : 0.86;
  const paper = parseColor(wallColors[scene.seed % wallColors.length]);
  const wall: Rgb = mix([paper[0] * dim, paper[1] * dim, paper[2] * dim * 1.02], stage.tones.shade, 0.18);
  const window = placeWindow(stage);
  const wash = context.createRadialGradient(
    (window.left + window.right) / 2,
    window.sill,
    unit * 0.1,
    (window.left + window.right) / 2,
    window.sill,
    unit * 1.1,
  );
  wash.addColorStop(0, toCss(mix(wall, stage.tones.light, 0.28)));
  wash.addColorStop(1, toCss(mix(wall, [30, 24, 40], 0.34)));
  context.fillStyle = wash;
  context.fillRect(0, 0, stage.width, stage.height);
  const floor = floorLine(stage);
  paintFloor(stage, context, {
    from: floor ?? Math.max(toPixels(stage, 0, 1.12).y, window.sill + unit * 0.5),
    dim,
  });
  for (const art of listArt(scene)) paintArt(stage, context, { art, dim });
  context.clearRect(window.left, window.top, window.right - window.left, window.sill - window.top);
  paintGlass(stage, context, window);
  paintFrame(stage, context, { window, dim });
  paintCurtains(stage, context, { window, dim });
  paintSill(stage, context, { window, dim });
  return canvas;
}

/**
 * Returns the row in which the wall meets the floor that things stand on. Undefined if they stand on the
 * sill.
 */
function floorLine(stage: Stage): number | undefined {
  const { scene } = stage;
  if (scene.terrain.cover !== 'floor') return undefined;
  const feet = scene.things
    .filter(({ lift }) => lift === 0)
    .map(({ x, z }) => project(stage, { x, z, height: scene.terrain.ground }).y);
  return Math.min(toPixels(stage, 0, 0.72).y, ...feet.map(y => y - stage.unit * 0.03));
}

/**
 * Paints the floor below the sill. If things stand on the sill, it is seen only in a view that is wider than
 * the composed one.
 */
function paintFloor(stage: Stage, context: SKRSContext2D, area: { from: number; dim: number }): void {
  const { unit, height, width, tones } = stage;
  const top = area.from;
  if (top >= height) return;
  const board: Rgb = [226 * area.dim, 218 * area.dim, 204 * area.dim];
  context.fillStyle = toCss(board);
  context.fillRect(0, top - unit * 0.07, width, unit * 0.07);
  context.fillStyle = toCss(mix(board, [30, 24, 40], 0.3));
  context.fillRect(0, top - unit * 0.012, width, unit * 0.012);
  const wood: Rgb = [150 * area.dim, 104 * area.dim, 70 * area.dim];
  const floor = context.createLinearGradient(0, top, 0, top + unit * 3.5);
  floor.addColorStop(0, toCss(mix(wood, tones.light, 0.25)));
  floor.addColorStop(1, toCss(mix(wood, [20, 14, 22], 0.55)));
  context.fillStyle = floor;
  context.fillRect(0, top, width, height - top);
  context.strokeStyle = toCss(mix(wood, [20, 14, 22], 0.6), 0.5);
  context.lineWidth = Math.max(0.7, unit * 0.004);
  const center = toPixels(stage, stage.scene.aspect / 2, 0).x;
  for (let plank = -40; plank <= 40; plank++) {
    context.beginPath();
    context.moveTo(center + plank * unit * 0.14, top);
    context.lineTo(center + plank * unit * 0.14 * (1 + ((height - top) / unit) * 1.1), height);
    context.stroke();
  }
}

/** Places the window above the floor or, without one, around the first thing, which stands on its sill. */
function placeWindow(stage: Stage): Window {
  const { scene, unit } = stage;
  const floor = floorLine(stage);
  if (floor !== undefined) {
    const middle = toPixels(stage, scene.aspect * (scene.seed % 2 === 0 ? 0.32 : 0.68), 0).x;
    const half = Math.min(scene.aspect * 0.2, 0.3) * unit;
    return {
      left: middle - half,
      right: middle + half,
      top: toPixels(stage, 0, 0.1).y,
      sill: floor - unit * 0.24,
    };
  }
  const firstThing = scene.things[0];
  const foot = firstThing
    ? project(stage, { x: firstThing.x, z: firstThing.z, height: scene.terrain.ground })
    : undefined;
  const sill = (foot?.y ?? toPixels(stage, 0, 0.76).y) - unit * 0.022;
  const center = toPixels(stage, scene.aspect / 2, 0).x;
  const middle = center + ((foot?.x ?? center) - center) * 0.55;
  const half = Math.min(scene.aspect * 0.37, 0.52) * unit;
  const top = Math.max(toPixels(stage, 0, 0.05).y, sill - half * 2.1);
  return { left: middle - half, right: middle + half, top, sill };
}

function paintGlass(stage: Stage, context: SKRSContext2D, window: Window): void {
  const shine = context.createLinearGradient(window.left, window.top, window.right, window.sill);
  shine.addColorStop(0, 'rgba(255,255,255,0.2)');
  shine.addColorStop(0.35, 'rgba(255,255,255,0.03)');
  shine.addColorStop(0.55, 'rgba(255,255,255,0.1)');
  shine.addColorStop(0.6, 'rgba(255,255,255,0)');
  context.fillStyle = shine;
  context.fillRect(window.left, window.top, window.right - window.left, window.sill - window.top);
  context.fillStyle = toCss(stage.tones.haze, 0.14);
  context.fillRect(window.left, window.top, window.right - window.left, window.sill - window.top);
}

function paintFrame(
  stage: Stage,
  context: SKRSContext2D,
  { window, dim }: { window: Window; dim: number },
): void {
  const { left, right, top, sill } = window;
  const thick = stage.unit * 0.022;
  const wood: Rgb = [236 * dim, 228 * dim, 214 * dim];
  const drawBar = (x: number, y: number, [width, height]: readonly [number, number]): void => {
    context.fillStyle = toCss(wood);
    context.fillRect(x, y, width, height);
    context.fillStyle = toCss(mix(wood, stage.tones.light, 0.5), 0.6);
    context.fillRect(x, y, width > height ? width : width * 0.25, width > height ? height * 0.25 : height);
    context.fillStyle = 'rgba(30,22,40,0.3)';
    context.fillRect(
      width > height ? x : x + width * 0.8,
      width > height ? y + height * 0.8 : y,
      width > height ? width : width * 0.2,
      width > height ? height * 0.2 : height,
    );
  };
  drawBar((left + right) / 2 - thick * 0.4, top, [thick * 0.8, sill - top]);
  drawBar(left, top + (sill - top) * 0.4, [right - left, thick * 0.6]);
  drawBar(left - thick, top - thick, [thick, sill - top + thick]);
  drawBar(right, top - thick, [thick, sill - top + thick]);
  drawBar(left - thick, top - thick, [right - left + thick * 2, thick]);
}

/** Hanging cloth in soft folds, light shining through its inner edge. */
function paintCurtains(
  stage: Stage,
  context: SKRSContext2D,
  { window, dim }: { window: Window; dim: number },
): void {
  const { unit } = stage;
  const cloth = parseColor(['#b8574a', '#5d7f8a', '#c9a25a', '#7d5f86'][(stage.scene.seed >>> 4) % 4]);
  const curtainWidth = (window.right - window.left) * 0.2;
  for (const side of [-1, 1]) {
    const outer = side < 0 ? window.left - curtainWidth * 0.75 : window.right + curtainWidth * 0.75;
    const inner = side < 0 ? window.left + curtainWidth * 0.55 : window.right - curtainWidth * 0.55;
    const folds = 7;
    for (let fold = 0; fold < folds; fold++) {
      const from = outer + ((inner - outer) * fold) / folds;
      const to = outer + ((inner - outer) * (fold + 1)) / folds;
      const shade = context.createLinearGradient(from, 0, to, 0);
      const lightShare = (fold / folds) * 0.5;
      shade.addColorStop(0, toCss(mix(cloth, [20, 14, 30], 0.5 - lightShare * 0.5), 1));
      shade.addColorStop(
        0.5,
        toCss(
          mix(
            [cloth[0] * dim * 1.15, cloth[1] * dim * 1.15, cloth[2] * dim * 1.15],
            stage.tones.light,
            lightShare,
          ),
        ),
      );
      shade.addColorStop(1, toCss(mix(cloth, [20, 14, 30], 0.56 - lightShare * 0.5), 1));
      context.fillStyle = shade;
      context.beginPath();
      context.moveTo(from, window.top - unit * 0.05);
      context.lineTo(to, window.top - unit * 0.05);
      context.quadraticCurveTo(
        to + side * unit * 0.006,
        window.top + (window.sill - window.top) * 0.57,
        to + side * curtainWidth * 0.1,
        window.sill + unit * 0.01,
      );
      context.lineTo(from + side * curtainWidth * 0.1, window.sill + unit * 0.01);
      context.fill();
    }
  }
  context.fillStyle = toCss([70 * dim, 48 * dim, 34 * dim]);
  context.beginPath();
  context.roundRect(
    window.left - curtainWidth,
    window.top - unit * 0.066,
    window.right - window.left + curtainWidth * 2,
    unit * 0.018,
    unit * 0.009,
  );
  context.fill();
}

function paintSill(
  stage: Stage,
  context: SKRSContext2D,
  { window, dim }: { window: Window; dim: number },
): void {
  const { unit } = stage;
  const overhang = unit * 0.12;
  const sillDepth = unit * 0.055;
  const board: Rgb = [190 * dim, 150 * dim, 112 * dim];
  const top = context.createLinearGradient(0, window.sill, 0, window.sill + sillDepth);
  top.addColorStop(0, toCss(mix(board, stage.tones.light, 0.55)));
  top.addColorStop(1, toCss(board));
  context.fillStyle = top;
  context.beginPath();
  context.moveTo(window.left - overhang * 0.8, window.sill);
  context.lineTo(window.right + overhang * 0.8, window.sill);
  context.lineTo(window.right + overhang, window.sill + sillDepth);
  context.lineTo(window.left - overhang, window.sill + sillDepth);
  context.fill();
  context.fillStyle = toCss(mix(board, [30, 18, 20], 0.45));
  context.fillRect(
    window.left - overhang,
    window.sill + sillDepth,
    window.right - window.left + overhang * 2,
    unit * 0.022,
  );
  const sillShade = context.createLinearGradient(
    0,
    window.sill + sillDepth,
    0,
    window.sill + sillDepth + unit * 0.12,
  );
  sillShade.addColorStop(0, 'rgba(16,10,24,0.4)');
  sillShade.addColorStop(1, 'rgba(16,10,24,0)');
  context.fillStyle = sillShade;
  context.fillRect(
    window.left - overhang,
    window.sill + sillDepth + unit * 0.022,
    window.right - window.left + overhang * 2,
    unit * 0.1,
  );
}
