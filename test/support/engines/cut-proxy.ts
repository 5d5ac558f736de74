/** A proxy in front of an engine that cuts its connections. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { atEnd } from '../servers/clean-up.ts';

export interface CutProxy {
  readonly url: string;
  /** Ends both sides of every connection immediately, without closing them properly. */
  cut(): void;
  /**
   * The response to the next request that begins with this text is lost after it was sent:
   * its connection ends instead.
   */
  loseAnswer(requestStart: string): void;
  /** The number of responses that were lost. */
  readonly lossCount: number;
}

export async function openCutProxy(target: string): Promise<CutProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let requestPrefix: string | undefined;
  let lossCount = 0;
  const server = createServer(client => {
    const engine = connect(Number(port), hostname);
    let request = '';
    client.on('data', (chunk: Buffer) => {
      if (request === '') request = chunk.toString('latin1');
    });
    engine.on('data', () => {
      if (requestPrefix === undefined || !request.startsWith(requestPrefix)) return;
      requestPrefix = undefined;
      lossCount++;
      client.resetAndDestroy();
    });
    for (const [one, other] of [
      [client, engine],
      [engine, client],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  atEnd(async () => {
    cut();
    await new Promise(resolve => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    loseAnswer: requestStart => (requestPrefix = requestStart),
    get lossCount() {
      return lossCount;
    },
  };
}
