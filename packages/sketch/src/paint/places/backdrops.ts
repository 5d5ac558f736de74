/** Backdrops of settings without a sky: space, deep water, a painter's backdrop. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { mix, type Rgb, smooth, toCss } from '../../raster/colors.ts';
import { grainField, puffField, ridgeField, softField } from '../../raster/noise.ts';
import { canvasFrom, newCanvas } from '../../raster/pixels.ts';
import { paintHalo, paintStars } from '../sky/sky.ts';
import { distanceOutside } from '../../land/rings.ts';
import { type Stage, toPixels } from '../stage/stage.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';
import type { Frame } from '../../scene/picture.ts';

type PixelColor = (x: number, y: number, out: Float32Array) => void;

function paintField(stage: Stage, color: PixelColor): Canvas {
  return canvasFrom(stage.width, stage.height, pixels => {
    for (let row = 0; row < stage.height; row++) fillRow(stage, pixels, { row, color });
  });
}

function fillRow(
  stage: Stage,
  pixels: Uint8ClampedArray,
  { row, color }: { row: number; color: PixelColor },
): void {
  const { width, unit, left, top } = stage;
  const out = new Float32Array(3);
  for (let column = 0; column < width; column++) {
    color(column / unit + left, row / unit + top, out);
    const grain = grainField(column / 512, row / 512) * 1.8;
    const offset = (row * width + column) * 4;
    pixels[offset] = out[0] + grain;
    pixels[offset + 1] = out[1] + grain;
    pixels[offset + 2] = out[2] + grain;
    pixels[offset + 3] = 255;
  }
}

/** Paints a nebula, stars and a planet. */
export function paintSpace(stage: Stage): Canvas {
  const { tones, scene } = stage;
  const seed = (scene.sky.seed & 1023) / 1023;
  const canvas = paintField(stage, (x, y, out) => {
    const bend = softField(x * 0.17 + seed, y * 0.17 + seed * 3);
    const gas = softField(x * 0.26 + bend * 0.22 + seed * 5, y * 0.3 + bend * 0.18);
    const wisps = puffField(x * 0.4 + bend * 0.3, y * 0.4 + gas * 0.1 + seed) - 0.5;
    const band = Math.exp(-(((y - 0.42) * 1.1 + (x - scene.aspect / 2) * 0.45) ** 2) * 7);
    const cloud = smooth(-0.15, 0.85, gas + wisps * 0.5 + band * 0.5);
    const core = smooth(0.42, 1.15, gas + wisps * 0.3 + band * 0.7);
    const dust = smooth(0.62, 0.9, ridgeField(x * 0.3 + bend * 0.1 + seed, y * 0.3)) * band;
    for (let channel = 0; channel < 3; channel++) {
      let value = tones.top[channel] + (tones.middle[channel] - tones.top[channel]) * cloud;
      value += (tones.low[channel] - value) * core * 0.75;
      out[channel] = value * (1 - dust * 0.5);
    }
  });
  const context = canvas.getContext('2d');
  paintStars(stage, context);
  context.drawImage(paintPlanet(stage), 0, 0);
  return canvas;
}

const planetColors: readonly Rgb[] = [
  [212, 150, 104],
  [96, 146, 190],
  [196, 120, 132],
  [206, 186, 140],
];

function paintPlanet(stage: Stage): Canvas {
  const { light, seed } = stage.scene;
  const random = seededRandom(deriveSeed(seed, 'planet'));
  const radius = light.radius;
  const planetColor = planetColors[Math.floor(random() * 4)];
  const otherColor = mix(planetColor, [250, 240, 220], 0.5);
  const hasBands = random() < 0.6;
  const tilt = (random() - 0.5) * 0.9;
  const shift = random();
  return canvasFrom(stage.width, stage.height, pixels => {
    const left = Math.max(0, Math.floor((light.x - radius - stage.left) * stage.unit));
    const right = Math.min(stage.width, Math.ceil((light.x + radius - stage.left) * stage.unit));
    const top = Math.max(0, Math.floor((light.y - radius - stage.top) * stage.unit));
    const bottom = Math.min(stage.height, Math.ceil((light.y + radius - stage.top) * stage.unit));
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) {
        const dx = ((column + 0.5) / stage.unit + stage.left - light.x) / radius;
        const dy = ((row + 0.5) / stage.unit + stage.top - light.y) / radius;
        const distance = Math.sqrt(dx * dx + dy * dy);
        if (distance > 1) continue;
        const dz = Math.sqrt(1 - distance * distance);
        const along = dx * Math.cos(tilt) + dy * Math.sin(tilt);
        const across = dy * Math.cos(tilt) - dx * Math.sin(tilt);
        const latitude = across / (0.35 + 0.65 * dz);
        const turbulence = softField(along * 0.3 + shift, latitude * 0.4);
        const share = hasBands
          ? smooth(-0.6, 0.6, Math.sin(latitude * 13 + turbulence * 2.6))
          : smooth(-0.1, 0.3, softField(along * 0.42 + shift, latitude * 0.42 + turbulence * 0.05));
        const lit = smooth(-0.25, 0.85, -dx * 0.62 - dy * 0.5 + dz * 0.45);
        const edge = smooth(0.8, 1, distance) * lit * 0.5;
        const offset = (row * stage.width + column) * 4;
        for (let channel = 0; channel < 3; channel++) {
          const color =
            planetColor[channel] + (otherColor[channel] - planetColor[channel]) * share + turbulence * 16;
          pixels[offset + channel] = color * (0.06 + 1.02 * lit) + 90 * edge;
        }
        pixels[offset + 3] = 255 * Math.min(1, (1 - distance) * radius * stage.unit + 0.4);
      }
  });
}

