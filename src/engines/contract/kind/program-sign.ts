/** How a program of another machine is recognized. */

export interface ProgramSign {
  /** The path, with a leading slash. */
  readonly path: string;
  /** Sent as JSON by POST. Absent: GET without a body. */
  readonly body?: object;
  /** Whether only this program answers so: JSON, or text if it is not JSON. It can be anything. */
  isAnswer(answer: unknown): boolean;
}

/** Whether a value is an object that has these fields. */
export function hasFields(value: unknown, ...fields: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && fields.every(field => field in value);
}
