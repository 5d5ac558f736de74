/** Limits open connections of the process and of one address, so that no client can use all of them. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { customerNetwork } from '../../../platform/lib/network/customer-network.ts';
import { openNetworks } from '../../../platform/lib/network/public-address.ts';

/** The most open connections of the process. An idle one takes about 20 KB. */
const maxConnections = 4096;
/**
 * One address (of IPv6 a /64) may hold a quarter of the connections that the others leave, so that after any
 * number of greedy addresses there is room for the next one, such as a probe. Trusted proxies are not
 * limited, because they serve many clients.
 */
const shareOfAddress = 4;

/** Closes connections beyond the limits without a response. */
export function limitConnections(
  server: Server,
  trustedProxies: readonly string[],
  process: number = maxConnections,
): void {
  server.maxConnections = process;
  const isTrusted = openNetworks(trustedProxies);
  const counts = new Map<string, number>();
  let open = 0;
  const change = (from: string, delta: number): number => {
    const count = (counts.get(from) ?? 0) + delta;
    open += delta;
    if (count > 0) counts.set(from, count);
    else counts.delete(from);
    return count;
  };
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const from = customerNetwork(address);
    socket.once('close', () => change(from, -1));
    const count = change(from, 1);
    const remainingPlaces = process - (open - count);
    if (count > remainingPlaces / shareOfAddress && !isTrusted(address)) socket.destroy();
  });
}
