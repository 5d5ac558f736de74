/** Where the state of a job may be asked for with the key. */

export interface PollingTerms {
  /** Base URL of the engine. */
  readonly url: string;
  /** A domain such as `bfl.ai`. Empty means only the host of the base URL. */
  readonly domain: string;
}

/**
 * The API names a host of its own for each job, such as `api.us1.bfl.ai`. It gets the key only over
 * HTTPS and only if it and the base URL are in the domain that the operator trusts: an answer alone
 * cannot send the key elsewhere.
 */
export function maySendKey(address: URL, { url, domain }: PollingTerms): boolean {
  const base = new URL(url);
  if (address.origin === base.origin) return true;
  const isPlain = address.port === '' && address.username === '' && address.password === '';
  const isSecure = address.protocol === 'https:' && base.protocol === 'https:';
  return isPlain && isSecure && isIn(address.hostname, domain) && isIn(base.hostname, domain);
}

function isIn(host: string, domain: string): boolean {
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}
