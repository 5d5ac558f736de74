/** A named SQL statement: node-postgres prepares it once per connection. Names must be unique. */
export interface Statement {
  /** Undefined: the statement is planned each time and not prepared. */
  readonly name: string | undefined;
  readonly text: string;
  /** See `indexedStatement`. */
  readonly isIndexed?: boolean;
}

export function statement(name: string, text: string): Statement & { readonly name: string } {
  return { name, text };
}

/**
 * A statement that finds all of its rows by index, however large or small its tables were when it was planned. A plan is kept for as
 * long as its connection. One that reads a whole table, because that was empty or small at first, is slow as soon as the table is not.
 */
export function indexedStatement(name: string, text: string): ReturnType<typeof statement> {
  return { name, text, isIndexed: true };
}
