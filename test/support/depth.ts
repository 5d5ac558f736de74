/**
 * How deep a run of the tests goes, and the seed of its generated inputs. `npm test` is quick;
 * `npm run test:full` is full.
 */

export const isFullRun = process.env['TEST_DEPTH'] === 'full';

/**
 * The quick or the full amount of something, such as requests, rounds or page
 * widths, by the depth of the run.
 */
export function inDepth<Amount>({ quick, full }: { readonly quick: Amount; readonly full: Amount }): Amount {
  return isFullRun ? full : quick;
}

/**
 * The seed of everything that tests generate: the runner derives it from the commit and prints it, so that
 * each commit tries other inputs. `TEST_SEED` sets it, to repeat a run.
 */
export const runSeed = Number(process.env['TEST_SEED'] ?? 1);
