/**
 * A fake of Discord with Midjourney's bot in one channel, as far as programs that drive it need it: the
 * gateway, interactions, uploads and files. It counts the interactions that it accepts.
 */
import { newRowId } from '../../../src/platform/lib/id.ts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { atEnd } from '../servers/clean-up.ts';
import type { DiscordBehavior } from './behavior.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { type Interaction, readInteraction } from './interactions.ts';
import { answerInteraction } from './midjourney.ts';

export interface FakeDiscord {
  readonly url: string;
  readonly guildId: string;
  readonly channelId: string;
  /** The token of the user who drives Midjourney. */
  readonly token: string;
  /** Change its fields at any time. */
  readonly behavior: DiscordBehavior;
  /** Every interaction that it accepted, in order. */
  readonly interactions: Interaction[];
}

interface DiscordState extends FakeDiscord {
  readonly gateway: Gateway;
  readonly files: Map<string, Buffer>;
  readonly uploads: Map<string, Buffer>;
  newId(): string;
}

/** The URLs of Discord for files and uploads. Programs replace these with those of a reverse proxy. */
const cdn = 'https://cdn.discordapp.com';
const uploadServer = 'https://discord-attachments-uploads-prd.storage.googleapis.com';

export async function startFakeDiscord(): Promise<FakeDiscord> {
  const server = createServer((request, response) => {
    answer(parts, request, response).catch(() => response.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const token = 'token-of-the-user';
  let ids = 1_440_000_000_000_000_000n;
  const parts: DiscordState = {
    url: `http://127.0.0.1:${port}`,
    guildId: '1118138338562560102',
    channelId: '1118138338562560105',
    token,
    behavior: { pauseMs: 300 },
    interactions: [],
    gateway: openGateway(token, () => `ws://127.0.0.1:${port}`),
    files: new Map(),
    uploads: new Map(),
    newId: () => String(ids++),
  };
  server.on('upgrade', (request, connection) => parts.gateway.connect(request, connection));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return parts;
}

async function answer(
  parts: DiscordState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', parts.url);
  const [area] = pathname.split('/').slice(1);
  if (area === 'attachments') return sendFile(parts, pathname, response);
  if (area === 'uploads') {
    parts.uploads.set(pathname.slice('/uploads/'.length), await buffer(request));
    return void response.writeHead(200).end();
  }
  if (request.headers.authorization !== parts.token)
    return send(response, 401, { message: '401: Unauthorized', code: 0 });
  const body: any = await json(request);
  if (pathname === '/api/v9/interactions') return interact(parts, body, response);
  if (pathname.endsWith('/attachments')) return prepareUpload(body, response);
  if (pathname.endsWith('/messages')) return postMessage(parts, body, response);
  send(response, 404, { message: '404: Not Found', code: 0 });
}

async function interact(parts: DiscordState, body: any, response: ServerResponse): Promise<void> {
  const { behavior, interactions, uploads } = parts;
  if (behavior.refusal) return send(response, behavior.refusal.status, behavior.refusal.body);
  const interaction = readInteraction(body, {
    number: interactions.length + 1,
    resultId: parts.newId(),
    uploads,
    findResult: id => interactions.find(({ resultId }) => resultId === id),
  });
  if (!interaction) return send(response, 400, { message: 'Invalid Form Body', code: 50_035 });
  interactions.push(interaction);
  await behavior.answerGate;
  response.writeHead(204).end();
  const attach = (name: string, bytes: Buffer) => attached(parts, name, bytes);
  await answerInteraction({ ...parts, attach }, interaction);
}

/** The URL is signed, although Discord does not check signatures for a while. */
function attached({ files, channelId, newId }: DiscordState, name: string, bytes: Buffer): string {
  const path = `/attachments/${channelId}/${newId()}/${name}`;
  files.set(path, bytes);
  return `${cdn}${path}?ex=6a1b2c3d&is=69fadabd&hm=9f86d081884c7d659a2feaa0c55ad015&`;
}

function prepareUpload({ files }: any, response: ServerResponse): void {
  const attachments = files.map(({ id, filename }: any) => {
    const name = `${newRowId()}/${filename}`;
    const upload_url = `${uploadServer}/uploads/${name}?upload_id=AJRbA5U`;
    return { id, upload_url, upload_filename: name };
  });
  send(response, 200, { attachments });
}

function postMessage(parts: DiscordState, { content, attachments }: any, response: ServerResponse): void {
  const [{ uploaded_filename: file, filename }] = attachments;
  const bytes = parts.uploads.get(file);
  if (!bytes) return send(response, 400, { message: 'Invalid Form Body', code: 50_035 });
  const url = attached(parts, filename, bytes);
  const id = parts.newId();
  send(response, 200, { id, channel_id: parts.channelId, content, attachments: [{ id, url }] });
}

function sendFile({ files }: DiscordState, path: string, response: ServerResponse): void {
  const bytes = files.get(path);
  if (!bytes) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': path.endsWith('.webp') ? 'image/webp' : 'image/png' }).end(bytes);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
