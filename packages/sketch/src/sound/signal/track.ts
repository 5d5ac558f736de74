/** The two channels of an unfinished sound, to which voices are added. */

export const sampleRate = 48_000;

export interface Sound {
  /** One list per side, left first, all of one length; -1 … 1. */
  readonly samples: readonly Float32Array[];
  readonly sampleRate: number;
  /** Its end continues in its beginning. Absent if silence comes before and after it. */
  readonly loops?: boolean;
}

export interface Track {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** The seed and the gain of a voice. A gain of 1 is its natural loudness. */
export interface Part {
  readonly seed: number;
  readonly gain: number;
}

/**
 * Adds a voice to the whole track. The result depends only on the time since the beginning and not on the
 * length, so that a longer track begins like a shorter one.
 */
export type Voice = (track: Track, part: Part) => void;

/** A voice of a sound. */
export interface Layer {
  /** Its randomness comes from this name, so that one more layer changes no other. */
  readonly name: string;
  readonly voice: Voice;
  /** Decibels. */
  readonly level: number;
}

export function openTrack(seconds: number): Track {
  const length = Math.round(seconds * sampleRate);
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

export function trackSeconds({ left }: Track): number {
  return left.length / sampleRate;
}

/** Gains of both sides for a place from -1 (left) to 1 (right), equally loud everywhere. */
export function panGains(pan: number): { readonly left: number; readonly right: number } {
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
  return { left: Math.cos(angle) * Math.SQRT2, right: Math.sin(angle) * Math.SQRT2 };
}

export function decibels(level: number): number {
  return 10 ** (level / 20);
}
