/**
 * Decides which addresses a URL from outside may lead to: the public internet, and
 * networks that the operator allows.
 */
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [address: Address, bits: number];

/** Ranges of the library that are the public internet: AS112 and AMT are hosts that anyone can reach. */
const openRanges: ReadonlySet<string> = new Set(['unicast', 'as112', 'as112v6', 'amt']);
/** This address looks public, but inside Azure it is the metadata service of the host. */
const azureMetadata = '168.63.129.16';
const globalUnicast = parseNetwork('2000::/3');
const nat64 = parseNetwork('64:ff9b::/96');
/** Parts of 2000::/3 that are not ordinary hosts: protocol assignments and Teredo, and documentation. */
const closedNetworks = ['2001::/23', '3fff::/20'].map(parseNetwork);

/**
 * Returns a function that decides whether an address may be connected to. Networks are addresses or CIDR
 * ranges; throws if one is neither. All IPv6 addresses outside 2000::/3 are closed, such as loopback,
 * link-local, local and mapped ones. The exception is NAT64, which is open if its IPv4 address is, because on
 * an IPv6-only network every IPv4 host has such an address.
 */
export function openAddressCheck(openedNetworks: readonly string[]): (address: string) => boolean {
  const isOpened = openNetworks(openedNetworks);
  return text => {
    // An address with a zone (fe80::1%eth0) belongs to a link of this machine.
    if (!isIP(text) || text.includes('%')) return false;
    return isOpened(text) || isPublic(parse(text));
  };
}

/**
 * Returns a function that decides whether an address is in one of the networks. Throws if one is neither
 * an address nor a CIDR range.
 */
export function openNetworks(networks: readonly string[]): (address: string) => boolean {
  const parsed = networks.map(parseNetwork);
  return text => {
    if (!isIP(text)) return false;
    // A mapped address (::ffff:10.0.0.1) is the IPv4 address.
    const address = toPlainAddress(parse(text));
    return parsed.some(network => isIn(address, network));
  };
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return isOpenRange(address) && address.toString() !== azureMetadata;
  if (isIn(address, nat64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return (
    isIn(address, globalUnicast) &&
    isOpenRange(address) &&
    !closedNetworks.some(network => isIn(address, network))
  );
}

function isOpenRange(address: Address): boolean {
  return openRanges.has(address.range());
}

function isIn(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function parseNetwork(network: string): Network {
  const [, text = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const widest = isIP(text) === 4 ? 32 : 128;
  const width = Number(bits ?? widest);
  if (!isIP(text) || width > widest)
    throw new TypeError(
      `Not an address or a network: ${network}. Examples: 192.168.1.20, 10.0.0.0/8, fd00::/8.`,
    );
  const address = parse(text);
  return address.kind() === 'ipv6' && width >= 96 && toPlainAddress(address) !== address
    ? [toPlainAddress(address), width - 96]
    : [address, width];
}

/** @NOTE The library takes ::10.0.0.1 for ::ffff:10.0.0.1, so it is given groups of hexadecimal digits. */
function parse(text: string): Address {
  if (isIP(text) === 4) return ipaddr.parse(text);
  return ipaddr.parse(new URL(`http://[${text}]/`).hostname.slice(1, -1));
}

/** Returns the IPv4 address of a mapped one. */
function toPlainAddress(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
