/** Why a URL from outside was not fetched. */
import { reasonText, type Reason } from '@kinora/shared/errors/reason';

/**
 * - url_invalid: not http or https, with a user name in it, a port that is no web server's, or not a URL.
 * - address_refused: the URL names an address outside the public internet that the operator did not open.
 * - too_many_redirects, too_large, type_refused, status (not 2xx): problems of the response.
 * - timeout: the total time was over, which includes waiting for a place.
 * - unreachable: no such host, one that leads to a closed address, no connection, a broken one, TLS refused,
 *   or not HTTP.
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

/** The reason names the host, never its address, which would reveal details of the internal network. */
export class SafeFetchError extends Error {
  override readonly name = 'SafeFetchError';
  readonly code: SafeFetchCode;
  readonly reason: Reason;

  constructor(code: SafeFetchCode, reason: Reason, cause?: unknown) {
    super(reasonText(reason), { cause });
    this.code = code;
    this.reason = reason;
  }
}
