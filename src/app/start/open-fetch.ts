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

/**
 * Opens a fetch with connections of its own. Each use has one, so that what one has open takes no places from
 * another.
 */
export function openFetch(
  { allowedNetworks }: Config,
  cleanup: Cleanup,
  atOnce?: SafeFetchOptions['atOnce'],
): SafeFetch {
  const fetch = openSafeFetch({ allowedNetworks, userAgent: 'Kinora', ...(atOnce && { atOnce }) });
  cleanup.push(async () => fetch.close());
  return fetch;
}
