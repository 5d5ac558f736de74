/** How a program of another machine is recognized. */

export interface ProgramSign {
  /** The path of the request, with a leading slash. */
  readonly path: string;
  /** The body, which is sent as JSON by POST. Absent means GET without a body. */
  readonly body?: object;
  /**
   * Whether only this program gives this answer. It is parsed JSON of any form, or text if it is not JSON.
   */
  isAnswer(answer: unknown): boolean;
}

/** Whether a value is an object that has these fields. */
export function hasFields(value: unknown, ...fields: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && fields.every(field => field in value);
}
