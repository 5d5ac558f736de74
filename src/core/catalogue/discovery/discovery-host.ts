/**
 * The host whose ports discovery asks: this machine, or one that an operator names. Like the URL of an
 * engine, it can be in a private network. Link-local and reserved addresses cannot: among them are the
 * metadata services of clouds.
 */
import { isIP } from 'node:net';
import { openAddressCheck } from '../../../platform/lib/network/public-address.ts';
import { resolveHost } from '../../../platform/lib/network/resolve-host.ts';
import { fieldInvalid } from '@kinora/shared/errors/errors';

export interface DiscoveryHost {
  /** The host as in a URL: an IPv6 address is in brackets. */
  readonly name: string;
  /** Resolved once, so that it cannot mean another machine later. */
  readonly addresses: readonly string[];
  readonly isAllowed: (address: string) => boolean;
}

const thisMachine = '127.0.0.1';
const privateNetworks = [
  '127.0.0.0/8',
  '::1',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
];
const isAllowed = openAddressCheck(privateNetworks);
const resolveTimeoutMs = 5_000;

/** Throws AppError `field_invalid`. */
export async function resolveDiscoveryHost(host: string | undefined): Promise<DiscoveryHost> {
  const name = hostName(host ?? thisMachine);
  if (name === undefined) throw fieldInvalid('host', 'host_form');
  const plainName = name.replace(/^\[|\]$/g, '');
  const addresses = isIP(plainName) ? [plainName] : await resolveAddresses(plainName);
  if (addresses.length === 0) throw fieldInvalid('host', 'host_unknown', { host: plainName });
  if (!addresses.every(isAllowed)) throw fieldInvalid('host', 'host_closed', { host: plainName });
  return { name, addresses, isAllowed };
}

/** Returns undefined if it is no host name and no address, or has a port or a path. */
function hostName(host: string): string | undefined {
  const text = isIP(host) === 6 ? `[${host}]` : host;
  const url = URL.parse(`http://${text}/`);
  const isAlone =
    url && url.href === `http://${url.hostname}/` && !/[:/?#@]/.test(text.replace(/^\[.*\]$/, ''));
  return isAlone ? url.hostname : undefined;
}

async function resolveAddresses(name: string): Promise<readonly string[]> {
  return resolveHost(name, AbortSignal.timeout(resolveTimeoutMs)).catch(() => []);
}
