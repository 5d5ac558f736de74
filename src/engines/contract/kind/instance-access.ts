/** How an instance is reached. */
import type { EngineSettings } from './engine-settings.ts';

/** How an instance is reached. */
export interface InstanceAccess {
  /** The name of the instance: `^[a-z][a-z0-9-]{0,39}$`. */
  readonly name: string;
  /** Base URL without a trailing slash. Undefined for kinds whose `address` is `none`. */
  readonly url: string | undefined;
  /** The secret in plain text. It goes into headers only, and only to the origin of `url`. */
  readonly secret: string | undefined;
  /** The settings of the operator, with defaults for the rest. */
  readonly settings: EngineSettings;
}
