/** Seeded randomness for pictures and for tests: small, fast, the same everywhere. Never for keys or ids. */

export type Random = () => number;

/** mulberry32: uniform in [0, 1), full period over 32-bit seeds. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

/** A seed for one named part of a picture, so that adding a part does not move the others. */
export function deriveSeed(seed: number, part: string): number {
  let hash = 2166136261 ^ seed;
  for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ part.charCodeAt(i), 16777619);
  return (hash ^ (hash >>> 13)) >>> 0;
}
