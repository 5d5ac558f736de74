/** Finds a program that is not an npm package, for tests that need one. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Its path, or undefined if it is not on PATH. */
export function findProgram(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(isExecutable);
}

/** Returns options of a test that skip it with a reason if one of the programs is missing. */
export function needs(...names: readonly string[]): { readonly skip: false | string } {
  const missing = names.filter(name => findProgram(name) === undefined);
  return { skip: missing.length > 0 && `needs ${missing.join(', ')} on PATH` };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
