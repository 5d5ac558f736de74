/** One request to a URL from outside: checks the addresses of its host, and connects to exactly these. */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import { isInternalHost } from './internal-host.ts';
import { proxyAgent, proxyEnvironment } from './outbound-proxy.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

/** Returns all addresses of a host name. Stops when the signal aborts. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface CheckedRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
}

export interface RequestDependencies {
  readonly resolve: Resolve;
  readonly isAllowed: (address: string) => boolean;
  /** The environment with HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Default: that of this process. */
  readonly proxyEnv?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Sends the request and returns the response with its body unread. The caller must read or destroy it.
 * Rejects only with SafeFetchError.
 */
export async function sendChecked(
  request: CheckedRequest,
  dependencies: RequestDependencies,
): Promise<IncomingMessage> {
  const proxy = proxyAgent(request.url, dependencies.proxyEnv ?? proxyEnvironment());
  if (proxy) {
    checkUnresolved(request.url, dependencies);
    return send(request, { agent: proxy }, dependencies);
  }
  const addresses = await resolveChecked(request.url, request.signal, dependencies);
  return send(request, { addresses }, dependencies);
}

/**
 * The proxy resolves the name, so only addresses and names that mean internal hosts
 * everywhere can be refused here.
 */
function checkUnresolved(url: URL, { isAllowed }: RequestDependencies): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) ? !isAllowed(host) : isInternalHost(host))
    throw isIP(host) ? new SafeFetchError('address_refused', notPublic(host)) : unreachableError(host);
}

/** Parses and checks a URL. `base` is the URL that a redirect came from. */
export function parseWebUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw new SafeFetchError('url_invalid', reason('link_form'));
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new SafeFetchError('url_invalid', reason('link_scheme', { scheme: url.protocol.slice(0, -1) }));
  if (url.username || url.password) throw new SafeFetchError('url_invalid', reason('link_credentials'));
  // Ports below 1024 belong to other services such as mail, which must not receive our requests.
  if (url.port && url.port !== '80' && url.port !== '443' && Number(url.port) < 1024)
    throw new SafeFetchError('url_invalid', reason('link_port', { port: url.port }));
  // Removes the dot at the end of a full DNS name, which no certificate contains.
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
  return url;
}

async function resolveChecked(
  url: URL,
  signal: AbortSignal,
  dependencies: RequestDependencies,
): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await resolveInTime(host, signal, dependencies.resolve);
  if (addresses.length === 0) throw unreachableError(host);
  // One forbidden address rejects all, because no legitimate host mixes public and private addresses.
  if (!addresses.every(dependencies.isAllowed))
    throw isIP(host) ? new SafeFetchError('address_refused', notPublic(host)) : unreachableError(host);
  return addresses;
}

/**
 * The same error for a name that is unknown, that leads to a forbidden address and that does not respond.
 * Otherwise callers could find out which names exist in the internal network.
 */
function unreachableError(host: string, cause?: unknown): SafeFetchError {
  return new SafeFetchError('unreachable', reason('link_unreachable', { host }), cause);
}

/**
 * Returns where a response redirects to, or undefined if it does not. Throws SafeFetchError for an address
 * that is not fetched.
 */
export function redirectTarget({ statusCode, headers }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode ?? 0) || !headers.location) return undefined;
  // Node reads headers as Latin-1, but a path outside ASCII is sent as UTF-8.
  return parseWebUrl(Buffer.from(headers.location, 'latin1').toString('utf8'), from);
}

/** Returns the reason of `address_refused`, which names who can allow the address. */
export function notPublic(host: string): Reason {
  return reason('link_private', { host });
}

/**
 * Resolves a host name. If the resolver ignores the signal, its result is no
 * longer awaited after the timeout.
 */
async function resolveInTime(
  host: string,
  signal: AbortSignal,
  resolve: Resolve,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([resolve(host, signal), aborted.promise]);
  } catch (error) {
    throw signal.aborted ? signal.reason : unreachableError(host, error);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function send(
  { url, method, headers, body, signal }: CheckedRequest,
  { addresses = [], agent }: { readonly addresses?: readonly string[]; readonly agent?: http.Agent },
  { isAllowed }: RequestDependencies,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error) =>
      reject(signal.aborted ? signal.reason : unreachableError(url.hostname.replace(/^\[|\]$/g, ''), error));
    const options: RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
      method,
      headers,
      signal,
      // A new agent, without keep-alive; `agent` goes through the proxy.
      agent: agent ?? false,
      ...(!agent && { lookup: resolveTo(addresses) }),
      // More than Node's 250 ms, which is too short for distant hosts.
      autoSelectFamilyAttemptTimeout: 2000,
    };
    const request = (url.protocol === 'https:' ? https : http).request(url, options);
    request.once('socket', socket =>
      socket.once('connect', () => {
        if (!agent && !isAllowed(socket.remoteAddress ?? '')) socket.destroy();
      }),
    );
    let informationalCount = 0;
    request.on('information', () => {
      if (++informationalCount > maxInformational) request.destroy();
    });
    // The request may already be destroyed because of too many informational responses.
    request.once('response', answer => request.destroyed || resolve(answer));
    // The listeners stay after the response, because an abort then emits an error too.
    // Rejecting again has no effect.
    request.on('error', fail);
    request.on('close', fail);
    request.end(body);
  });
}

/** 100 Continue, 102 Processing and 103 Early Hints: a normal server sends one or two before its response. */
const maxInformational = 5;

/** Replaces Node's DNS look-up, so that it connects only to the addresses that were checked. */
function resolveTo(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map(address => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [firstEntry] = entries;
    if (options.all || !firstEntry) callback(null, [...entries]);
    else callback(null, firstEntry.address, firstEntry.family);
  };
}
