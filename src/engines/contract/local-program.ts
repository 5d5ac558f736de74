/** Programs as people run them on their own machines: where each usually listens, and what only it answers. Discovery asks for them. */

/** What a program is asked, to tell it apart from others. It generates nothing and changes nothing. */
export interface ProgramSign {
  /** With a leading slash. */
  readonly path: string;
  /** Sent as JSON by POST. Absent: GET without a body. */
  readonly body?: object;
  /** Whether only this program answers so: JSON, or text if it is not JSON. It can be anything. */
  isAnswer(answer: unknown): boolean;
}

export interface ListeningProgram {
  /** Its own name, such as `LM Studio`. */
  readonly title: string;
  /** The ports that it listens on if nobody says otherwise. */
  readonly ports: readonly number[];
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

/** Whether a value is an object that has these fields. */
export function hasFields(value: unknown, ...fields: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && fields.every(field => field in value);
}
