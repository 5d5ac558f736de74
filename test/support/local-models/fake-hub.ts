/**
 * A hub of models and a server of releases, as the Hugging Face hub and GitHub answer, with faults. Files are
 * sent by a second server, to which the first one redirects with a signature for one range, as the hub does.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to the next requests for a file, one each. Then all is well. */
export type FileFault =
  /** The connection breaks after so many bytes of the answer. */
  | { readonly cutAfter: number }
  | { readonly status: number; readonly retryAfter?: number }
  /** The whole file for every range. */
  | 'no ranges'
  | 'longer'
  | 'shorter'
  /** The file has the right length. */
  | 'other bytes'
  | 'expired signature'
  /** It begins, and then sends nothing more until `resume`. */
  | 'hang';

export interface FakeHub {
  readonly url: string;
  /** The files, by `repository/path`. */
  readonly files: Map<string, Buffer>;
  /** The assets, by the name of the file in the release. */
  readonly assets: Map<string, Buffer>;
  /** By `repository/path`, or by the name of an asset. */
  readonly faults: Map<string, FileFault[]>;
  /** All requests for files: the name, and the range. */
  readonly requests: {
    readonly name: string;
    readonly range: string | undefined;
    readonly token: string | undefined;
  }[];
  /** The token without which repositories are closed. Undefined if they are open. */
  token?: string;
  /** Whether the hub redirects to its second server. */
  redirects: boolean;
  commit: string;
  close(): Promise<void>;
}

export const firstCommit = 'a'.repeat(40);

export async function openFakeHub(): Promise<FakeHub> {
  const signatures = new Map<string, string | undefined>();
  const listen = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
    const server = createServer(answer);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const cdn = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://cdn');
    const name = decodeURIComponent(pathname.slice(1));
    const key = searchParams.get('signature') ?? '';
    const isSigned = signatures.has(key) && signatures.get(key) === request.headers.range;
    if (!isSigned || request.headers.authorization !== undefined) return void response.writeHead(403).end();
    sendFile(hub, name, { request, response });
  });
  const main = await listen((request, response) =>
    answer(hub, { request, response, cdn: cdn.url, signatures }),
  );
  const hub: FakeHub = {
    url: main.url,
    files: new Map(),
    assets: new Map(),
    faults: new Map(),
    requests: [],
    redirects: false,
    commit: firstCommit,
    close: async () => {
      await Promise.all([main.server, cdn.server].map(closeServer));
    },
  };
  return hub;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function answer(
  hub: FakeHub,
  call: Exchange & { readonly cdn: string; readonly signatures: Map<string, string | undefined> },
): void {
  const { request, response } = call;
  const path = decodeURIComponent(new URL(request.url ?? '', hub.url).pathname);
  const json = (body: unknown) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const [, tag] = /^\/repos\/[\w.-]+\/[\w.-]+\/releases\/tags\/([\w.-]+)$/.exec(path) ?? [];
  if (tag) return json({ tag_name: tag, assets: listAssets(hub) });
  const [, asset] = /^\/download\/(.+)$/.exec(path) ?? [];
  if (asset !== undefined) return sendFile(hub, asset, call);
  const isOpen = hub.token === undefined || request.headers.authorization === `Bearer ${hub.token}`;
  if (!isOpen) return void response.writeHead(401).end('Access to this repository is restricted.');
  const [, revision] = /^\/api\/models\/[\w.-]+\/[\w.-]+\/revision\/([\w.-]+)$/.exec(path) ?? [];
  if (revision) return json({ sha: hub.commit });
  const [, repository = '', folder = ''] =
    /^\/api\/models\/([\w.-]+\/[\w.-]+)\/tree\/\w+(\/.+)?$/.exec(path) ?? [];
  if (repository) return json(listTree(hub, repository, folder));
  const [, from, name] = /^\/([\w.-]+\/[\w.-]+)\/resolve\/[\w.-]+\/(.+)$/.exec(path) ?? [];
  if (name === undefined) return void response.writeHead(404).end();
  const full = `${from}/${name}`;
  if (!hub.redirects) return sendFile(hub, full, call);
  const signature = String(call.signatures.size);
  call.signatures.set(signature, request.headers.range);
  if (hub.faults.get(full)?.[0] === 'expired signature') {
    hub.faults.get(full)?.shift();
    call.signatures.delete(signature);
    call.signatures.set(`${signature}-expired`, undefined);
  }
  response
    .writeHead(302, { location: `${call.cdn}/${encodeURIComponent(full)}?signature=${signature}` })
    .end();
}

function listAssets(hub: FakeHub) {
  return [...hub.assets].map(([name, bytes]) => ({
    name,
    size: bytes.length,
    digest: `sha256:${sha256Of(bytes)}`,
    browser_download_url: `${hub.url}/download/${name}`,
  }));
}

function listTree(hub: FakeHub, repository: string, folder: string) {
  return [...hub.files]
    .filter(([name]) => name.startsWith(`${repository}${folder}/`))
    .map(([name, bytes]) => ({
      type: 'file',
      path: name.slice(repository.length + 1),
      size: bytes.length,
      lfs: { oid: sha256Of(bytes), size: bytes.length },
    }));
}

function sendFile(hub: FakeHub, name: string, { request, response }: Exchange): void {
  const bytes = hub.files.get(name) ?? hub.assets.get(name);
  if (!bytes) return void response.writeHead(404).end();
  const { range, authorization } = request.headers;
  hub.requests.push({ name, range, token: authorization?.replace('Bearer ', '') });
  const fault = hub.faults.get(name)?.shift();
  if (typeof fault === 'object' && 'status' in fault) {
    const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
    return void response.writeHead(fault.status, headers).end();
  }
  const from = fault === 'no ranges' ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  if (from >= bytes.length)
    return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
  const body = bodyFor(fault, bytes.subarray(from));
  const isPartial = range !== undefined && fault !== 'no ranges';
  response.writeHead(isPartial ? 206 : 200, {
    'content-length': body.length,
    ...(isPartial && { 'content-range': `bytes ${from}-${bytes.length - 1}/${from + body.length}` }),
  });
  if (fault === 'hang') return void response.write(body.subarray(0, Math.ceil(body.length / 2)));
  if (typeof fault === 'object' && 'cutAfter' in fault)
    return void response.write(body.subarray(0, fault.cutAfter), () => response.destroy());
  response.end(body);
}

function bodyFor(fault: FileFault | undefined, bytes: Buffer): Buffer {
  if (fault === 'longer') return Buffer.concat([bytes, Buffer.from('more')]);
  if (fault === 'shorter') return bytes.subarray(0, -1);
  return fault === 'other bytes' ? Buffer.alloc(bytes.length, 'x') : bytes;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
