/**
 * The fetch of a process to the outside, under the name by which Kinora is known to
 * receivers and picture hosts.
 */
import type { Config } from '../../platform/config/config.ts';
import {
  openSafeFetch,
  type SafeFetch,
  type SafeFetchOptions,
} from '../../platform/lib/network/safe-fetch.ts';
import type { Cleanup } from './cleanup.ts';

/** One for each use: what the one has open takes no places from the other. */
export function openFetch(
  { allowedNetworks }: Config,
  cleanup: Cleanup,
  atOnce?: SafeFetchOptions['atOnce'],
): SafeFetch {
  const fetch = openSafeFetch({ allowedNetworks, userAgent: 'Kinora', ...(atOnce && { atOnce }) });
  cleanup.push(async () => fetch.close());
  return fetch;
}
