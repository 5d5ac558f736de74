/**
 * Programs that people run on their own machines, with the usual ports of each, and the answer that only it
 * gives. Discovery looks for them.
 */
import type { ProgramSign } from './program-sign.ts';

/** A program that can be found on a machine. */
export interface ListeningProgram {
  /** Its own name, such as `LM Studio`. */
  readonly title: string;
  /** The ports that it listens on by default. */
  readonly ports: readonly number[];
  /** How it is told apart from other programs. */
  readonly sign: ProgramSign;
}

/** A program that a kind of engine can use. */
export interface LocalProgram extends ListeningProgram {
  /** The name of an engine that is added for it: `^[a-z][a-z0-9-]{0,35}$`. */
  readonly engine: string;
  /** The settings that suit it, where they differ from the defaults. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** Explains why it cannot be used while it lists no model for the kind, and what to do. */
  readonly whenEmpty: { readonly en: string; readonly zh: string };
}
