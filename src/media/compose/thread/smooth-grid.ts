/** Coarse grids over a picture: averages of its pixels, continued smoothly to where there are none. */

/** Cells of `cell` x `cell` pixels, row by row. */
export interface Grid {
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** Red, green and blue of each cell. */
  readonly values: Float32Array;
  /** How much of each cell's values is known, 0-1. */
  readonly weights: Float32Array;
}

const sweeps = 8;

export function emptyGrid({ width, height }: { width: number; height: number }, cell: number): Grid {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const cells = columns * rows;
  return { cell, columns, rows, values: new Float32Array(cells * 3), weights: new Float32Array(cells) };
}

/**
 * Fills in the unknown cells, so that each is about the average of its neighbors (a membrane
 * stretched between the known ones): first on coarser and coarser grids, then refined.
 * Without any known cell, all are 0.
 */
export function fillGaps(grid: Grid): Grid {
  if (grid.weights.every(weight => weight >= 1) || grid.columns * grid.rows === 1) return grid;
  const coarse = fillGaps(halveGrid(grid));
  const filledGrid = { ...grid, values: grid.values.slice() };
  const line = new Float32Array(grid.columns * 3);
  for (let row = 0; row < grid.rows; row++) {
    sampleRow(coarse, (row + 0.5) / 2, { line, step: 0.5 });
    for (let column = 0; column < grid.columns; column++) {
      const at = row * grid.columns + column;
      const weight = grid.weights[at] ?? 0;
      for (let channel = 0; channel < 3; channel++) {
        const knownValue = grid.values[at * 3 + channel] ?? 0;
        filledGrid.values[at * 3 + channel] =
          knownValue * weight + (line[column * 3 + channel] ?? 0) * (1 - weight);
      }
    }
  }
  for (let sweep = 0; sweep < sweeps; sweep++) relax(filledGrid, grid.values);
  return filledGrid;
}

/** Weighted averages of 2x2 cells. */
function halveGrid({ columns, rows, values, weights }: Grid): Grid {
  const half = emptyGrid({ width: columns, height: rows }, 2);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const from = row * columns + column;
      const to = (row >> 1) * half.columns + (column >> 1);
      const weight = weights[from] ?? 0;
      half.weights[to] = (half.weights[to] ?? 0) + weight;
      for (let channel = 0; channel < 3; channel++)
        half.values[to * 3 + channel] =
          (half.values[to * 3 + channel] ?? 0) + weight * (values[from * 3 + channel] ?? 0);
    }
  }
  for (const [at, weight] of half.weights.entries()) {
    if (weight === 0) continue;
    for (let channel = 0; channel < 3; channel++)
      half.values[at * 3 + channel] = (half.values[at * 3 + channel] ?? 0) / weight;
    half.weights[at] = Math.min(1, weight);
  }
  return half;
}

/** One Gauss-Seidel sweep over the cells that are not wholly known. */
function relax({ columns, rows, values, weights }: Grid, knownValues: Float32Array): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const weight = weights[at] ?? 0;
      if (weight >= 1) continue;
      const left = (column > 0 ? at - 1 : at) * 3;
      const right = (column < columns - 1 ? at + 1 : at) * 3;
      const above = (row > 0 ? at - columns : at) * 3;
      const below = (row < rows - 1 ? at + columns : at) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const around =
          (values[left + channel] ?? 0) +
          (values[right + channel] ?? 0) +
          (values[above + channel] ?? 0) +
          (values[below + channel] ?? 0);
        values[at * 3 + channel] =
          (knownValues[at * 3 + channel] ?? 0) * weight + (around / 4) * (1 - weight);
      }
    }
  }
}

export interface RowSample {
  /** Three values for each position. */
  readonly line: Float32Array;
  /** Distance of two positions in cells. The first is half a step from the left edge. */
  readonly step: number;
}

/** Interpolates a row of values. `y` is in cells from the upper edge. */
export function sampleRow({ columns, rows, values }: Grid, y: number, { line, step }: RowSample): void {
  const top = Math.min(rows - 1, Math.max(0, Math.floor(y - 0.5)));
  const bottom = Math.min(rows - 1, top + 1);
  const down = Math.min(1, Math.max(0, y - 0.5 - top));
  const row = new Float32Array(columns * 3);
  for (let at = 0; at < row.length; at++) {
    const upper = values[top * columns * 3 + at] ?? 0;
    row[at] = upper + ((values[bottom * columns * 3 + at] ?? 0) - upper) * down;
  }
  for (let index = 0, at = 0; at < line.length; index++, at += 3) {
    const x = (index + 0.5) * step - 0.5;
    const left = Math.min(columns - 1, Math.max(0, Math.floor(x)));
    const right = Math.min(columns - 1, left + 1);
    const across = Math.min(1, Math.max(0, x - left));
    for (let channel = 0; channel < 3; channel++) {
      const from = row[left * 3 + channel] ?? 0;
      line[at + channel] = from + ((row[right * 3 + channel] ?? 0) - from) * across;
    }
  }
}
