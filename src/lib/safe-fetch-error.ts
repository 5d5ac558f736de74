/** Why a URL that Kinora did not write was not fetched. */

/**
 * - url_invalid: not http or https, with a user name in it, a port that is no web server's, or not a URL.
 * - address_refused: the host leads to an address outside the public internet that the operator did not open.
 * - too_many_redirects, too_large, type_refused, status (not 2xx): what the server answered.
 * - timeout: the time for everything together was over, waiting for a place included.
 * - unreachable: no such host, no connection, a broken one, TLS refused, or not HTTP.
 * - closed: Kinora is stopping; the same fetch may be made again later.
 */
export type SafeFetchCode =
  | 'url_invalid'
  | 'address_refused'
  | 'too_many_redirects'
  | 'too_large'
  | 'type_refused'
  | 'status'
  | 'timeout'
  | 'unreachable'
  | 'closed';

/** The message names the host, never the address it leads to: that would tell a stranger about the inner network. */
export class SafeFetchError extends Error {
  override readonly name = 'SafeFetchError';
  readonly code: SafeFetchCode;

  constructor(code: SafeFetchCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
