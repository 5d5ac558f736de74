/** The contract of a command. To add one, create a file in this folder and list it in `run-cli.ts`. */
import { formatTable } from './table.ts';

export interface Command {
  /** One word, or noun and verb. */
  readonly name: string;
  readonly description: string;
  /** The positional arguments as the help shows them; absent: there are none. */
  readonly positionals?: string;
  readonly options: Readonly<
    Record<string, { readonly type: 'string' | 'boolean'; readonly description: string }>
  >;
  /** Throws a UsageError if `run` would reject these values before it does anything. */
  readonly check?: (input: CommandInput) => void;
  readonly run: (input: CommandInput) => Promise<number>;
}

export interface CommandInput {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
}

export const exitCodes = { ok: 0, failed: 1, usage: 2, auth: 3, interrupted: 130 } as const;

/** Thrown if the command line was not understood. The exit code is then 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const jsonOption = { json: { type: 'boolean', description: 'Print JSON.' } } as const;

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/**
 * Prints a table with aligned columns, whose first row is the head. It fits the terminal; a file or a pipe
 * gets all of it.
 */
export function printTable(rows: readonly (readonly string[])[]): void {
  const { isTTY, columns } = process.stdout;
  process.stdout.write(`${formatTable(rows, isTTY ? columns : undefined).join('\n')}\n`);
}
