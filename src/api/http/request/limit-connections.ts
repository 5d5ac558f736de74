/** Limits open connections of the process and of one address, so that no client can use all of them. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { customerNetwork } from '../../../platform/lib/network/customer-network.ts';
import { openNetworks } from '../../../platform/lib/network/public-address.ts';

export interface ConnectionLimits {
  readonly process: number;
  /** For one address (of IPv6 a /64). Trusted proxies are not limited, because they serve many clients. */
  readonly address: number;
}

/** An idle connection takes about 20 KB. */
const limits: ConnectionLimits = { process: 4096, address: 2048 };

/** Closes connections beyond the limits without a response. */
export function limitConnections(
  server: Server,
  trustedProxies: readonly string[],
  { process, address: perAddress }: ConnectionLimits = limits,
): void {
  server.maxConnections = process;
  const isTrusted = openNetworks(trustedProxies);
  const counts = new Map<string, number>();
  const change = (from: string, by: number): number => {
    const count = (counts.get(from) ?? 0) + by;
    if (count > 0) counts.set(from, count);
    else counts.delete(from);
    return count;
  };
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isTrusted(address)) return;
    const from = customerNetwork(address);
    socket.once('close', () => change(from, -1));
    if (change(from, 1) > perAddress) socket.destroy();
  });
}
