/**
 * The object that carries the lettering: a sign, a banner, a lit board, a shop front, the cover of a
 * book. It is painted before the style is applied.
 */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { LetteringOn } from '../../scene/scene.ts';
import { type Brush, createBrush } from '../stage/brush.ts';
import { mix, parseColor, toCss } from '../../raster/colors.ts';
import { neonColor } from './lettering.ts';
import { type Box, placeLetterings } from './place-lettering.ts';
import { type Stage, toPixels } from '../stage/stage.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';

export function paintSignboard(stage: Stage, context: SKRSContext2D): void {
  const { scene } = stage;
  if (!scene.lettering) return;
  for (const { on, board } of placeLetterings(scene)) if (board) paintBoard(stage, context, { on, board });
}

function paintBoard(
  stage: Stage,
  context: SKRSContext2D,
  { on, board }: { on: LetteringOn; board: Box },
): void {
  const { scene, unit } = stage;
  const corner = toPixels(stage, board.x, board.y);
  const box = { ...corner, width: board.width * unit, height: board.height * unit };
  const brush = createBrush(stage, { context, z: 0.1, seed: deriveSeed(scene.seed, 'sign'), scale: unit });
  context.save();
  if (on === 'sign') paintWood(brush, box);
  if (on === 'banner') paintBanner(brush, box);
  if (on === 'neon') paintPanel(brush, box);
  if (on === 'shop') paintShop(brush, box);
  if (on === 'book') paintCover(brush, box);
  if (['sign', 'banner'].includes(on) && ['night', 'dusk'].includes(scene.time)) paintLamp(context, box);
  context.restore();
}

/** Paints the light of a lamp on the board, so that it can be read in the dark. */
function paintLamp(context: SKRSContext2D, { x, y, width, height }: Box): void {
  const [middle, reach] = [x + width / 2, width * 0.75];
  const light = context.createRadialGradient(middle, y, 0, middle, y + height * 0.4, reach);
  light.addColorStop(0, 'rgba(255, 216, 156, 0.62)');
  light.addColorStop(0.55, 'rgba(255, 196, 120, 0.34)');
  light.addColorStop(1, 'rgba(255, 180, 100, 0)');
  context.globalCompositeOperation = 'screen';
  context.fillStyle = light;
  context.fillRect(x, y, width, height);
}

const letterColors = ['#a5383c', '#2f6a5e', '#34508c', '#7a3f74', '#b0652c'];

function chooseBoardColor({ stage }: Brush): string {
  return letterColors[stage.scene.seed % letterColors.length];
}

/** Paints planks. Outdoors, they stand on two posts that reach the ground. */
function paintWood(brush: Brush, { x, y, width, height }: Box): void {
  const { context, stage } = brush;
  const random = seededRandom(deriveSeed(stage.scene.seed, 'planks'));
  const postWidth = stage.unit * 0.024;
  const isHanging = stage.scene.setting === 'room' || stage.scene.setting === 'studio';
  for (const at of isHanging ? [] : [0.14, 0.86]) {
    context.fillStyle = brush.tone('#6b4526', 0.4);
    context.fillRect(
      x + width * at - postWidth / 2,
      y - height * 0.12,
      postWidth,
      height * 1.12 + stage.unit * 0.2,
    );
  }
  const rows = 3;
  context.shadowColor = 'rgba(20,12,30,0.5)';
  context.shadowBlur = stage.unit * 0.012;
  context.shadowOffsetY = stage.unit * 0.006;
  for (let row = 0; row < rows; row++) {
    context.fillStyle = brush.tone(mix([196, 150, 98], [222, 182, 128], random()), 0.92);
    const jut = (random() - 0.5) * stage.unit * 0.012;
    context.fillRect(x + jut, y + (row * height) / rows, width, height / rows - stage.unit * 0.002);
    context.shadowColor = 'transparent';
  }
  context.lineWidth = Math.max(0.6, stage.unit * 0.0012);
  for (let line = 0; line < 16; line++) {
    const at = y + random() * height;
    const from = x + random() * width * 0.7;
    context.strokeStyle = brush.tone('#8a5c34', 0.6, 0.35);
    context.beginPath();
    context.moveTo(from, at);
    context.lineTo(Math.min(x + width, from + width * (0.1 + random() * 0.3)), at);
    context.stroke();
  }
}

