/** Warps a picture by a mesh, whose nodes have the source position and the brightness of every few pixels. */
import type { Pixels } from '../../raster/raw-picture.ts';

export interface Mesh {
  /** Pixels between two nodes. */
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
  /** Pixel of the source, per node. */
  readonly u: Float32Array;
  readonly v: Float32Array;
  /** The factor of the brightness, per node. */
  readonly gain: Float32Array;
}

export function createMesh({ width, height }: { width: number; height: number }): Mesh {
  const step = height < 600 ? 4 : 8;
  const columns = Math.ceil(width / step) + 1;
  const rows = Math.ceil(height / step) + 1;
  const nodes = () => new Float32Array(columns * rows);
  return { step, columns, rows, u: nodes(), v: nodes(), gain: nodes().fill(1) };
}

/** A picture with a margin of its mirror image, so that warping leaves no holes. */
export interface PaddedPicture extends Pixels {
  readonly padding: number;
}

/** Pads a picture. The memory of `used`, a padded picture of the same size, is reused. */
export function padPicture(picture: Pixels, padding: number, used?: PaddedPicture): PaddedPicture {
  const width = picture.width + padding * 2;
  const height = picture.height + padding * 2;
  const { data } = picture;
  const from = viewPixels(data.byteOffset % 4 === 0 ? data : data.slice());
  const to = used ? viewPixels(used.data) : new Uint32Array(width * height);
  const columns = Uint32Array.from({ length: padding * 2 }, (_, index) =>
    mirrorPosition(index < padding ? index - padding : picture.width + index - padding, picture.width),
  );
  for (let y = 0; y < height; y++) {
    const row = mirrorPosition(y - padding, picture.height) * picture.width;
    const start = y * width;
    to.set(from.subarray(row, row + picture.width), start + padding);
    for (let x = 0; x < padding; x++) {
      to[start + x] = from[row + columns[x]];
      to[start + padding + picture.width + x] = from[row + columns[padding + x]];
    }
  }
  return used ?? { data: new Uint8Array(to.buffer), width, height, padding };
}

function mirrorPosition(position: number, size: number): number {
  const period = size * 2;
  const remainder = ((position % period) + period) % period;
  return remainder < size ? remainder : period - 1 - remainder;
}

/** Fills the RGBA pixels of `target`, with linear interpolation between nodes and between source pixels. */
export function warpPixels(
  source: PaddedPicture,
  mesh: Mesh,
  target: { pixels: Uint8Array | Uint8ClampedArray; width: number; height: number },
): void {
  const { width, height } = target;
  const from = viewPixels(source.data);
  const to = viewPixels(target.pixels);
  const { padding, width: stride } = source;
  const maxU = (source.width - 1) * 256 - 1;
  const maxV = (source.height - 1) * 256 - 1;
  const { step, columns, u, v, gain } = mesh;
  for (let y = 0; y < height; y++) {
    const share = (y % step) / step;
    const upper = Math.floor(y / step) * columns;
    const lower = upper + columns;
    for (let cell = 0; cell * step < width; cell++) {
      const a = upper + cell;
      const b = lower + cell;
      const u0 = (u[a] + (u[b] - u[a]) * share + padding) * 256;
      const v0 = (v[a] + (v[b] - v[a]) * share + padding) * 256;
      const g0 = (gain[a] + (gain[b] - gain[a]) * share) * 256;
      const du = ((u[a + 1] + (u[b + 1] - u[a + 1]) * share + padding) * 256 - u0) / step;
      const dv = ((v[a + 1] + (v[b + 1] - v[a + 1]) * share + padding) * 256 - v0) / step;
      const dg = ((gain[a + 1] + (gain[b + 1] - gain[a + 1]) * share) * 256 - g0) / step;
      const end = Math.min(step, width - cell * step);
      const start = y * width + cell * step;
      for (let x = 0; x < end; x++) {
        let uu = (u0 + du * x + 0.5) | 0;
        let vv = (v0 + dv * x + 0.5) | 0;
        uu = uu < 0 ? 0 : uu > maxU ? maxU : uu;
        vv = vv < 0 ? 0 : vv > maxV ? maxV : vv;
        const at = (vv >> 8) * stride + (uu >> 8);
        const p00 = from[at];
        const p10 = from[at + 1];
        const p01 = from[at + stride];
        const p11 = from[at + stride + 1];
        // The weights of the four pixels add up to 256. Red and blue are mixed in one multiplication.
        const w11 = ((uu & 255) * (vv & 255) + 128) >> 8;
        const w10 = (uu & 255) - w11;
        const w01 = (vv & 255) - w11;
        const w00 = 256 - w10 - w01 - w11;
        const redBlue = (Math.imul(p00 & 0xff00ff, w00) + Math.imul(p10 & 0xff00ff, w10)) | 0;
        const redBlueBelow = (Math.imul(p01 & 0xff00ff, w01) + Math.imul(p11 & 0xff00ff, w11)) | 0;
        const green =
          ((p00 & 0xff00) * w00 + (p10 & 0xff00) * w10 + (p01 & 0xff00) * w01 + (p11 & 0xff00) * w11) | 0;
        const color =
          ((((redBlue + redBlueBelow) | 0) >>> 8) & 0xff00ff) | ((green >>> 8) & 0xff00) | -0x1000000;
        const light = (g0 + dg * x + 0.5) | 0;
        to[start + x] = light === 256 ? color : lightenPixel(color, light);
      }
    }
  }
}

/** Views the bytes as one 32-bit number per pixel. */
function viewPixels({ buffer, byteOffset, length }: Uint8Array | Uint8ClampedArray): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length / 4);
}

/** Multiplies a color by `light`, where 256 means unchanged. */
function lightenPixel(color: number, light: number): number {
  const red = ((color & 255) * light) >> 8;
  const green = (((color >> 8) & 255) * light) >> 8;
  const blue = (((color >> 16) & 255) * light) >> 8;
  return (
    (red > 255 ? 255 : red) |
    ((green > 255 ? 255 : green) << 8) |
    ((blue > 255 ? 255 : blue) << 16) |
    -0x1000000
  );
}
