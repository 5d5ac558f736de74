/** Where this process is reached, as it prints it: at what it listens on, and in a browser. */
import type { Config } from '../config.ts';

type Listening = Pick<Config, 'host' | 'port'>;

export function listeningAddress({ host, port }: Listening): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Sessions and passkeys belong to one host name, and no passkey to an address: all links name the same. */
export function browserAddress({ host, port, baseUrl }: Listening & Pick<Config, 'baseUrl'>): string {
  const isHere = ['127.0.0.1', '::1'].includes(host);
  return baseUrl ?? listeningAddress({ host: isHere ? 'localhost' : host, port });
}
