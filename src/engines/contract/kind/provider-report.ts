/** A report of a provider. */
import type { InstanceAccess } from './instance-access.ts';

/** A report that has arrived at an address of `reportUrl`. */
export interface ProviderReport {
  /** The headers by names in lower case. A header that was sent several times is joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it was received, because signatures are made over these bytes. At most 256 KB. */
  readonly body: Uint8Array;
  /** The address that the provider was given. */
  readonly url: string;
  /** The instance that the address belongs to. */
  readonly access: InstanceAccess;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
  /**
   * The keys of the provider, kept in memory for an hour. `read` asks the provider for them. If a
   * signature is wrong, they may have changed: `verifyReport` is then called once more with keys that
   * were just read, at most once a minute.
   */
  keys<Keys>(read: (signal: AbortSignal) => Promise<Keys>): Promise<Keys>;
}
