/** The candidate closest to a misspelled name, or undefined when none is close enough to be meant. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const rankedCandidates = candidates
    .map(candidate => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = rankedCandidates[0];
  return best && best.distance <= maxEdits(name.length) ? best.candidate : undefined;
}

/** Short names allow fewer mistakes, so that `foo` is not taken for `no`. */
function maxEdits(length: number): number {
  return Math.max(Math.min(2, Math.floor(length / 2)), Math.floor(length / 3));
}

/** Levenshtein's distance, two rows at a time. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const swap = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(swap, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
