/** A named SQL statement: node-postgres prepares it once per connection. Names must be unique. */
export interface Statement {
  /** Undefined if the statement is planned each time and not prepared. */
  readonly name: string | undefined;
  readonly text: string;
  /** See `indexedStatement`. */
  readonly isIndexed?: boolean;
}

export function statement(name: string, text: string): Statement & { readonly name: string } {
  return { name, text };
}

/**
 * A statement that finds all of its rows by index, regardless of the size of its tables when it was planned.
 * Plans are cached for the lifetime of a connection, so a plan that scans a table because it was small at
 * first would become slow as the table grows.
 */
export function indexedStatement(name: string, text: string): ReturnType<typeof statement> {
  return { name, text, isIndexed: true };
}
