/** Optional parts of a scene besides land, sky and things: pattern, street, lettering, orbs, finish. */

export type LetteringOn = 'title' | 'sign' | 'banner' | 'neon' | 'shop' | 'book';

export interface Pattern {
  readonly seed: number;
  /** How the motifs are arranged: in offset rows, scattered, in a diamond grid, or in bands. */
  readonly order: 'bricks' | 'scattered' | 'diamonds' | 'bands';
  /** The number of motifs in a row. */
  readonly across: number;
  readonly ground: 'plain' | 'water' | 'sky' | 'leaves' | 'stone' | 'dots';
  readonly motifs: readonly Motif[];
}

export interface Motif {
  readonly what: 'subject' | 'landmark' | 'scatter' | 'sign';
  readonly kind: string;
  /** Height as a share of a motif's cell. */
  readonly size: number;
  /** Main motifs fill the cells, the others the spaces between them. */
  readonly main: boolean;
  readonly color?: string;
  readonly action?: string;
}

/** Passes over the finished picture. Values are 0 … 1 unless stated otherwise. 0 changes nothing. */
export interface Finish {
  /** Smears detail and bends shapes, like early models. */
  readonly smear: number;
  readonly bend: number;
  /** -1 … 1. */
  readonly contrast: number;
  /** -1 … 1. */
  readonly saturation: number;
  /** Lifts blacks. Below 0: deepens them. */
  readonly fade: number;
  /** -1 (blue) … 1 (amber). */
  readonly warmth: number;
  /** Raises local contrast. Below 0: softens it. */
  readonly clarity: number;
  readonly bloom: number;
  readonly grain: number;
  /** Moves colors towards light, soft tones. */
  readonly pastel: number;
  /** Draws dark outlines. */
  readonly outline: number;
  /** Darkens corners (vignette). Below 0: reduces the default vignette. */
  readonly corners: number;
  /** Split toning: the strength, and CSS colors for lights and darks. */
  readonly split: number;
  readonly lights?: string;
  readonly darks?: string;
  /** Colors that must not appear. */
  readonly avoid?: readonly string[];
}

export interface Orb {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly color: string;
  readonly ring: boolean;
}

/** A straight street along the camera's axis. */
export interface Street {
  readonly seed: number;
  /** Meters from the middle of the street to the houses, and the typical height of the houses. */
  readonly half: number;
  readonly height: number;
  readonly trees: boolean;
}
