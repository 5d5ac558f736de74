/**
 * Requests to servers that the operator's settings name, such as a hub of models. They may be anywhere, also
 * in the internal network. The targets of their redirects are treated like any URL from outside, and get no
 * credentials.
 */
import type { IncomingMessage } from 'node:http';
import { openAddressCheck } from './public-address.ts';
import { parseWebUrl, redirectTarget, type RequestDependencies, sendChecked } from './checked-request.ts';
import { DownloadError } from './download-error.ts';
import { readAtMost } from './read-at-most.ts';
import { resolveHost } from './resolve-host.ts';

export interface TrustedFetchOptions {
  /** Base URLs of the servers. */
  readonly baseUrls: readonly string[];
  readonly allowedNetworks: readonly string[];
  /** Replaces the environment that names a proxy. */
  readonly proxyEnv?: Readonly<Record<string, string | undefined>>;
}

export interface TrustedRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A bearer token, which is sent only to the origin of the URL. */
  readonly token?: string | undefined;
  readonly signal: AbortSignal;
}

export interface TrustedFetch {
  /**
   * Returns the response of status 200, 206 or 416 after all redirects, with its body unread: the caller must
   * read or destroy it. Rejects with a DownloadError, or with the reason of the signal.
   */
  open(request: TrustedRequest): Promise<IncomingMessage>;
  /** Returns the parsed JSON of a response of at most 8 MB. */
  json(request: TrustedRequest): Promise<unknown>;
}

const maxRedirects = 5;
const maxJsonBytes = 8 * 1024 * 1024;
/** A server that sends nothing for this long is given up. */
const silentMs = 30_000;
const maxWaitMs = 10 * 60_000;

export function openTrustedFetch({ baseUrls, allowedNetworks, proxyEnv }: TrustedFetchOptions): TrustedFetch {
  const origins = new Set(baseUrls.map(url => new URL(url).origin));
  const isPublic = openAddressCheck(allowedNetworks);
  const dependenciesFor = (url: URL): RequestDependencies => ({
    resolve: resolveHost,
    isAllowed: origins.has(url.origin) ? () => true : isPublic,
    proxyEnv,
  });

  async function open({
    url: requestedUrl,
    headers = {},
    token,
    signal,
  }: TrustedRequest): Promise<IncomingMessage> {
    const firstUrl = parseWebUrl(requestedUrl);
    let url = firstUrl;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const isFirstOrigin = url.origin === firstUrl.origin;
      const response = await sendChecked(
        {
          url,
          method: 'GET',
          headers: {
            'user-agent': 'Kinora',
            'accept-encoding': 'identity',
            ...headers,
            ...(token && isFirstOrigin && { authorization: `Bearer ${token}` }),
          },
          signal,
        },
        dependenciesFor(url),
      ).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new DownloadError('unreachable', (error as Error).message, { cause: error });
      });
      response.setTimeout(silentMs, () => response.destroy(new Error('the connection is silent')));
      const redirectUrl = readRedirect(response, url);
      if (!redirectUrl) return checkResponse(response, url);
      response.destroy();
      url = redirectUrl;
    }
    throw new DownloadError('unusable', `${firstUrl.host} redirects more than ${maxRedirects} times.`);
  }

  return {
    open,
    json: async request => {
      const response = await open({
        ...request,
        headers: { accept: 'application/json', ...request.headers },
      });
      try {
        return JSON.parse(await readText(response));
      } catch (error) {
        request.signal.throwIfAborted();
        if (error instanceof DownloadError) throw error;
        if (error instanceof SyntaxError)
          throw new DownloadError('unusable', `${readHost(request.url)} did not answer with JSON.`, {
            cause: error,
          });
        throw new DownloadError('unreachable', cutOff(readHost(request.url)), { cause: error });
      } finally {
        response.destroy();
      }
    },
  };
}

export function cutOff(host: string): string {
  return `${host} closed the connection before everything was sent.`;
}

export function readHost(url: string): string {
  return new URL(url).host;
}

/** Rejects a redirect from https to http. */
function readRedirect(response: IncomingMessage, url: URL): URL | undefined {
  const target = redirectTarget(response, url);
  if (url.protocol === 'https:' && target?.protocol === 'http:')
    throw new DownloadError('unusable', `${url.host} redirects to an address without encryption.`);
  return target;
}

function checkResponse(response: IncomingMessage, { host }: URL): IncomingMessage {
  const { statusCode: status = 0, headers } = response;
  if (status === 200 || status === 206 || status === 416) return response;
  response.destroy();
  if (status === 401 || status === 403)
    throw new DownloadError('forbidden', `${host} does not allow it (status ${status}).`);
  if (status === 404 || status === 410)
    throw new DownloadError('missing', `${host} does not have it (status ${status}).`);
  const retryAfterMs = readRetryAfter(headers['retry-after']);
  if (status === 429) throw new DownloadError('busy', `${host} is busy (status 429).`, { retryAfterMs });
  if (status >= 500)
    throw new DownloadError('unreachable', `${host} failed (status ${status}).`, { retryAfterMs });
  throw new DownloadError('unusable', `${host} answered with status ${status}.`);
}

/** Converts the seconds of the header to milliseconds. A date counts as 0, because clocks differ. */
function readRetryAfter(header: string | undefined): number {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(maxWaitMs, seconds * 1000) : 0;
}

async function readText(response: IncomingMessage): Promise<string> {
  const bytes = await readAtMost(response, maxJsonBytes);
  if (!bytes) throw new DownloadError('unusable', 'The answer is too large.');
  return bytes.toString('utf8');
}
