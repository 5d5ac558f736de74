/**
 * Recognizes host names that have another meaning, or none, outside the network in which they were written.
 */
import { isIP } from 'node:net';
import { openAddressCheck, openNetworks } from './public-address.ts';

const isPublic = openAddressCheck([]);
const isLoopback = openNetworks(['127.0.0.0/8', '::1']);
const internalEnding = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/;

/**
 * Whether the host name of a URL is internal: loopback and private addresses, `localhost`, and the names of
 * containers, which have no dot.
 */
export function isInternalHost(hostname: string): boolean {
  const host = bareHost(hostname);
  if (isIP(host)) return !isPublic(host);
  return !host.includes('.') || internalEnding.test(host);
}

/** Whether the host name always means the machine itself. */
export function isLoopbackHost(hostname: string): boolean {
  const host = bareHost(hostname);
  return isLoopback(host) || host === 'localhost' || host.endsWith('.localhost');
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
