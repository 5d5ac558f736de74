/** Lays out the motifs of a pattern. All orders repeat at the picture's edges. */
import type { Motif, Pattern } from '../../scene/scene.ts';
import type { Random } from '../../random/random.ts';

export interface PlacedMotif {
  readonly motif: Motif;
  /** The middle of the motif, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Pixels. */
  readonly height: number;
  /** The rotation in radians. */
  readonly turn: number;
  readonly isFlipped: boolean;
  readonly variant: number;
}

interface Ground {
  readonly width: number;
  readonly height: number;
  readonly random: Random;
}

export function layMotifs(pattern: Pattern, ground: Ground): PlacedMotif[] {
  if (pattern.motifs.length === 0) return [];
  if (pattern.order === 'scattered') return layScattered(pattern, ground);
  return layRows(pattern, ground);
}

/** Lays main motifs in rows, offset against each other except in bands, and small motifs in the gaps. */
function layRows(pattern: Pattern, { width, height, random }: Ground): PlacedMotif[] {
  const columns = pattern.across;
  const cell = width / columns;
  const rows = Math.max(2, Math.round(height / cell / 2) * 2);
  const rowHeight = height / rows;
  const edge = Math.min(cell, rowHeight);
  const mains = pattern.motifs.filter(({ main }) => main);
  const otherMotifs = pattern.motifs.filter(({ main }) => !main);
  const placedMotifs: PlacedMotif[] = [];
  const shift = pattern.order === 'bands' ? 0 : 0.5;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const x = (column + 0.25 + (row % 2) * shift) * cell;
      const y = (row + 0.5) * rowHeight;
      const isSmallRow = pattern.order === 'bands' && row % 2 === 1 && otherMotifs.length > 0;
      const choices = isSmallRow ? otherMotifs : mains;
      const motif =
        choices[(column + (row >> 1) * (pattern.order === 'diamonds' ? 1 : 2) + row) % choices.length];
      if (motif) {
        const height = edge * (isSmallRow ? motif.size * 1.5 : motif.size);
        placedMotifs.push({ motif, x, y, height, ...createPose(random, 0.05, (row + column) % 2 === 0) });
      }
      if (otherMotifs.length === 0) continue;
      const other = otherMotifs[(row * 3 + column) % otherMotifs.length];
      const size = edge * other.size * (0.85 + random() * 0.3);
      const spot = { x: x + cell * 0.5, y: isSmallRow ? y : y + rowHeight * (shift ? 0.02 : 0.12) };
      placedMotifs.push({ motif: other, ...spot, height: size, ...createPose(random, 0.2, random() < 0.5) });
    }
  return placedMotifs;
}

/** Places as many motifs as there is room for, large ones first. Distances are measured across edges too. */
function layScattered(pattern: Pattern, { width, height, random }: Ground): PlacedMotif[] {
  const cell = Math.min(width / pattern.across, height);
  const placedMotifs: PlacedMotif[] = [];
  const mains = pattern.motifs.filter(({ main }) => main);
  const otherMotifs = pattern.motifs.filter(({ main }) => !main);
  const wrapDistance = (distance: number, size: number) => {
    const remainder = Math.abs(distance) % size;
    return Math.min(remainder, size - remainder);
  };
  const place = (choices: readonly Motif[], attemptCount: number, gap: number) => {
    for (let index = 0; index < attemptCount && choices.length > 0; index++) {
      const motif = choices[placedMotifs.length % choices.length];
      const spot = { x: random() * width, y: random() * height };
      const motifHeight = cell * motif.size * (0.8 + random() * 0.4);
      const pose = createPose(random, 0.24, random() < 0.5);
      const isFree = placedMotifs.every(
        one =>
          Math.hypot(wrapDistance(one.x - spot.x, width), wrapDistance(one.y - spot.y, height)) >
          (one.height + motifHeight) * gap,
      );
      if (isFree) placedMotifs.push({ motif, ...spot, height: motifHeight, ...pose });
    }
  };
  place(mains, 260, 0.56);
  place(otherMotifs, 700, 0.52);
  return placedMotifs;
}

function createPose(random: Random, sway: number, isFlipped: boolean) {
  return { turn: (random() - 0.5) * 2 * sway, isFlipped, variant: Math.floor(random() * 3) };
}
