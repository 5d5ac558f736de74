/** How much the heap of a server may grow before V8 collects it. */
import { setFlagsFromString } from 'node:v8';

/**
 * How much the heap may grow between two collections, in percent of what is in use. V8 counts the pixels of
 * pictures as new objects of the heap, but not as work, so it allows for 16 MB of them between two
 * collections of the whole heap: four collections for each grid, which take as long as to encode its files. A
 * higher value takes less time and more memory.
 */
const growingPercent = 40;

/**
 * Called once, by the process of a server. Not an option of the process, because
 * `NODE_OPTIONS` does not allow it.
 */
export function collectHeapLessOften(): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`);
}
