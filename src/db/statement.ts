/** A named SQL statement: node-postgres prepares it once per connection. Names must be unique. */
export interface Statement {
  /** Undefined: the statement is planned each time and not prepared. */
  readonly name: string | undefined;
  readonly text: string;
}

export function statement(name: string, text: string): Statement & { readonly name: string } {
  return { name, text };
}
