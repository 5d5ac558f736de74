/**
 * The sky without its clouds: the gradient of the hour, the light of the sun, moon, stars, aurora, rainbow.
 */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { mix, type Rgb, smooth, toCss } from '../../raster/colors.ts';
import { grainField, softField } from '../../raster/noise.ts';
import { canvasFrom, newCanvas } from '../../raster/pixels.ts';
import { coarserStage, fieldsAround, type Stage, toPixels } from '../stage/stage.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';

/** The gradient and the clouds have no edges, so they are computed for every other pixel. */
export const softness = 2;

export function paintSky(stage: Stage): Canvas {
  const { canvas, context } = newCanvas(stage.width, stage.height);
  const soft = coarserStage(stage, softness);
  const gradient = canvasFrom(soft.width, soft.height, pixels => fillGradient(soft, pixels));
  context.drawImage(gradient, 0, 0, soft.width * softness, soft.height * softness);
  const { sky, light } = stage.scene;
  if (sky.stars > 0) paintStars(stage, context);
  if (sky.rainbow) paintRainbow(stage, context);
  if (light.body === 'sun') paintSun(stage, context);
  if (light.body === 'moon') paintMoon(stage, context);
  return canvas;
}

/** Fills the gradient of the sky. Its glow depends on the distance to the light. Grain prevents banding. */
function fillGradient(stage: Stage, pixels: Uint8ClampedArray): void {
  for (let row = 0; row < stage.height; row++)
    fillRow(stage, pixels, { row, base: skyColor(stage, row / stage.unit + stage.top) });
}

function fillRow(stage: Stage, pixels: Uint8ClampedArray, { row, base }: { row: number; base: Rgb }): void {
  const { scene, width, unit, left } = stage;
  const { light } = scene;
  const { aurora, seed } = scene.sky;
  const glow = stage.tones.glow;
  const reach = light.body === 'moon' ? 0.16 : 0.34;
  const strength = light.body === 'none' ? 0.18 : light.body === 'moon' ? 0.34 : 0.66;
  const y = row / unit + stage.top;
  const dy = y - light.y;
  for (let column = 0; column < width; column++) {
    const x = column / unit + left;
    const dx = (x - light.x) * 0.8;
    const distance = Math.sqrt(dx * dx + dy * dy) / reach;
    const share = strength / (1 + distance * distance * 2.2);
    const grain = grainField(column / 512, row / 512) * 1.6;
    const offset = (row * width + column) * 4;
    let r = base[0] + (glow[0] - base[0]) * share;
    let g = base[1] + (glow[1] - base[1]) * share;
    let b = base[2] + (glow[2] - base[2]) * share;
    if (aurora > 0) {
      const veil = auroraBrightness(seed, x, y) * aurora;
      const rise = smooth(0.42, 0.05, y);
      r += veil * (20 + 120 * rise);
      g += veil * (190 - 110 * rise);
      b += veil * (110 + 60 * rise);
    }
    pixels[offset] = r + grain;
    pixels[offset + 1] = g + grain;
    pixels[offset + 2] = b + grain;
    pixels[offset + 3] = 255;
  }
}

/** Returns the color of the sky without glow at a height of the picture. */
function skyColor(stage: Stage, y: number): Rgb {
  const { tones, scene } = stage;
  const heightShare = Math.max(0, scene.camera.horizon - y) / Math.max(0.35, scene.camera.horizon);
  return mix(
    mix(tones.low, tones.middle, smooth(-0.06, 0.5, heightShare)),
    tones.top,
    smooth(0.22, 1.02, heightShare),
  );
}

/** Returns the brightness of three curtains with wavy feet, from which rays run upwards. */
function auroraBrightness(seed: number, x: number, y: number): number {
  let sum = 0;
  for (let curtain = 0; curtain < 3; curtain++) {
    const shift = ((seed >>> (curtain * 5)) & 63) / 63;
    const foot = 0.3 + curtain * 0.09 + 0.22 * softField(x * 0.16 + shift, curtain * 0.37 + shift);
    const heightAboveFoot = foot - y;
    if (heightAboveFoot < -0.02) continue;
    const ray = 0.55 + 0.75 * softField(x * 1.3 + heightAboveFoot * 0.12 + shift, curtain * 0.61);
    const patch = smooth(-0.35, 0.4, softField(x * 0.22 + shift * 3, curtain * 0.29 + 0.5));
    sum +=
      smooth(-0.02, 0.015, heightAboveFoot) *
      Math.exp(-heightAboveFoot * (5 + curtain * 1.5)) *
      Math.max(0, ray) *
      patch;
  }
  return Math.min(1.25, sum * 0.95);
}

export interface Star {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly strength: number;
}

/** Lists stars in picture units, which are the same at every size. */
export function listStars(stage: Stage): Star[] {
  const { sky, camera, aspect } = stage.scene;
  const random = seededRandom(deriveSeed(sky.seed, 'stars'));
  const count = Math.round(sky.stars * 520 * Math.max(1, aspect));
  const stars = Array.from({ length: count }, () => {
    const y = random() * (camera.horizon + 0.04);
    const bright = random() ** 7;
    const strength = (0.25 + 0.75 * random()) * smooth(camera.horizon, camera.horizon * 0.55, y);
    return { x: (random() * 1.2 - 0.1) * aspect, y, radius: 0.0007 + 0.0022 * bright, strength };
  });
  return [...stars, ...starsBeyond(stage, count)];
}

