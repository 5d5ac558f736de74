/** Bends a picture: a mesh says for every few pixels where in the source they come from, and how bright they are. */
import type { Pixels } from '../sketch-work.ts';

/** Pixels between two nodes of a mesh. */
export const meshStep = 4;

export interface Mesh {
  readonly columns: number;
  readonly rows: number;
  /** Pixel of the source, per node. */
  readonly u: Float32Array;
  readonly v: Float32Array;
  /** 1 leaves the light as it is. */
  readonly gain: Float32Array;
}

export function createMesh({ width, height }: { width: number; height: number }): Mesh {
  const columns = Math.ceil(width / meshStep) + 1;
  const rows = Math.ceil(height / meshStep) + 1;
  const nodes = () => new Float32Array(columns * rows);
  return { columns, rows, u: nodes(), v: nodes(), gain: nodes().fill(1) };
}

/** A picture continued beyond its edges by its mirror image, so that no bend shows a hole. */
export interface PaddedPicture extends Pixels {
  readonly padding: number;
}

export function padPicture(picture: Pixels, padding: number): PaddedPicture {
  const width = picture.width + padding * 2;
  const height = picture.height + padding * 2;
  const from = new Uint32Array(picture.data.slice().buffer);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = mirrored(y - padding, picture.height) * picture.width;
    for (let x = 0; x < width; x++) to[y * width + x] = from[row + mirrored(x - padding, picture.width)]!;
  }
  return { data: new Uint8Array(to.buffer), width, height, padding };
}

function mirrored(at: number, size: number): number {
  const period = size * 2;
  const within = ((at % period) + period) % period;
  return within < size ? within : period - 1 - within;
}

/** Fills RGBA pixels of `size`; between nodes the mesh is straight, between pixels of the source colours are mixed. */
export function warpPixels(
  source: PaddedPicture,
  mesh: Mesh,
  into: { pixels: Uint8Array | Uint8ClampedArray; width: number; height: number },
): void {
  const { pixels, width, height } = into;
  const { data, padding } = source;
  const stride = source.width * 4;
  const mostU = (source.width - 1) * 256 - 1;
  const mostV = (source.height - 1) * 256 - 1;
  const { columns, u, v, gain } = mesh;
  for (let y = 0; y < height; y++) {
    const share = (y % meshStep) / meshStep;
    const upper = Math.floor(y / meshStep) * columns;
    const lower = upper + columns;
    for (let cell = 0; cell * meshStep < width; cell++) {
      const a = upper + cell;
      const b = lower + cell;
      const u0 = (u[a]! + (u[b]! - u[a]!) * share + padding) * 256;
      const v0 = (v[a]! + (v[b]! - v[a]!) * share + padding) * 256;
      const g0 = (gain[a]! + (gain[b]! - gain[a]!) * share) * 256;
      const du = ((u[a + 1]! + (u[b + 1]! - u[a + 1]!) * share + padding) * 256 - u0) / meshStep;
      const dv = ((v[a + 1]! + (v[b + 1]! - v[a + 1]!) * share + padding) * 256 - v0) / meshStep;
      const dg = ((gain[a + 1]! + (gain[b + 1]! - gain[a + 1]!) * share) * 256 - g0) / meshStep;
      const end = Math.min(meshStep, width - cell * meshStep);
      let to = (y * width + cell * meshStep) * 4;
      for (let x = 0; x < end; x++, to += 4) {
        let uu = (u0 + du * x + 0.5) | 0;
        let vv = (v0 + dv * x + 0.5) | 0;
        uu = uu < 0 ? 0 : uu > mostU ? mostU : uu;
        vv = vv < 0 ? 0 : vv > mostV ? mostV : vv;
        const fx = uu & 255;
        const fy = vv & 255;
        const at = (vv >> 8) * stride + (uu >> 8) * 4;
        const below = at + stride;
        const light = (g0 + dg * x + 0.5) | 0;
        const w11 = fx * fy;
        const w10 = (fx << 8) - w11;
        const w01 = (fy << 8) - w11;
        const w00 = 65536 - w11 - w10 - w01;
        for (let channel = 0; channel < 3; channel++) {
          const mixed =
            (data[at + channel]! * w00 +
              data[at + 4 + channel]! * w10 +
              data[below + channel]! * w01 +
              data[below + 4 + channel]! * w11 +
              32768) >>>
            16;
          const lit = (mixed * light) >> 8;
          pixels[to + channel] = lit > 255 ? 255 : lit;
        }
        pixels[to + 3] = 255;
      }
    }
  }
}
