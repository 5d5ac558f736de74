/** Checks the form of a webhook URL. The addresses of a DNS name are checked at every delivery. */
import { reason } from '@kinora/shared/errors/reason';
import { isIP } from 'node:net';
import { notPublic, parseWebUrl } from '../../platform/lib/network/checked-request.ts';
import { SafeFetchError } from '../../platform/lib/network/safe-fetch-error.ts';

const maxBytes = 2000;

/**
 * Returns the URL that deliveries use, without a fragment. Throws SafeFetchError
 * `url_invalid` or `address_refused`.
 */
export function checkHookUrl(text: string, isAllowed: (address: string) => boolean): string {
  const { hostname, href } = parseWebUrl(text);
  if (Buffer.byteLength(href) > maxBytes)
    throw new SafeFetchError('url_invalid', reason('link_long', { limit: maxBytes }));
  const addresses = knownAddresses(hostname);
  if (addresses.length > 0 && !addresses.some(isAllowed))
    throw new SafeFetchError('address_refused', notPublic(hostname));
  return href;
}

/**
 * The addresses of a host, as far as they are known without DNS. Names under `localhost`
 * are this machine (RFC 6761).
 */
function knownAddresses(hostname: string): readonly string[] {
  if (/(^|\.)localhost$/.test(hostname)) return ['127.0.0.1', '::1'];
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) ? [address] : [];
}