/** Lists the stars of the fields beside and above the picture, as many in each. */
function starsBeyond(stage: Stage, count: number): Star[] {
  const { sky, camera, aspect } = stage.scene;
  const field = { x: -0.1 * aspect, y: 0, width: 1.2 * aspect, height: camera.horizon + 0.04 };
  return fieldsAround(stage, field).flatMap(({ x, y, name }) => {
    const random = seededRandom(deriveSeed(sky.seed, `stars ${name}`));
    return Array.from({ length: count }, () => {
      const starY = y + random() * field.height;
      const strength = (0.25 + 0.75 * random()) * smooth(camera.horizon, camera.horizon * 0.55, starY);
      return { x: x + random() * field.width, y: starY, radius: 0.0007 + 0.0022 * random() ** 7, strength };
    });
  });
}

export function paintStars(stage: Stage, context: SKRSContext2D): void {
  for (const star of listStars(stage)) {
    const { x, y } = toPixels(stage, star.x, star.y);
    const radius = Math.max(0.45, star.radius * stage.unit);
    context.fillStyle = `rgba(235,240,255,${(star.strength * Math.min(1, (star.radius * stage.unit) / 0.6)).toFixed(3)})`;
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.fill();
    if (star.radius > 0.0019)
      paintHalo(context, { x, y, radius: radius * 5, color: `rgba(200,215,255,`, strength: 0.3 });
  }
}

function paintSun(stage: Stage, context: SKRSContext2D): void {
  const { light } = stage.scene;
  const { x, y } = toPixels(stage, light.x, light.y);
  const radius = light.radius * stage.unit;
  const glow = stage.tones.glow.map(channel => Math.round(channel)).join(',');
  context.globalCompositeOperation = 'screen';
  paintHalo(context, { x, y, radius: radius * 7, color: `rgba(${glow},`, strength: 0.55 });
  paintHalo(context, { x, y, radius: radius * 2.6, color: 'rgba(255,246,220,', strength: 0.7 });
  context.globalCompositeOperation = 'source-over';
  const disc = context.createRadialGradient(x, y, 0, x, y, radius);
  disc.addColorStop(0, 'rgba(255,253,244,1)');
  disc.addColorStop(0.86, 'rgba(255,249,226,1)');
  disc.addColorStop(1, 'rgba(255,244,210,0)');
  context.fillStyle = disc;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

function paintMoon(stage: Stage, context: SKRSContext2D): void {
  const { light } = stage.scene;
  const { x, y } = toPixels(stage, light.x, light.y);
  const radius = light.radius * stage.unit;
  context.globalCompositeOperation = 'screen';
  paintHalo(context, { x, y, radius: radius * 5, color: 'rgba(190,210,255,', strength: 0.4 });
  context.globalCompositeOperation = 'source-over';
  const size = Math.ceil(radius * 2 + 2);
  const disc = canvasFrom(size, size, pixels =>
    fillMoon(pixels, { size, radius, seed: stage.scene.sky.seed }),
  );
  context.drawImage(disc, x - size / 2, y - size / 2);
}

function fillMoon(pixels: Uint8ClampedArray, moon: { size: number; radius: number; seed: number }): void {
  const { size, radius } = moon;
  const shift = (moon.seed & 255) / 255;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const dx = (column + 0.5 - size / 2) / radius;
      const dy = (row + 0.5 - size / 2) / radius;
      const distance = Math.sqrt(dx * dx + dy * dy);
      const seas = smooth(-0.05, 0.4, softField(dx * 0.22 + shift, dy * 0.22 + 0.3));
      const craters = softField(dx * 0.9 + shift, dy * 0.9) * 10;
      const tone = 246 - seas * 46 + craters - distance * distance * 14;
      const offset = (row * size + column) * 4;
      pixels[offset] = tone;
      pixels[offset + 1] = tone - 2;
      pixels[offset + 2] = tone - 14 + seas * 14;
      pixels[offset + 3] = 255 * Math.max(0, Math.min(1, (1 - distance) * radius + 0.5));
    }
}

export function paintRainbow(stage: Stage, context: SKRSContext2D): void {
  const { light, aspect, camera } = stage.scene;
  const center = toPixels(stage, aspect - light.x * 0.9, camera.horizon + 0.12);
  const radius = 0.62 * stage.unit;
  const ring = context.createRadialGradient(center.x, center.y, radius * 0.86, center.x, center.y, radius);
  const bands: readonly Rgb[] = [
    [130, 90, 190],
    [80, 130, 220],
    [90, 190, 140],
    [240, 225, 110],
    [245, 165, 80],
    [230, 90, 80],
  ];
  ring.addColorStop(0, 'rgba(130,90,190,0)');
  bands.forEach((color, index) => ring.addColorStop(0.12 + index * 0.15, toCss(color, 0.42)));
  ring.addColorStop(1, 'rgba(230,90,80,0)');
  context.globalCompositeOperation = 'screen';
  context.fillStyle = ring;
  context.fillRect(0, 0, stage.width, (camera.horizon - stage.top) * stage.unit + stage.unit * 0.02);
  context.globalCompositeOperation = 'source-over';
}

/** Paints a soft round light. `color` is an open `rgba(r,g,b,` to which the strength is added. */
export function paintHalo(
  context: SKRSContext2D,
  halo: { x: number; y: number; radius: number; color: string; strength: number },
): void {
  const { x, y, radius, color, strength } = halo;
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, `${color}${strength})`);
  gradient.addColorStop(0.25, `${color}${(strength * 0.5).toFixed(3)})`);
  gradient.addColorStop(0.55, `${color}${(strength * 0.14).toFixed(3)})`);
  gradient.addColorStop(1, `${color}0)`);
  context.fillStyle = gradient;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}
