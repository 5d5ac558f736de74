/** Where this process is reached: at what it listens on, in a browser, and by providers. */
import type { Config } from '../../platform/config/config.ts';
import { isPublicUrl } from '../../platform/lib/network/public-url.ts';

type ListenAddress = Pick<Config, 'host' | 'port'>;

export function listeningAddress({ host, port }: ListenAddress): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Sessions and passkeys belong to one host name, and no passkey to an address: all links name the same. */
export function browserAddress({ host, port, baseUrl }: ListenAddress & Pick<Config, 'baseUrl'>): string {
  const isHere = ['127.0.0.1', '::1'].includes(host);
  return baseUrl ?? listeningAddress({ host: isHere ? 'localhost' : host, port });
}

/**
 * Returns where providers reach this server: a configured URL that is public, or in a network that the
 * operator allows. Returns undefined if it is nowhere.
 */
export function publicUrl({
  baseUrl,
  directBaseUrl,
  allowedNetworks,
}: Pick<Config, 'baseUrl' | 'directBaseUrl' | 'allowedNetworks'>): string | undefined {
  return [baseUrl, directBaseUrl].find(url => url !== undefined && isPublicUrl(url, allowedNetworks));
}
