/** A named SQL statement: node-postgres prepares it once per connection. Names must be unique. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export function statement(name: string, text: string): Statement {
  return { name, text };
}
