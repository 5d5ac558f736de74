/**
 * The network of one customer. Limits by address count it as one, because a customer
 * with IPv6 has many addresses.
 */
import { isIPv6 } from 'node:net';

/**
 * Returns an IPv4 address itself, also where it is written as an IPv6 one (`::ffff:192.0.2.7`), and the /64
 * of an IPv6 address as four groups without leading zeros (`2001:db8:0:1`). Anything else is returned
 * unchanged.
 */
export function customerNetwork(address: string): string {
  const [addressWithoutZone = ''] = address.split('%');
  if (!isIPv6(addressWithoutZone)) return address;
  const groups = addressGroups(addressWithoutZone);
  const isMapped = groups.slice(0, 5).every(group => group === '0') && groups[5] === 'ffff';
  return isMapped ? groups.slice(6).flatMap(groupBytes).join('.') : groups.slice(0, 4).join(':');
}

/** The eight groups of an IPv6 address in normal form. `::` may stand for some of them anywhere. */
function addressGroups(address: string): string[] {
  const { hostname } = new URL(`http://[${address}]/`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map(part => (part === '' ? [] : part.split(':')));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function groupBytes(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}
