/** Decides which addresses a URL from outside may lead to: the public internet, and networks that the operator allows. */
import { BlockList, isIP } from 'node:net';

/**
 * IPv4 that is not the public internet: IANA's special-purpose registry, and above 224 multicast, reserved, broadcast.
 * 168.63.129.16 looks public, but inside Azure it is the metadata service of the host.
 */
const closedIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** The parts of 2000::/3 that are not ordinary hosts: protocol assignments and Teredo, documentation, 6to4. */
const closedIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

/**
 * Returns a function that decides whether an address may be connected to. Networks are addresses or CIDR ranges; throws if one
 * is neither. All IPv6 addresses outside 2000::/3 are closed, such as loopback, link-local, local and mapped ones. The exception
 * is NAT64, which is open if its IPv4 address is, because on an IPv6-only network every IPv4 host has such an address.
 */
export function openAddressCheck(openedNetworks: readonly string[]): (address: string) => boolean {
  const closed = new BlockList();
  for (const [network, bits] of closedIpv4) {
    closed.addSubnet(network, bits, 'ipv4');
    closed.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6');
  }
  for (const [network, bits] of closedIpv6) closed.addSubnet(network, bits, 'ipv6');

  const global = new BlockList();
  global.addSubnet('2000::', 3, 'ipv6');
  global.addSubnet('64:ff9b::', 96, 'ipv6');

  const opened = new BlockList();
  for (const network of openedNetworks) addNetwork(opened, network);

  return address => {
    // An address with a zone (fe80::1%eth0) belongs to a link of this machine.
    if (!isIP(address) || address.includes('%')) return false;
    const family = familyOf(address);
    if (opened.check(address, family)) return true;
    return (family === 'ipv4' || global.check(address, family)) && !closed.check(address, family);
  };
}

/** Returns a function that decides whether an address is in one of the networks. Throws if one is neither an address nor a CIDR range. */
export function openNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  return address => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function addNetwork(list: BlockList, network: string): void {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const widest = isIP(address) === 4 ? 32 : 128;
  if (!isIP(address) || Number(bits ?? 0) > widest)
    throw new TypeError(
      `Not an address or a network: ${network}. Examples: 192.168.1.20, 10.0.0.0/8, fd00::/8.`,
    );
  list.addSubnet(address, Number(bits ?? widest), familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
