/**
 * A gateway of the format of midjourney-proxy in a process of its own: each job is done after
 * `BENCH_FINISH_MS`. It refuses requests beyond `BENCH_PER_MINUTE`, and posts to `notifyHook` as long after
 * the end as `BENCH_REPORT_MS` sets. It counts the requests that it receives.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { systemClock } from '@kinora/shared/clock';
import { answerQuestions, sharedNowMs } from './child.ts';

interface GatewayTask {
  readonly id: string;
  /** The start key, as the submit names it. */
  readonly state: string;
  readonly prompt: string;
  readonly doneMs: number;
}

const {
  BENCH_FINISH_MS = '20000',
  BENCH_PER_MINUTE = 'Infinity',
  BENCH_REPORT_MS = 'Infinity',
} = process.env;
const { BENCH_SHEET_EDGE = '128' } = process.env;
const finishMs = Number(BENCH_FINISH_MS);
const perMinute = Number(BENCH_PER_MINUTE);
const reportMs = Number(BENCH_REPORT_MS);
const edge = Number(BENCH_SHEET_EDGE);

const sheet = await sharp({ create: { width: edge, height: edge, channels: 3, background: '#b08040' } })
  // Without compression, pixels of one color also make a file of real size.
  .png({ compressionLevel: edge > 256 ? 0 : 6 })
  .toBuffer();
const tasks = new Map<string, GatewayTask>();
const byKey = new Map<string, string>();
const counts: Record<string, number> = {};
let allowance = perMinute;
let countedMs = performance.now();

const server = createServer((incoming, response) => {
  handle(incoming, response).catch(() => response.destroy());
});
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

answerQuestions(
  { url },
  {
    counts: () => counts,
    /** When each job was done, by its start key. */
    done: () => Object.fromEntries([...tasks.values()].map(({ state, doneMs }) => [state, doneMs])),
    stop: async () => server.closeAllConnections(),
  },
);

async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = ''] = (incoming.url ?? '').split('?', 1);
  if (path.startsWith('/files/')) {
    count('files');
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': sheet.length }).end(sheet);
    return;
  }
  const body = incoming.method === 'POST' ? await text(incoming) : '';
  if (!isAllowed()) {
    count('refused');
    response.writeHead(429, { 'retry-after': '2' }).end('{"code":23,"description":"slow down"}');
    return;
  }
  if (path.startsWith('/mj/submit/'))
    return submit(response, JSON.parse(body), String(incoming.headers['idempotency-key'] ?? ''));
  if (path === '/mj/task/list-by-condition') {
    count('lists');
    const { ids } = JSON.parse(body) as { ids: string[] };
    return send(
      response,
      ids.flatMap(id => tasks.get(id) ?? []).map(task => toRecord(task)),
    );
  }
  const requestedTask = tasks.get(path.split('/')[3] ?? '');
  count('fetches');
  if (requestedTask) return send(response, toRecord(requestedTask));
  response.writeHead(204).end();
}

/** The requests still allowed, at most those of one minute. */
function isAllowed(): boolean {
  if (perMinute === Infinity) return true;
  const now = performance.now();
  allowance = Math.min(perMinute, allowance + ((now - countedMs) * perMinute) / 60_000);
  countedMs = now;
  if (allowance < 1) return false;
  allowance--;
  return true;
}

interface SubmittedJob {
  readonly state: string;
  readonly prompt: string;
  readonly notifyHook?: string;
}

/** A submit that is repeated with its key is the same job. */
function submit(response: ServerResponse, body: SubmittedJob, key: string): void {
  count('submits');
  const existingId = key && byKey.get(key);
  if (existingId) return send(response, { code: 1, description: 'ok', result: existingId, properties: {} });
  const id = `1763${String(tasks.size + 1).padStart(12, '0')}`;
  if (key) byKey.set(key, id);
  tasks.set(id, { id, state: body.state, prompt: body.prompt, doneMs: sharedNowMs() + finishMs });
  if (body.notifyHook !== undefined && reportMs !== Infinity)
    void systemClock.sleep(finishMs + reportMs).then(() => report(body.notifyHook ?? '', id));
  send(response, { code: 1, description: 'ok', result: id, properties: {} });
}

function report(hook: string, id: string): void {
  count('reports');
  const reportRequest = request(hook, { method: 'POST', headers: { 'content-type': 'application/json' } });
  reportRequest.on('error', () => count('reports lost')).on('response', answer => answer.resume());
  reportRequest.end(JSON.stringify({ id, status: 'SUCCESS' }));
}

function toRecord({ id, state, prompt, doneMs }: GatewayTask): object {
  const isDone = sharedNowMs() >= doneMs;
  return {
    id,
    state,
    prompt,
    action: 'IMAGINE',
    status: isDone ? 'SUCCESS' : 'IN_PROGRESS',
    progress: isDone ? '100%' : '50%',
    imageUrl: isDone ? `${url}/files/${id}.png` : null,
    buttons: isDone ? [{ customId: `MJ::JOB::upsample::1::${id}` }] : [],
    properties: { messageHash: id, discordInstanceId: '1' },
  };
}

function count(name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function send(response: ServerResponse, body: object): void {
  const payload = Buffer.from(JSON.stringify(body));
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': payload.length })
    .end(payload);
}
