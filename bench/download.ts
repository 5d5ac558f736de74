/**
 * Downloads that keep nothing: the head is read, the bytes of the body are counted, as
 * fast as they come or slowly.
 */
import { openWire, requestBytes, type Connections, type Wire } from './connections.ts';
import { askUntilEnded, submitOne, type Kinora } from './kinora.ts';

/** Some 75 MB of a real MP4, at an address that takes the key. */
export async function makeLargeClip(kinora: Kinora, connections: Connections): Promise<string> {
  const json = { model: 'sketch-motion', prompt: 'noise', seconds: 4, size: '1280x720' };
  const poll = await submitOne(connections, { path: '/v1/videos', key: kinora.videoKey, json });
  const status = await askUntilEnded(connections, requestBytes(poll));
  if (status !== 'completed') throw new Error(`The large clip ended as ${status}`);
  return `${poll.path}/content`;
}

export interface DownloadedFile {
  /** The head as the server sent it, without the empty line. */
  readonly head: string;
  readonly bodyBytes: number;
}

/** Seconds that all requests take, each of `wires` taking the next one when it is done with its last. */
export async function downloadAll(wires: readonly Wire[], requests: readonly Buffer[]): Promise<number> {
  const left = [...requests];
  const startedMs = performance.now();
  await Promise.all(
    wires.map(async wire => {
      for (let request = left.pop(); request; request = left.pop()) await download(wire, request);
    }),
  );
  return (performance.now() - startedMs) / 1000;
}

/** One answer of 200 or 206 to its last byte. `onBody` sees what comes of the body. */
export function download(
  wire: Wire,
  request: Buffer,
  onBody: (bytes: Buffer) => void = () => {},
): Promise<DownloadedFile> {
  return new Promise((resolve, reject) => {
    let head = '';
    let isHeadWhole = false;
    let bodyBytes = 0;
    let contentBytes = 0;
    const readHead = (bytes: Buffer): Buffer => {
      head += bytes.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return bytes.subarray(bytes.length);
      const body = bytes.subarray(bytes.length - (head.length - end - 4));
      head = head.slice(0, end);
      if (!/^HTTP\/1.1 20[06]/.test(head)) reject(new Error(`Not answered as expected: ${head}`));
      contentBytes = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      isHeadWhole = true;
      return body;
    };
    wire.onClose = () => reject(new Error(`The connection was closed after ${bodyBytes} bytes.`));
    wire.onBytes = bytes => {
      const body = isHeadWhole ? bytes : readHead(bytes);
      bodyBytes += body.length;
      onBody(body);
      if (isHeadWhole && bodyBytes >= contentBytes) resolve({ head, bodyBytes });
    };
    wire.socket.write(request);
  });
}

export function openWires(port: number, count: number): Promise<Wire[]> {
  // Large reads: the client is to cost little beside the server.
  return Promise.all(Array.from({ length: count }, () => openWire(port, 1 << 18)));
}
