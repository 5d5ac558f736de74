/** What one of its models costs, according to a provider. */
export interface UpstreamPrice {
  /** The name of the model as a route has it. */
  readonly upstream: string;
  /** What is paid for: each picture, each second of a clip, or each clip. */
  readonly unit: 'image' | 'second' | 'clip';
  /** A decimal number, such as `0.039`, as the provider writes it: the caller checks it. */
  readonly amount: string;
  /** A currency code such as `USD`. */
  readonly currency: string;
  /**
   * What it is the price of, if there are several: as the provider names it, such as `720p with
   * sound`. Absent means of every job.
   */
  readonly condition?: string;
}
