/** What a scene may have besides land, sky and things: a pattern, a street, lettering, strange moons, a finish. */

export type LetteringOn = 'title' | 'sign' | 'banner' | 'neon' | 'shop' | 'book';

export interface Pattern {
  readonly seed: number;
  /** How the motifs are laid: in offset rows, scattered, in a diamond net, or in bands. */
  readonly order: 'bricks' | 'scattered' | 'diamonds' | 'bands';
  /** Motifs in a row. */
  readonly across: number;
  readonly ground: 'plain' | 'water' | 'sky' | 'leaves' | 'stone' | 'dots';
  readonly motifs: readonly Motif[];
}

export interface Motif {
  readonly what: 'subject' | 'landmark' | 'scatter' | 'sign';
  readonly kind: string;
  /** Height as a share of a motif's cell. */
  readonly size: number;
  /** Main motifs stand in the cells, the others between them. */
  readonly main: boolean;
  readonly color?: string;
  readonly action?: string;
}

/** Passes over the finished picture. Each is 0 … 1 unless it says otherwise, 0 changes nothing. */
export interface Finish {
  /** Detail wiped away and forms bent, as early models did. */
  readonly smear: number;
  readonly bend: number;
  /** -1 … 1. */
  readonly contrast: number;
  /** -1 … 1. */
  readonly saturation: number;
  /** Blacks lifted; below 0 deepened. */
  readonly fade: number;
  /** -1 … 1: towards blue, towards amber. */
  readonly warmth: number;
  /** Contrast of small forms; below 0 softened. */
  readonly clarity: number;
  readonly bloom: number;
  readonly grain: number;
  /** Towards light, soft colours. */
  readonly pastel: number;
  /** Dark outlines. */
  readonly outline: number;
  /** Dark corners; below 0 the usual ones taken back. */
  readonly corners: number;
  /** Tints of lights and darks, CSS colours, laid on by `split`. */
  readonly split: number;
  readonly lights?: string;
  readonly darks?: string;
  /** Colours that must not be seen. */
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
  /** Metres from its middle to the houses, and their usual height. */
  readonly half: number;
  readonly height: number;
  readonly trees: boolean;
}
