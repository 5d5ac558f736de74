/** Whether others can reach a URL, judging by the URL alone. */
import { isIP } from 'node:net';
import { openAddressCheck } from './public-address.ts';

/**
 * Names that belong to one machine or one network (RFC 6761, RFC 6762, RFC 8375, and names that home routers
 * use).
 */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa|lan|test|invalid)$/;

/**
 * Addresses in `openedNetworks` count as public. A name without a dot is one of a local
 * network. Names are not resolved.
 */
export function isPublicUrl(url: string, openedNetworks: readonly string[]): boolean {
  const { hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host)) return openAddressCheck(openedNetworks)(host);
  return host.includes('.') && !privateNames.test(host);
}
