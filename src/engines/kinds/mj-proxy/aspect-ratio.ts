/** The aspect ratio with which a prompt asks for pictures of a size. */

/** The ratios that clients request, whose pixel sizes are rounded by up to 1 %. */
const usual: readonly (readonly [number, number])[] = [
  [1, 1],
  [5, 4],
  [4, 3],
  [7, 5],
  [3, 2],
  [16, 9],
  [2, 1],
  [7, 3],
  [3, 1],
  [4, 1],
];
const defaultTolerance = 0.01;
/** The tolerance for other ratios: sizes are multiples of 16 pixels, on sides of about a thousand. */
const tolerance = 0.008;
const maxTerm = 100;

/** Returns a ratio such as `16:9`, as simple as the size allows. */
export function toRatio({ width, height }: { readonly width: number; readonly height: number }): string {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const [first, second] = simplestTerms(long / short);
  return width >= height ? `${first}:${second}` : `${second}:${first}`;
}

export function isSquare(size: { readonly width: number; readonly height: number }): boolean {
  return toRatio(size) === '1:1';
}

function simplestTerms(ratio: number): readonly [number, number] {
  const usualTerms = usual.find(([first, second]) => isNear(first / second, ratio, defaultTolerance));
  if (usualTerms) return usualTerms;
  for (let second = 1; second < maxTerm; second++) {
    const first = Math.round(ratio * second);
    if (isNear(first / second, ratio, tolerance)) return [first, second];
  }
  return [Math.round(ratio * maxTerm), maxTerm];
}

function isNear(one: number, other: number, share: number): boolean {
  return Math.abs(one / other - 1) < share;
}
