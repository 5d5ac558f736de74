/** The address at which a client reached this server. Links in the response begin with it. */
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import type { InterfaceName } from '../route.ts';

export interface PublicAddresses {
  /** The configured address of the server. */
  readonly baseUrl: string | undefined;
  /** The configured address for the image interface. */
  readonly directBaseUrl: string | undefined;
  readonly trustedProxies: readonly string[];
}

export function configuredUrl(
  interfaceName: InterfaceName,
  { baseUrl, directBaseUrl }: PublicAddresses,
): string | undefined {
  return interfaceName === 'image' || interfaceName === 'images' || interfaceName === 'site'
    ? directBaseUrl
    : baseUrl;
}

/**
 * Everything that the address of the links in a response depends on: the configured
 * address, or what `readBaseUrl` reads.
 */
export function findLinkBasis(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  interfaceName: InterfaceName,
  addresses: PublicAddresses,
): string {
  const urlFromSettings = configuredUrl(interfaceName, addresses);
  if (urlFromSettings !== undefined) return urlFromSettings;
  const host = headers.host || `${socket.localAddress} ${socket.localPort}`;
  if (addresses.trustedProxies.length === 0) return host;
  return `${host}\n${socket.remoteAddress}\n${headers['x-forwarded-host'] ?? ''}\n${headers['x-forwarded-proto'] ?? ''}`;
}

/** Only characters of host names and addresses, so that `http://` followed by it is always such a URL. */
const hostShape = /^[\w.\-:[\]]+$/;

/**
 * Returns the address without a trailing slash, from Host or, behind a trusted proxy, from X-Forwarded-Host
 * and -Proto. Throws AppError `request_invalid` for an invalid Host, as RFC 9112 3.2 requires.
 */
export function readBaseUrl(request: FastifyRequest): string {
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  const host = request.host || localHost(request);
  const url = `${scheme}://${host}`;
  if (hostShape.test(host) && URL.canParse(url)) return url;
  throw new AppError('request_invalid', { ...reasonTexts(reason('host_header')) });
}

/** The local address, because HTTP/1.0 clients and some health checks send no Host. */
function localHost({ socket: { localAddress = 'localhost', localPort = 80 } }: FastifyRequest): string {
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
