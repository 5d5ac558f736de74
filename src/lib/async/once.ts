/** Begins the work at the first call; all calls share its result. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let begun: Promise<Result> | undefined;
  return () => (begun ??= work());
}
