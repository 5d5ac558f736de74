/** Skips tests that need a program which this machine lacks, or its absence. */
import { findProgram } from '../../../src/platform/lib/machine/find-program.ts';

/** Returns options of a test that skip it with a reason if one of the programs is missing. */
export function skipWithoutPrograms(...names: readonly string[]): { readonly skip: false | string } {
  const missing = names.filter(name => findProgram(name) === undefined);
  return { skip: missing.length > 0 && `needs ${missing.join(', ')} on PATH` };
}

/** Returns options of a test that skip it on machines that have the program. */
export function skipWithProgram(name: string): { readonly skip: false | string } {
  return { skip: findProgram(name) !== undefined && `this machine has ${name}` };
}
