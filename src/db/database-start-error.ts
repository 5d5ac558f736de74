/** Kinora's database cannot be used. The message is one clear sentence for the operator, then log lines if they help. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}
