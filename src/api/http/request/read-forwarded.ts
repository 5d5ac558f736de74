/**
 * Addresses as proxies write them: some add a port, brackets, a zone, or hide the address. Limits and
 * bound tokens need the bare one.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Rewrites X-Forwarded-For to bare addresses. Without it, the header Forwarded (RFC 7239) stands for
 * all X-Forwarded-* headers. An entry without an address ends the chain: what a proxy hid, or what a
 * client wrote before it, does not identify the client. The address is then that of the proxy, so that the
 * limits of one address still apply.
 */
export function readForwarded({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const addressChain = [headers['x-forwarded-for'] ?? forwardedChain(headers) ?? []].flat().join(',');
  const addresses = addressChain.split(',').map(bareAddress);
  const validAddresses = addresses.slice(addresses.lastIndexOf(undefined) + 1);
  if (validAddresses.length > 0) headers['x-forwarded-for'] = validAddresses.join(', ');
  else delete headers['x-forwarded-for'];
}

/**
 * `203.0.113.5:51234`, `[2001:db8::1]:443`, `"[fe80::1%eth0]"`. Returns undefined if it is not an address,
 * such as `unknown` or `_hidden`.
 */
export function bareAddress(value: string): string | undefined {
  const text = value.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketedAddress, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\w+)?$/.exec(text) ?? [];
  const [address = ''] = (bracketedAddress ?? v4 ?? text).split('%');
  return isIP(address) ? address : undefined;
}

/**
 * The addresses of Forwarded, nearest proxy last. Host and scheme, as the nearest proxy names them, become
 * X-Forwarded-Host and -Proto.
 */
function forwardedChain(headers: IncomingHttpHeaders): string[] | undefined {
  const { forwarded: forwardedHeader } = headers;
  if (forwardedHeader === undefined) return undefined;
  const elements = splitUnquoted(forwardedHeader, ',').map(toPairs);
  const { host, proto } = elements.at(-1) ?? {};
  if (host !== undefined) headers['x-forwarded-host'] ??= host;
  if (proto !== undefined) headers['x-forwarded-proto'] ??= proto;
  return elements.map(element => element['for'] ?? '');
}

/** Reads an element such as `for=192.0.2.60;proto=https` as an object. */
function toPairs(element: string): Readonly<Record<string, string>> {
  const pairs = splitUnquoted(element, ';').map(pair => {
    const [name = '', ...value] = pair.split('=');
    return [
      name.trim().toLowerCase(),
      value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    ] as const;
  });
  return Object.fromEntries(pairs);
}

function splitUnquoted(text: string, separator: ',' | ';'): string[] {
  return text.match(separator === ',' ? /(?:"[^"]*"|[^,"])+/g : /(?:"[^"]*"|[^;"])+/g) ?? [];
}
