/**
 * Some columns of the view, kept column by column while they are walked: pixels of one column of the picture
 * are far apart in memory, and writing them one by one would miss the processor's caches every time.
 */
export interface StripTarget {
  readonly pixels: Uint8ClampedArray;
  readonly bands: Uint8Array;
  readonly levels: Int16Array;
}

export interface ColumnStrip extends StripTarget {
  /**
   * Returns the index at which a column begins. Call it for columns from left to right: earlier ones may be
   * put into the picture.
   */
  findStart(column: number): number;
  /** Puts the columns into the picture that are not there yet. */
  finish(): void;
}

const columns = 16;

/** Pixels that are not written are transparent and have `empty` as band and level. */
export function openColumnStrip(
  target: StripTarget,
  { width, height, empty }: { width: number; height: number; empty: { band: number; level: number } },
): ColumnStrip {
  // The added rows keep columns from lying whole memory pages apart, which would push them out of the cache.
  const stride = height + 24;
  const pixels = new Uint8ClampedArray(columns * stride * 4);
  const bands = new Uint8Array(columns * stride).fill(empty.band);
  const levels = new Int16Array(columns * stride).fill(empty.level);
  const pixelWords = new Int32Array(pixels.buffer);
  const strip = { pixels: pixelWords, bands, levels, stride };
  const picture = { ...target, pixels: new Int32Array(target.pixels.buffer) };
  let firstColumn = 0;
  const finish = (): void => {
    copyColumns(strip, picture, {
      first: firstColumn,
      count: Math.min(columns, width - firstColumn),
      width,
      height,
    });
  };
  return {
    pixels,
    bands,
    levels,
    findStart: column => {
      if (column >= firstColumn + columns) {
        finish();
        firstColumn += columns;
        pixelWords.fill(0);
        bands.fill(empty.band);
        levels.fill(empty.level);
      }
      return (column - firstColumn) * stride;
    },
    finish,
  };
}

interface Cells {
  readonly pixels: Int32Array;
  readonly bands: Uint8Array;
  readonly levels: Int16Array;
}

/** Copies row by row, because neighbors in a row of the picture share a line of the cache. */
function copyColumns(
  strip: Cells & { stride: number },
  picture: Cells,
  range: { first: number; count: number; width: number; height: number },
): void {
  for (let row = 0; row < range.height; row++)
    for (let column = 0; column < range.count; column++) {
      const source = column * strip.stride + row;
      const target = row * range.width + range.first + column;
      picture.pixels[target] = strip.pixels[source];
      picture.bands[target] = strip.bands[source];
      picture.levels[target] = strip.levels[source];
    }
}
