/**
 * Repaints a picture in a material: brightness determines its colors, edges are carved, and
 * its surface covers everything.
 */
import type { Canvas } from '@napi-rs/canvas';
import { mix, parseColor, type Rgb } from '../../raster/colors.ts';
import { editPixels, newCanvas } from '../../raster/pixels.ts';
import {
  blurValues,
  smoothColors,
  type Plate,
  type Small,
  sampleColor,
  sampleField,
  shrink,
  tones,
} from '../../styles/plate.ts';
import { type Material, rampColor } from './materials.ts';
import { deriveSeed } from '../../random/random.ts';

export interface MaterialRequest {
  readonly seed: number;
  /** 0-3: another kind of the material, in another light. */
  readonly candidate: number;
}

/** Candidates differ in how fine the surface is and how much of the picture's own colors stays. */
function varyMaterial(material: Material, request: MaterialRequest): Material {
  const keep = material.keep * [1, 0.55, 0.8, 0.35][request.candidate % 4];
  return {
    ...material,
    keep,
    ...(material.cell !== undefined && { cell: material.cell / chooseFineness(request) }),
  };
}

function chooseFineness({ candidate }: MaterialRequest): number {
  return [1, 0.72, 1.35, 0.9][candidate % 4];
}

interface CarvedPlate {
  readonly small: Small;
  /**
   * Brightness stretched to 0 … 1, how strongly it changes, and the part that a pixel belongs to, all at the
   * small size.
   */
  readonly light: Float32Array;
  readonly edges: Float32Array;
  readonly parts: Float32Array;
}

/** The directions of the light, one for each candidate. */
const lamps = [
  [-0.6, -0.7],
  [0.65, -0.65],
  [-0.2, -0.95],
  [-0.85, -0.3],
] as const;

export function paintMaterial(canvas: Canvas, usual: Material, request: MaterialRequest): void {
  const material = varyMaterial(usual, request);
  const { width, height } = canvas;
  const plate: Plate = {
    canvas,
    width,
    height,
    unit: height,
    seed: request.seed,
    aspect: width / height,
    open: true,
  };
  const carving = carve(shrink(plate, 0.0052, 3), material);
  const texture = createTexture(plate, { material, carving, request });
  const surface = heights(plate, { material, carving, texture });
  const ramp = material.tones[request.candidate % material.tones.length].map(parseColor);
  const [lampX, lampY] = lamps[request.candidate % lamps.length];
  const reach = Math.max(1, Math.round(height / 700));
  const steepness = (0.0225 * height) / reach;
  const source = new Float32Array(3);
  editPixels(canvas, pixels => {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = y * width + x;
        const place = findPlace(material, { x, y, height, scale: carving.small.scale });
        const slopeX =
          surface[y * width + Math.min(width - 1, x + reach)] - surface[y * width + Math.max(0, x - reach)];
        const slopeY =
          surface[Math.min(height - 1, y + reach) * width + x] - surface[Math.max(0, y - reach) * width + x];
        const lit = -(slopeX * lampX + slopeY * lampY) * steepness;
        sampleColor(carving.small, place, source);
        const color = colorAt({
          material,
          ramp,
          source,
          lit,
          light: lightAt(carving, material, place),
          shade: shadeAt(carving, material, place),
          edge: sampleField(carving.edges, carving.small, place),
          grain: texture[at],
        });
        for (let channel = 0; channel < 3; channel++) pixels[at * 4 + channel] = color[channel];
      }
  });
  if (material.glows) addGlow(canvas, carving, request);
}

function colorAt(options: {
  material: Material;
  ramp: readonly Rgb[];
  source: Float32Array;
  lit: number;
  light: number;
  /** The strength of a shadow on it, 0 … 1. */
  shade: number;
  edge: number;
  grain: number;
}): Rgb {
  const { material, ramp, source, lit, light, edge, shade } = options;
  const shading = Math.max(-0.4, Math.min(0.4, lit * material.relief)) - shade * 0.3;
  // Metal has alternating bright and dark reflections.
  const reflection = material.shine * 0.16 * Math.sin(light * 14 + lit * 10);
  const value =
    0.1 +
    light * 0.78 +
    shading +
    reflection +
    options.grain * material.mottle * 0.6 +
    edge * material.edge * 0.5;
  const base = rampColor(ramp, value);
  const tone = Math.max(0.25, 1 + shading * 1.3 + edge * Math.min(0, material.edge) * 0.6);
  const surfaceColor = mix(base, [source[0] * tone, source[1] * tone, source[2] * tone], material.keep);
  const gleam = material.shine * Math.max(0, lit * 2.2 - 0.35) ** 1.5;
  return mix(surfaceColor, [255, 255, 250], Math.min(0.85, gleam));
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Brightness at a place of the small picture; that of its sheet when there are sheets. */
function lightAt({ light, small }: CarvedPlate, { sheets }: Material, place: Point): number {
  const value = sampleField(light, small, place);
  return sheets === undefined ? value : Math.round(value * (sheets - 1)) / (sheets - 1);
}

/** Brighter sheets lie higher and cast a soft shadow down to the right. */
function shadeAt(carving: CarvedPlate, material: Material, place: Point): number {
  if (material.sheets === undefined) return 0;
  const light = lightAt(carving, material, place);
  const reaches = [1.2, 2.4, 3.6];
  const shadingReaches = reaches.filter(
    reach => lightAt(carving, material, { x: place.x - reach, y: place.y - reach }) > light,
  );
  return shadingReaches.length / reaches.length;
}

function carve(source: Small, material: Material): CarvedPlate {
  const small = smoothColors(source, 3);
  const values = blurValues(tones(small), small.width, material.sheets ? Math.round(small.height / 190) : 1);
  const sorted = values.toSorted();
  const low = sorted[Math.floor(sorted.length * 0.01)];
  const high = sorted[Math.floor(sorted.length * 0.99)];
  const lightness = values.map(value => Math.min(1, Math.max(0, (value - low) / Math.max(0.08, high - low))));
  return { small, light: lightness, edges: findEdges(small), parts: findParts(small) };
}

/** Measures how much the color changes around each pixel, 0 … 1. */
function findEdges({ pixels, width, height }: Small): Float32Array {
  const out = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      let sum = 0;
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 4 + channel;
        sum += Math.hypot(pixels[at + 4] - pixels[at - 4], pixels[at + width * 4] - pixels[at - width * 4]);
      }
      out[y * width + x] = Math.min(1, Math.max(0, (sum * height) / 90_000 - 0.06));
    }
  return out;
}

