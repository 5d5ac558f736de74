/**
 * Programs as people run them on their own machines: where each usually listens, and what only it
 * answers. Discovery asks for them.
 */
import type { ProgramSign } from './program-sign.ts';

/** A program that can be found on a machine. */
export interface ListeningProgram {
  /** Its own name, such as `LM Studio`. */
  readonly title: string;
  /** The ports that it listens on by default. */
  readonly ports: readonly number[];
  /** What distinguishes it from others. */
  readonly sign: ProgramSign;
}

/** A program that a kind of engine can use. */
export interface LocalProgram extends ListeningProgram {
  /** The name of an engine that is made of it: `^[a-z][a-z0-9-]{0,35}$`. */
  readonly engine: string;
  /** The settings that suit it, where they differ from the defaults. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** Why it cannot be used as long as it names no model that the kind can use, and what to do. */
  readonly whenEmpty: { readonly en: string; readonly zh: string };
}
