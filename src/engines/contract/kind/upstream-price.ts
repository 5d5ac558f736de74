/** The price of a model, as its provider publishes it. */
export interface UpstreamPrice {
  /** The name of the model as a route has it. */
  readonly upstream: string;
  /** The unit that is paid for: each picture, each second of a clip, or each clip. */
  readonly unit: 'image' | 'second' | 'clip';
  /** A decimal number, such as `0.039`, as the provider writes it: the caller checks it. */
  readonly amount: string;
  /** A currency code such as `USD`. */
  readonly currency: string;
  /**
   * The jobs that the price is for, if there are several prices, in the provider's words, such as `720p with
   * sound`. Absent means every job.
   */
  readonly condition?: string;
}