/** Paints a cloth in folds, with a notched end on each side. */
function paintBanner(brush: Brush, { x, y, width, height }: Box): void {
  const { context, stage } = brush;
  const color = parseColor(chooseBoardColor(brush));
  const end = height * 0.42;
  context.fillStyle = brush.tone(mix(color, [0, 0, 0], 0.35), 0.8);
  for (const direction of [-1, 1]) {
    const edge = direction < 0 ? x : x + width;
    context.beginPath();
    context.moveTo(edge - direction * end * 0.4, y + height * 0.2);
    context.lineTo(edge + direction * end, y + height * 0.2);
    context.lineTo(edge + direction * end * 0.55, y + height * 0.66);
    context.lineTo(edge + direction * end, y + height * 1.12);
    context.lineTo(edge - direction * end * 0.4, y + height * 1.12);
    context.fill();
  }
  const cloth = context.createLinearGradient(x, 0, x + width, 0);
  for (let fold = 0; fold <= 6; fold++)
    cloth.addColorStop(fold / 6, brush.tone(color, fold % 2 === 0 ? 0.72 : 1.02));
  context.fillStyle = cloth;
  context.shadowColor = 'rgba(16,8,28,0.45)';
  context.shadowBlur = stage.unit * 0.014;
  context.fillRect(x, y, width, height);
  context.shadowColor = 'transparent';
  context.strokeStyle = brush.tone('#f4dca0', 0.9, 0.8);
  context.lineWidth = Math.max(0.8, stage.unit * 0.003);
  const rim = height * 0.08;
  context.strokeRect(x + rim, y + rim, width - rim * 2, height - rim * 2);
}

/** Paints a dark panel with a lit rim and the light of the letters on it. */
function paintPanel(brush: Brush, { x, y, width, height }: Box): void {
  const { context, stage } = brush;
  const color = parseColor(neonColor(stage.scene));
  const cornerRadius = height * 0.16;
  context.fillStyle = 'rgba(14,10,24,0.86)';
  context.beginPath();
  context.roundRect(x, y, width, height, cornerRadius);
  context.fill();
  const light = context.createRadialGradient(
    x + width / 2,
    y + height / 2,
    0,
    x + width / 2,
    y + height / 2,
    width * 0.55,
  );
  light.addColorStop(0, toCss(color, 0.4));
  light.addColorStop(1, toCss(color, 0));
  context.fillStyle = light;
  context.fill();
  context.shadowColor = toCss(color);
  context.shadowBlur = height * 0.14;
  context.strokeStyle = toCss(mix(color, [255, 255, 255], 0.5));
  context.lineWidth = Math.max(1, height * 0.022);
  const rimWidth = height * 0.07;
  context.beginPath();
  context.roundRect(
    x + rimWidth,
    y + rimWidth,
    width - rimWidth * 2,
    height - rimWidth * 2,
    cornerRadius * 0.7,
  );
  context.stroke();
  context.shadowColor = 'transparent';
}

