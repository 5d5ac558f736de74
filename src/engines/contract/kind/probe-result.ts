/** What a probe of an instance found. */
import type { EngineError } from '../engine-error.ts';
import type { EngineSettings } from './engine-settings.ts';

/** What a probe found. Nothing was generated, and nothing was charged. */
export interface ProbeResult {
  /** Name and version of the program, as it reports them. */
  readonly program: string | undefined;
  /** Names of its models or workflows, for `upstream` of a route. Empty if it lists none. */
  readonly models: readonly string[];
  /**
   * Names for `upstream` that may be right: the program lists the file, but not its type. The likely ones
   * come first.
   */
  readonly uncertain?: readonly string[];
  /**
   * Names in `models` with which an engine of this kind can do nothing, such as chat models that accept no
   * images.
   */
  readonly unsuitable?: readonly string[];
  /** Settings that suit what was found better than those of the instance. */
  readonly settings?: EngineSettings;
  /** What to change in the settings of the instance, in the form of `notes`. `settings` has these changes. */
  readonly advice?: readonly string[];
  /** What an operator should know: queue, memory, devices. One short sentence each. */
  readonly notes: readonly string[];
  /**
   * The failure of an engine of which something is known nevertheless. Absent if it responded, or was not
   * contacted.
   */
  readonly failure?: EngineError;
  /**
   * Whether there was nothing to contact, such as a program that no job has started yet. Absent if it was
   * contacted.
   */
  readonly isIdle?: boolean;
}
