/** The options with which an instance is opened. */
import type { Spool } from '../spool.ts';
import type { InstanceAccess } from './instance-access.ts';

/** The options with which an instance is opened. */
export interface InstanceOptions extends InstanceAccess {
  /** The number of jobs at the same time. Undefined means the kind's default. */
  readonly slots: number | undefined;
  /** Where answers that an engine gives only once are kept until their task is saved. */
  readonly spool: Spool;
  /**
   * The address at which the provider may report a change of the work with this start key, HTTP or HTTPS.
   * Returns undefined if it cannot reach this server. It is a secret of this start. A person who knows it can
   * only cause a check of the work, and nothing else.
   */
  readonly reportUrl?: (key: string) => Promise<string | undefined>;
}
