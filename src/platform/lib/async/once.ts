/** Begins the work at the first call; all calls share its result. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let started: Promise<Result> | undefined;
  return () => (started ??= work());
}
