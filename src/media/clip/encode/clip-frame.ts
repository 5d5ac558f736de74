/** Converts RGBA to the YUV format of H.264. */

/** ITU-R BT.709, limited range, as multiples of 1/65536: what players expect of HD video. */
const Y_RED = 11966;
const Y_GREEN = 40254;
const Y_BLUE = 4064;
const U_RED = -6596;
const U_GREEN = -22189;
const V_GREEN = -26145;
const V_BLUE = -2640;
const CHROMA_FULL = 28784;
const Y_OFFSET = (16 << 16) + 32768;
/** Chroma is summed over four pixels, so its scale is 1/262144. */
const CHROMA_OFFSET = (128 << 18) + 131072;

/**
 * Fills `yuv` (planes Y, U, V; width x height x 3/2 bytes) from RGBA rows. Width and height are even.
 * The encoder's own conversion uses BT.601 and the color of every second pixel, which shifts hues in
 * HD and makes red edges jagged.
 */
export function rgbaToYuv420(rgba: Uint8Array | Uint8ClampedArray, yuv: Uint8Array, width: number): void {
  const pixels = rgba.length / 4;
  const uStart = pixels;
  const vStart = pixels + pixels / 4;
  const rowBytes = width * 4;
  let chroma = 0;
  for (let top = 0; top < pixels; top += width * 2) {
    for (let x = 0; x < width; x += 2) {
      const y = top + x;
      const upper = y * 4;
      const lower = upper + rowBytes;
      const r1 = rgba[upper]!;
      const g1 = rgba[upper + 1]!;
      const b1 = rgba[upper + 2]!;
      const r2 = rgba[upper + 4]!;
      const g2 = rgba[upper + 5]!;
      const b2 = rgba[upper + 6]!;
      const r3 = rgba[lower]!;
      const g3 = rgba[lower + 1]!;
      const b3 = rgba[lower + 2]!;
      const r4 = rgba[lower + 4]!;
      const g4 = rgba[lower + 5]!;
      const b4 = rgba[lower + 6]!;
      yuv[y] = (Y_RED * r1 + Y_GREEN * g1 + Y_BLUE * b1 + Y_OFFSET) >> 16;
      yuv[y + 1] = (Y_RED * r2 + Y_GREEN * g2 + Y_BLUE * b2 + Y_OFFSET) >> 16;
      yuv[y + width] = (Y_RED * r3 + Y_GREEN * g3 + Y_BLUE * b3 + Y_OFFSET) >> 16;
      yuv[y + width + 1] = (Y_RED * r4 + Y_GREEN * g4 + Y_BLUE * b4 + Y_OFFSET) >> 16;
      const red = r1 + r2 + r3 + r4;
      const green = g1 + g2 + g3 + g4;
      const blue = b1 + b2 + b3 + b4;
      yuv[uStart + chroma] = (U_RED * red + U_GREEN * green + CHROMA_FULL * blue + CHROMA_OFFSET) >> 18;
      yuv[vStart + chroma] = (CHROMA_FULL * red + V_GREEN * green + V_BLUE * blue + CHROMA_OFFSET) >> 18;
      chroma++;
    }
  }
}
