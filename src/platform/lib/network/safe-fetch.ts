/**
 * The only place where URLs from outside are fetched: pictures in prompts, and webhooks of clients. Such a
 * URL may try to reach the internal network or to keep Kinora busy. Therefore every hop is resolved once, all
 * its addresses are checked, and time, bytes, redirects and simultaneous fetches are limited.
 */
import { reason } from '@kinora/shared/errors/reason';
import type { IncomingMessage } from 'node:http';
import { openBoundedWork } from './bounded-work.ts';
import {
  type CheckedRequest,
  parseWebUrl,
  redirectTarget,
  type Resolve,
  sendChecked,
} from './checked-request.ts';
import { openAddressCheck } from './public-address.ts';
import type { GateLimits } from '../async/gate.ts';
import {
  type FetchedResponse,
  type ResponseLimits,
  readResponse,
  readResponseStart,
} from './read-response.ts';
import { resolveHost } from './resolve-host.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

export interface SafeFetchOptions {
  /** Addresses and CIDR ranges outside the public internet that are allowed. Throws if one is neither. */
  readonly allowedNetworks: readonly string[];
  readonly userAgent: string;
  /** How many fetches may run at a time, in all and for one account. Default: 16 and 4. */
  readonly atOnce?: Required<GateLimits>;
  /** Replaces DNS in tests. */
  readonly resolve?: Resolve;
  /** Replaces the environment that names a proxy. */
  readonly proxyEnv?: Readonly<Record<string, string | undefined>>;
}

/** Every method rejects with a SafeFetchError, or with the reason of the caller's signal. */
export interface SafeFetch {
  /** Returns the body of a 2xx response, after a few redirects at most. */
  get(url: string, limits: GetLimits): Promise<FetchedFile>;
  /** Returns the response, regardless of its status. Redirects are not followed. */
  post(url: string, message: PostMessage): Promise<PostResponse>;
  /** Ends all fetches with `closed`, and rejects later ones. */
  close(): void;
}

export interface GetLimits extends ResponseLimits, ForAccount {
  /** The limit for everything: waiting for a place, DNS, and all hops up to the last byte. */
  readonly timeoutMs: number;
  /** How many redirects are followed. Default: 3. */
  readonly maxRedirects?: number;
  /** Ends the fetch with its reason. */
  readonly signal?: AbortSignal;
}

export interface FetchedFile extends FetchedResponse {
  /** The URL after all redirects, without a fragment. */
  readonly finalUrl: string;
}

/** The account on whose behalf the URL is fetched. Accounts alternate, and none can use all places. */
export interface ForAccount {
  readonly accountId: string;
}

export interface PostMessage extends ForAccount {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly timeoutMs: number;
}

export interface PostResponse {
  readonly status: number;
  /** At most 1 KB of the response as UTF-8, for the operator. */
  readonly bodyStart: string;
}

const defaultRedirects = 3;

export function openSafeFetch({
  allowedNetworks,
  userAgent,
  atOnce = { places: 16, perHolder: 4 },
  resolve = resolveHost,
  proxyEnv,
}: SafeFetchOptions): SafeFetch {
  const isAllowed = openAddressCheck(allowedNetworks);
  const fetches = openBoundedWork(atOnce);
  // No compression, so that a small response cannot become a large one.
  const fixedHeaders = { 'user-agent': userAgent, 'accept-encoding': 'identity' };

  function send(request: CheckedRequest): Promise<IncomingMessage> {
    return sendChecked(request, { isAllowed, resolve, proxyEnv });
  }

  /** Follows redirects. Only the last response is read; all are destroyed. */
  async function follow(start: URL, limits: GetLimits, signal: AbortSignal): Promise<FetchedFile> {
    const headers = {
      ...fixedHeaders,
      accept: limits.types.map(type => (type === '*' ? '*/*' : type)).join(', '),
    };
    const { maxRedirects = defaultRedirects } = limits;
    let url = start;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await send({ url, method: 'GET', headers, signal });
      try {
        const redirectUrl = redirectTarget(response, url);
        if (!redirectUrl) {
          const fetchedResponse = await readResponse(response, limits);
          // A body without a length ends with the connection, so a body that the abort
          // cut off would look complete.
          signal.throwIfAborted();
          return { ...fetchedResponse, finalUrl: url.href };
        }
        url = redirectUrl;
      } catch (error) {
        throw asFetchError(error, { url, signal });
      } finally {
        response.destroy();
      }
    }
    throw new SafeFetchError('too_many_redirects', reason('link_redirects', { limit: maxRedirects }));
  }

  return {
    async get(text, limits) {
      const url = parseWebUrl(text);
      return fetches.run({ ...limits, holder: limits.accountId }, signal => follow(url, limits, signal));
    },
    async post(text, { headers, body, timeoutMs, accountId }) {
      const url = parseWebUrl(text);
      return fetches.run({ timeoutMs, holder: accountId }, async signal => {
        const allHeaders = { ...headers, ...fixedHeaders };
        const response = await send({ url, method: 'POST', headers: allHeaders, body, signal });
        return { status: response.statusCode ?? 0, bodyStart: await readResponseStart(response) };
      });
    },
    close: fetches.close,
  };
}

/** Converts errors of Node, which ends the stream on an abort and on a broken connection. */
function asFetchError(error: unknown, { url, signal }: { url: URL; signal: AbortSignal }): unknown {
  if (error instanceof SafeFetchError) return error;
  if (signal.aborted) return signal.reason;
  return new SafeFetchError('unreachable', reason('link_closed', { host: url.host }), error);
}