/** Paints water seen from within: bright at the surface and near the light, dark below. */
export function paintDepths(stage: Stage): Canvas {
  const { tones, scene } = stage;
  const seed = (scene.sky.seed & 1023) / 1023;
  const canvas = paintField(stage, (x, y, out) => {
    const surface = smooth(0.13, -0.02, y + softField(x * 0.7 + seed, y * 5) * 0.03);
    const depthShare = smooth(-0.05, 0.85, y);
    const dx = (x - scene.light.x) / scene.aspect;
    const glow = Math.exp(-(dx * dx * 6 + y * y * 2.4));
    for (let channel = 0; channel < 3; channel++) {
      let value =
        tones.low[channel] + (tones.middle[channel] - tones.low[channel]) * smooth(0, 0.5, depthShare);
      value += (tones.top[channel] - value) * smooth(0.45, 1, depthShare);
      value += (tones.glow[channel] - value) * (glow * 0.5 + surface * 0.45);
      out[channel] = value;
    }
  });
  return canvas;
}

/** Paints slanting shafts of light from the surface over the scene. */
export function paintShafts(stage: Stage, context: ReturnType<Canvas['getContext']>, seconds: number): void {
  const { light, seed, aspect } = stage.scene;
  const random = seededRandom(deriveSeed(seed, 'shafts'));
  context.save();
  context.globalCompositeOperation = 'screen';
  for (let shaft = 0; shaft < 9; shaft++) {
    const start = light.x + (random() - 0.5) * aspect * 0.9;
    const width = 0.02 + random() * 0.07;
    const lean = (start - light.x) * 0.7 + (random() - 0.5) * 0.12;
    const strength = 0.05 + 0.1 * random() * (0.7 + 0.3 * Math.sin(seconds * 0.8 + shaft * 1.9));
    const length = 0.6 + random() * 0.4;
    const head = toPixels(stage, start, -0.05);
    const foot = toPixels(stage, start + lean, length);
    const fade = context.createLinearGradient(0, head.y, 0, foot.y);
    fade.addColorStop(0, toCss(stage.tones.glow, strength * 2));
    fade.addColorStop(1, toCss(stage.tones.glow, 0));
    context.fillStyle = fade;
    context.beginPath();
    context.moveTo(head.x - width * stage.unit * 0.5, head.y);
    context.lineTo(head.x + width * stage.unit * 0.5, head.y);
    context.lineTo(foot.x + width * stage.unit * 1.3, foot.y);
    context.lineTo(foot.x - width * stage.unit * 1.3, foot.y);
    context.fill();
  }
  context.restore();
}

/** Paints a backdrop with a pool of light behind the subject, and with blurred lamps behind wooden tables. */
export function paintBackdrop(stage: Stage): Canvas {
  const { tones, scene } = stage;
  const canvas = paintField(stage, (x, y, out) => {
    const dx = (x - scene.light.x) / scene.aspect;
    const dy = y - 0.4;
    const pool = Math.exp(-(dx * dx * 5 + dy * dy * 4));
    const cloth = softField(x * 0.2, y * 0.2 + 0.3) * 5;
    for (let channel = 0; channel < 3; channel++)
      out[channel] = tones.top[channel] + (tones.low[channel] - tones.top[channel]) * pool + cloth;
  });
  const context = canvas.getContext('2d');
  const skyArea = { x: 0, y: 0, width: scene.aspect, height: scene.camera.horizon * 0.95 };
  if (scene.terrain.cover === 'wood') paintLamps(stage, context, { seed: scene.seed, area: skyArea });
  for (const { seed, inner } of scene.rings ?? []) {
    const widerArea = { x: inner.x - inner.width, width: inner.width * 3, y: inner.y - inner.height };
    paintLamps(stage, context, {
      seed,
      area: { ...widerArea, height: scene.camera.horizon - widerArea.y },
      innerFrame: inner,
    });
  }
  return canvas;
}

/** Paints blurred lights behind the table. A ring around the picture has its own, outside `innerFrame`. */
function paintLamps(
  stage: Stage,
  context: SKRSContext2D,
  options: { seed: number; area: Frame; innerFrame?: Frame },
): void {
  const { area, innerFrame } = options;
  const random = seededRandom(deriveSeed(options.seed, 'lights'));
  const color = stage.tones.glow.map(channel => Math.round(channel)).join(',');
  context.globalCompositeOperation = 'screen';
  for (let lamp = 0; lamp < (innerFrame ? 26 : 16); lamp++) {
    const x = area.x + random() * area.width;
    const y = area.y + random() * area.height;
    const size = 0.02 + random() * 0.05;
    const strength = 0.1 + random() * 0.16;
    if (innerFrame && distanceOutside(innerFrame, x, y) < size * 2) continue;
    const radius = size * 2 * stage.unit;
    paintHalo(context, { ...toPixels(stage, x, y), radius, color: `rgba(${color},`, strength });
  }
  context.globalCompositeOperation = 'source-over';
}

/** Paints the bend of the backdrop, where table and wall merge out of focus. */
export function paintSweep(stage: Stage): Canvas {
  const { canvas, context } = newCanvas(stage.width, stage.height);
  const { horizon } = stage.scene.camera;
  const band = context.createLinearGradient(
    0,
    toPixels(stage, 0, horizon - 0.17).y,
    0,
    toPixels(stage, 0, horizon + 0.14).y,
  );
  const color = mix(stage.tones.low, stage.tones.top, 0.35);
  band.addColorStop(0, toCss(color, 0));
  band.addColorStop(0.35, toCss(color, 0.8));
  band.addColorStop(0.55, toCss(color, 1));
  band.addColorStop(0.75, toCss(color, 0.55));
  band.addColorStop(1, toCss(color, 0));
  context.fillStyle = band;
  context.fillRect(0, 0, stage.width, stage.height);
  return canvas;
}
