/**
 * Words in quotes: a title over the picture, or the letters on the sign, banner, shop or
 * neon tubes painted for them.
 */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Scene } from '../../scene/scene.ts';
import { luminance, mix, parseColor, type Rgb, toCss } from '../../raster/colors.ts';
import { type FittedText, fitText, lineHeight } from './fit-text.ts';
import { cssFont } from './fonts.ts';
import { newCanvas } from '../../raster/pixels.ts';
import { type PlacedLettering, placeLettering, placeLetterings } from './place-lettering.ts';

/** Draws the letters on the finished picture, so that no style makes them illegible. */
export function paintLettering(
  context: SKRSContext2D,
  scene: Scene,
  size: { width: number; height: number },
): void {
  for (const lettering of placeLetterings(scene))
    if (lettering.text !== '') paintText(context, scene, { ...size, lettering });
}

function paintText(
  context: SKRSContext2D,
  scene: Scene,
  size: { width: number; height: number; lettering: PlacedLettering },
): void {
  const unit = Math.max(size.width / scene.aspect, size.height);
  const { on, letters: box, text } = size.lettering;
  const font = (pixels: number) => cssFont({ style: scene.style, on }, pixels);
  const fitBox = { width: box.width * unit, height: box.height * unit, font, lines: box.lines };
  const fittedText = fitText(context, text, fitBox);
  const middle = {
    x: (box.x + box.width / 2) * unit,
    y: (box.y + box.height / 2) * unit,
  };
  const colors = chooseColors(context, scene, { ...middle, ...fitBox });
  context.save();
  if (scene.tilt && on !== 'title' && on !== 'book') turnAbout(context, scene, unit);
  context.translate(middle.x, middle.y);
  context.font = font(fittedText.pixels);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  if (on === 'neon') drawTubes(context, fittedText, colors);
  else if (scene.style === 'pixel') drawCoarse(context, fittedText, { ...colors, cell: unit / 150 });
  else drawLetters(context, fittedText, { ...colors, isRaised: on === 'title' || on === 'book' });
  context.restore();
}

/** Turns the canvas about its middle, so that the letters lean with the sign they are on. */
function turnAbout(context: SKRSContext2D, scene: Scene, unit: number): void {
  const x = (scene.aspect / 2) * unit;
  const y = 0.5 * unit;
  context.translate(x, y);
  context.rotate(((scene.tilt ?? 0) * Math.PI) / 180);
  context.translate(-x, -y);
}

interface Colors {
  readonly fill: string;
  readonly edge: string;
}

/** Chooses the colors of the board or, without one, a light or dark color that contrasts with the picture. */
function chooseColors(
  context: SKRSContext2D,
  scene: Scene,
  area: { x: number; y: number; width: number; height: number },
): Colors {
  const { on } = placeLettering(scene);
  if (on === 'neon') return { fill: neonColor(scene), edge: '#ffffff' };
  if (on === 'sign') return { fill: '#3a2412', edge: 'rgba(255,240,210,0.35)' };
  if (on === 'banner' || on === 'shop') return { fill: '#fff6e0', edge: 'rgba(20,10,30,0.45)' };
  const { palette } = scene.light;
  if (brightnessAt(context, area) > 138) {
    const ink: Rgb = mix(parseColor(palette.shade), [22, 14, 36], 0.78);
    return { fill: toCss(ink), edge: 'rgba(255,250,236,0.75)' };
  }
  const light: Rgb = mix(parseColor(palette.glow), [255, 250, 238], 0.6);
  return { fill: toCss(light), edge: 'rgba(10,8,26,0.7)' };
}

function brightnessAt(
  context: SKRSContext2D,
  area: { x: number; y: number; width: number; height: number },
): number {
  const { canvas: small, context: sample } = newCanvas(8, 4);
  const { e: left, f: top } = context.getTransform();
  const corner = { x: area.x - area.width / 2 + left, y: area.y - area.height / 2 + top };
  sample.drawImage(context.canvas, corner.x, corner.y, area.width, area.height, 0, 0, 8, 4);
  const { data } = sample.getImageData(0, 0, small.width, small.height);
  let sum = 0;
  for (let pixel = 0; pixel < data.length; pixel += 4)
    sum += luminance([data[pixel], data[pixel + 1], data[pixel + 2]]);
  return sum / (data.length / 4);
}

export function neonColor(scene: Scene): string {
  return ['#ff4fa3', '#35e4ff', '#ffb02e', '#b06bff', '#4dffa8'][scene.seed % 5];
}

function forEachLine(fittedText: FittedText, draw: (line: string, y: number) => void): void {
  const { lines, pixels } = fittedText;
  lines.forEach((line, index) => draw(line, (index - (lines.length - 1) / 2) * pixels * lineHeight));
}

function drawLetters(
  context: SKRSContext2D,
  fittedText: FittedText,
  { fill, edge, isRaised }: Colors & { isRaised: boolean },
): void {
  const { pixels } = fittedText;
  context.lineJoin = 'round';
  forEachLine(fittedText, (line, y) => {
    context.shadowColor = edge;
    context.shadowBlur = isRaised ? pixels * 0.16 : 0;
    context.shadowOffsetY = isRaised ? 0 : pixels * 0.03;
    context.fillStyle = fill;
    context.fillText(line, 0, y);
    // Drawn twice, because one glow is too thin to separate letters from a busy picture.
    if (isRaised) context.fillText(line, 0, y);
  });
  context.shadowColor = 'transparent';
}

function drawTubes(context: SKRSContext2D, fittedText: FittedText, { fill, edge }: Colors): void {
  const { pixels } = fittedText;
  context.lineJoin = 'round';
  forEachLine(fittedText, (line, y) => {
    for (const [blur, wide, strength] of [
      [0.5, 0.09, 0.55],
      [0.2, 0.07, 0.9],
    ] as const) {
      context.shadowColor = fill;
      context.shadowBlur = pixels * blur;
      context.strokeStyle = fill;
      context.globalAlpha = strength;
      context.lineWidth = pixels * wide;
      context.strokeText(line, 0, y);
    }
    context.globalAlpha = 1;
    context.shadowBlur = pixels * 0.1;
    context.fillStyle = edge;
    context.fillText(line, 0, y);
  });
  context.shadowColor = 'transparent';
}

/** Draws letters of square pixels, which are as large as those of the picture. */
function drawCoarse(
  context: SKRSContext2D,
  fittedText: FittedText,
  { fill, edge, cell }: Colors & { cell: number },
): void {
  const step = Math.max(1, Math.min(cell, fittedText.pixels / 13));
  const { pixels, lines } = fittedText;
  const textWidth = Math.max(...lines.map(line => context.measureText(line).width)) + pixels;
  const textHeight = lines.length * pixels * lineHeight + pixels;
  const { canvas, context: small } = newCanvas(textWidth / step, textHeight / step);
  small.translate(canvas.width / 2, canvas.height / 2);
  small.scale(1 / step, 1 / step);
  small.font = context.font;
  small.textAlign = 'center';
  small.textBaseline = 'middle';
  forEachLine(fittedText, (line, y) => {
    small.fillStyle = edge;
    for (const [dx, dy] of [
      [1, 1],
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ] as const)
      small.fillText(line, dx * step, y + dy * step);
    small.fillStyle = fill;
    small.fillText(line, 0, y);
  });
  context.imageSmoothingEnabled = false;
  context.drawImage(
    canvas,
    (-canvas.width * step) / 2,
    (-canvas.height * step) / 2,
    canvas.width * step,
    canvas.height * step,
  );
  context.imageSmoothingEnabled = true;
}
