/** Where V8 collects the heap of a process. */
import { setFlagsFromString } from 'node:v8';

/** Options of V8, which ignores those that it does not know. */
const options = [
  '--no-parallel-scavenge',
  '--no-parallel-marking',
  '--no-concurrent-marking',
  '--no-concurrent-sweeping',
  // Steps between the work of the program would only save pauses.
  '--no-incremental-marking',
];

/**
 * For a process that computes while others use the other cores: helper threads would take their time. The program pauses for longer, so not
 * for a server. Called once, at the start.
 */
export function collectInMainThread(): void {
  for (const option of options) setFlagsFromString(option);
}