/** A front with a board for the name, an awning, a lit window and a door. */
function paintShop(brush: Brush, box: Box): void {
  const { context, stage } = brush;
  const { x, y, width, height } = box;
  const color = parseColor(chooseBoardColor(brush));
  context.shadowColor = 'rgba(16,8,28,0.5)';
  context.shadowBlur = stage.unit * 0.02;
  context.fillStyle = brush.tone('#d9c6a8', 0.7);
  context.fillRect(x, y, width, height);
  context.shadowColor = 'transparent';
  const fascia = stage.unit * 0.15;
  context.fillStyle = brush.tone(mix(color, [0, 0, 0], 0.25), 0.85);
  context.fillRect(x - width * 0.02, y, width * 1.04, fascia);
  context.strokeStyle = brush.tone('#f0d79a', 0.9);
  context.lineWidth = Math.max(0.8, stage.unit * 0.003);
  context.strokeRect(x, y + stage.unit * 0.012, width, fascia - stage.unit * 0.024);
  paintFront(brush, { x, y: y + fascia, width, height: height - fascia });
  const stripes = 10;
  const drop = stage.unit * 0.075;
  for (let stripe = 0; stripe < stripes; stripe++) {
    const left = x - width * 0.02 + (stripe * width * 1.04) / stripes;
    const stripeWidth = (width * 1.04) / stripes;
    context.fillStyle = brush.tone(stripe % 2 === 0 ? color : [246, 238, 222], 0.95);
    context.fillRect(left, y + fascia, stripeWidth + 0.5, drop);
    context.beginPath();
    context.arc(left + stripeWidth / 2, y + fascia + drop, stripeWidth / 2, 0, Math.PI);
    context.fill();
  }
}

function paintFront(brush: Brush, { x, y, width, height }: Box): void {
  const { context } = brush;
  const pane = context.createLinearGradient(0, y, 0, y + height);
  pane.addColorStop(0, brush.shine('#ffdf9a'));
  pane.addColorStop(1, brush.shine('#e0a45c'));
  context.fillStyle = pane;
  context.fillRect(x + width * 0.06, y + height * 0.2, width * 0.54, height * 0.56);
  context.fillRect(x + width * 0.69, y + height * 0.24, width * 0.2, height * 0.4);
  context.strokeStyle = brush.tone('#5a3a26', 0.6);
  context.lineWidth = Math.max(1, width * 0.014);
  context.strokeRect(x + width * 0.06, y + height * 0.2, width * 0.54, height * 0.56);
  context.strokeRect(x + width * 0.66, y + height * 0.18, width * 0.26, height * 0.82);
  context.strokeRect(x + width * 0.69, y + height * 0.24, width * 0.2, height * 0.4);
  context.beginPath();
  for (const share of [0.24, 0.42]) {
    context.moveTo(x + width * share, y + height * 0.2);
    context.lineTo(x + width * share, y + height * 0.76);
  }
  context.stroke();
  context.fillStyle = brush.tone('#8a6a4c', 0.5);
  context.fillRect(x, y + height * 0.94, width, height * 0.06);
}

/** Turns the picture into a cover with a spine on the left, a frame and a calm place for the title. */
function paintCover(brush: Brush, { x, y, width, height }: Box): void {
  const { context, stage } = brush;
  const spine = context.createLinearGradient(x, 0, x + stage.unit * 0.06, 0);
  spine.addColorStop(0, 'rgba(10,6,20,0.6)');
  spine.addColorStop(0.55, 'rgba(10,6,20,0.12)');
  spine.addColorStop(0.7, 'rgba(255,255,255,0.25)');
  spine.addColorStop(1, 'rgba(255,255,255,0)');
  const calm = context.createLinearGradient(0, y, 0, y + height * 0.42);
  calm.addColorStop(0, toCss(mix(stage.tones.shade, [14, 10, 30], 0.7), 0.62));
  calm.addColorStop(1, toCss(mix(stage.tones.shade, [14, 10, 30], 0.7), 0));
  for (const fill of [calm, spine]) {
    context.fillStyle = fill;
    context.fillRect(x, y, width, height);
  }
  context.strokeStyle = toCss(mix(stage.tones.glow, [240, 214, 150], 0.5), 0.85);
  context.lineWidth = Math.max(1, stage.unit * 0.004);
  const rim = stage.unit * 0.045;
  context.strokeRect(x + rim * 1.6, y + rim, width - rim * 2.6, height - rim * 2);
}
