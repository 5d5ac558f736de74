/** One request to a URL from outside: checks where it leads, and connects to exactly what was checked. */
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import { SafeFetchError } from './safe-fetch-error.ts';

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface CheckedRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
}

export interface RequestParts {
  readonly resolve: Resolve;
  readonly isAllowed: (address: string) => boolean;
}

/** The answer with its body unread: the caller reads or destroys it. Rejects with a SafeFetchError only. */
export async function sendChecked(request: CheckedRequest, parts: RequestParts): Promise<IncomingMessage> {
  const addresses = await resolveChecked(request.url, request.signal, parts);
  return send(request, addresses, parts);
}

/** `base` is where a redirect came from. */
export function parseWebUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw new SafeFetchError('url_invalid', 'This is not a URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new SafeFetchError(
      'url_invalid',
      `Only http and https can be fetched, not ${url.protocol.slice(0, -1)}.`,
    );
  if (url.username || url.password)
    throw new SafeFetchError('url_invalid', 'A URL with a user name or password is not fetched.');
  // The lower ports belong to mail, remote shells and the like, which must not hear from us.
  if (url.port && url.port !== '80' && url.port !== '443' && Number(url.port) < 1024)
    throw new SafeFetchError('url_invalid', `Port ${url.port} is not fetched. Allowed: 80, 443, 1024-65535.`);
  // The dot at the end of a full name belongs to DNS; no certificate has it.
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
  return url;
}

async function resolveChecked(
  url: URL,
  signal: AbortSignal,
  parts: RequestParts,
): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await resolveInTime(host, signal, parts.resolve);
  if (addresses.length === 0) throw new SafeFetchError('unreachable', `${host} has no address.`);
  // One that is closed refuses all: an honest host has no reason to mix them.
  if (!addresses.every(parts.isAllowed)) throw new SafeFetchError('address_refused', notPublic(host));
  return addresses;
}

/** Why `address_refused`, and who can help. */
export function notPublic(host: string): string {
  return `${host} is not on the public internet; the operator can open it with KINORA_ALLOWED_NETWORKS.`;
}

/** The system's look-up cannot be cancelled; it is left alone when the time is over. */
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
    return await Promise.race([resolve(host), aborted.promise]);
  } catch (error) {
    throw signal.aborted ? signal.reason : new SafeFetchError('unreachable', `${host} is not found.`, error);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function send(
  { url, method, headers, body, signal }: CheckedRequest,
  addresses: readonly string[],
  { isAllowed }: RequestParts,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error) =>
      reject(
        signal.aborted
          ? signal.reason
          : new SafeFetchError('unreachable', `${url.host} cannot be reached or broke off.`, error),
      );
    const options: RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
      method,
      headers,
      signal,
      // An agent of its own, without keep-alive and without the environment's proxy.
      agent: false,
      lookup: lookupAmong(addresses),
      // Above Node's 250 ms, in which a host far away cannot answer.
      autoSelectFamilyAttemptTimeout: 2000,
    };
    const request = (url.protocol === 'https:' ? https : http).request(url, options);
    request.once('socket', socket =>
      socket.once('connect', () => {
        if (!isAllowed(socket.remoteAddress ?? '')) socket.destroy();
      }),
    );
    request.once('response', resolve);
    // Both stay after the answer: an abort then comes as an error too, and rejecting again does nothing.
    request.on('error', fail);
    request.on('close', fail);
    request.end(body);
  });
}

/** Node asks this in place of DNS, so that what was checked is what is connected to. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const found = addresses.map(address => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = found;
    if (options.all || !first) callback(null, [...found]);
    else callback(null, first.address, first.family);
  };
}
