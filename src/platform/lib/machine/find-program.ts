/** Finds programs that are not npm packages. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environmentVariable } from '../../config/config.ts';

/** Returns the path of a program, or undefined if no folder of PATH has it. */
export function findProgram(name: string): string | undefined {
  return (environmentVariable('PATH') ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map(folder => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
