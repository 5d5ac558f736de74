/** A named SQL statement: node-postgres prepares it once per connection. Names must be unique. */
export interface Statement {
  /** Undefined: it is planned anew each time, and no connection keeps it. */
  readonly name: string | undefined;
  readonly text: string;
}

export function statement(name: string, text: string): Statement & { readonly name: string } {
  return { name, text };
}