/** A number for each kind of color, so that sky and hills are different parts. */
function findParts({ pixels, width, height }: Small): Float32Array {
  return Float32Array.from({ length: width * height }, (_, index) => {
    const [r, g, b] = [pixels[index * 4], pixels[index * 4 + 1], pixels[index * 4 + 2]];
    const tone = Math.floor((r + g + b) / 256);
    return tone + (r > g ? 3 : 0) + (b > g ? 6 : 0);
  });
}

/** The small pixel that a pixel takes its color from: bricks are of one color each. */
function findPlace(
  { cell }: Material,
  { x, y, height, scale }: { x: number; y: number; height: number; scale: number },
): Point {
  if (cell === undefined) return { x: x * scale, y: y * scale };
  const side = cell * height;
  return { x: (Math.floor(x / side) + 0.5) * side * scale, y: (Math.floor(y / side) + 0.5) * side * scale };
}

interface MaterialSurface {
  readonly material: Material;
  readonly carving: CarvedPlate;
}

function createTexture(
  plate: Plate,
  { material, carving, request }: MaterialSurface & { request: MaterialRequest },
): Float32Array {
  const { width, height } = plate;
  const { small, parts } = carving;
  const shift =
    material.cell === undefined ? (deriveSeed(request.seed, `surface ${request.candidate}`) % 1000) / 97 : 0;
  const size = chooseFineness(request);
  return Float32Array.from({ length: width * height }, (_, index) => {
    const x = index % width;
    const y = Math.floor(index / width);
    const row = Math.min(small.height - 1, Math.round(y * small.scale));
    const column = Math.min(small.width - 1, Math.round(x * small.scale));
    return material.surface(
      (x / height) * size + shift,
      (y / height) * size,
      parts[row * small.width + column],
    );
  });
}

/** The material's surface on the relief of the picture. */
function heights(
  plate: Plate,
  { material, carving, texture }: MaterialSurface & { texture: Float32Array },
): Float32Array {
  const { width } = plate;
  const { small } = carving;
  return texture.map((grain, index) => {
    const place = findPlace(material, {
      x: index % width,
      y: Math.floor(index / width),
      height: plate.height,
      scale: small.scale,
    });
    const carvedHeight = lightAt(carving, material, place);
    return carvedHeight * (material.cell === undefined ? 0.5 : 0) + grain * material.bump * 0.035;
  });
}

/** The hues of what is warm and of what is cold, for each candidate. */
const neonHues: readonly (readonly [warm: Rgb, cold: Rgb])[] = [
  [
    [255, 60, 190],
    [60, 220, 255],
  ],
  [
    [90, 255, 190],
    [80, 140, 255],
  ],
  [
    [255, 150, 60],
    [220, 80, 255],
  ],
  [
    [255, 240, 110],
    [255, 70, 120],
  ],
];

/** Glowing lines along the edges, in the colors of the parts that end there. */
function addGlow(canvas: Canvas, { small, edges }: CarvedPlate, request: MaterialRequest): void {
  const { canvas: lines, context } = newCanvas(small.width, small.height);
  const image = context.createImageData(small.width, small.height);
  const [warmHue, coldHue] = neonHues[request.candidate % 4];
  for (let at = 0; at < edges.length; at++) {
    const warm = small.pixels[at * 4] - small.pixels[at * 4 + 2];
    const color = mix(coldHue, warmHue, 0.5 + warm / 110);
    image.data.set(color, at * 4);
    image.data[at * 4 + 3] = Math.min(255, edges[at] ** 0.8 * 330);
  }
  context.putImageData(image, 0, 0);
  const target = canvas.getContext('2d');
  target.globalCompositeOperation = 'screen';
  target.imageSmoothingQuality = 'high';
  for (const [radius, alpha] of [
    [0, 1],
    [0.006, 0.9],
    [0.022, 0.7],
  ] as const) {
    target.globalAlpha = alpha;
    target.filter = radius === 0 ? 'none' : `blur(${(radius * canvas.height).toFixed(1)}px)`;
    target.drawImage(lines, 0, 0, canvas.width, canvas.height);
  }
  target.globalAlpha = 1;
  target.filter = 'none';
  target.globalCompositeOperation = 'source-over';
}
