/** The fake ComfyUI responds in the formats that were recorded from a real server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeComfyui, startFakeComfyui } from '../../support/comfyui/fake-comfyui.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import recordings from '../../support/comfyui/recordings.json' with { type: 'json' };

const id = '10325405-67cd-46f6-8cfb-60d59ddf0435';
const graph = recordings.job.body.workflow.prompt;

async function ask(fake: FakeComfyui, path: string, body?: unknown) {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', body: body instanceof FormData ? body : JSON.stringify(body) };
  const response = await fetch(`${fake.url}${path}`, init);
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

/** Names and types. Of a list, those of its first entry; ids and file names count as equal. */
function toShape(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length > 0 && typeof value[0] !== 'string' ? [toShape(value[0])] : ['…'];
  if (typeof value !== 'object' || value === null) return typeof value;
  const isId = (key: string) => /^[0-9a-f-]{36}$/.test(key);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [isId(key) ? 'id' : key, toShape(entry)]),
  );
}

/** The fake may omit fields that nobody reads, but never adds any. */
function assertLike(
  actual: { status: number; body: unknown },
  recording: { status: number; body: unknown },
): void {
  assert.equal(actual.status, recording.status);
  assert.deepEqual(toShape(actual.body), toShape(recording.body));
}

async function waitUntilEnded(fake: FakeComfyui): Promise<void> {
  await waitUntil(() => fake.queue.history.has(id));
}

test('a prompt is accepted, runs and is found as recorded', async () => {
  const fake = await startFakeComfyui();
  assertLike(await ask(fake, '/queue'), recordings['queue empty']);
  assertLike(await ask(fake, `/api/jobs/${id}`), recordings['job unknown']);
  assertLike(await ask(fake, `/history/${id}`), recordings['history unknown']);
  fake.queue.isHeld = true;
  assertLike(await ask(fake, '/prompt', { prompt: graph, prompt_id: id }), recordings.accepted);
  await waitUntil(() => fake.queue.running !== undefined);
  assertLike(await ask(fake, `/api/jobs/${id}`), recordings['job running']);
  const waiting = '6215b068-7cd0-45a1-979d-1b763ea885dd';
  await ask(fake, '/prompt', { prompt: graph, prompt_id: waiting });
  assertLike(await ask(fake, `/api/jobs/${waiting}`), recordings['job pending']);
  fake.queue.release();
  await waitUntilEnded(fake);
  assertLike(await ask(fake, `/api/jobs/${id}`), recordings.job);
  assertLike(await ask(fake, `/history/${id}`), recordings.history);
});

test('a prompt is cancelled and fails as recorded', async () => {
  const fake = await startFakeComfyui();
  fake.queue.isHeld = true;
  await ask(fake, '/prompt', { prompt: graph, prompt_id: id });
  await waitUntil(() => fake.queue.running !== undefined);
  assertLike(await ask(fake, `/api/jobs/${id}/cancel`, {}), recordings.cancelled);
  await waitUntilEnded(fake);
  const job = await ask(fake, `/api/jobs/${id}`);
  assert.equal((job.body as { status: string }).status, recordings['job cancelled'].body.status);
  assert.deepEqual(
    toShape((job.body as { execution_status: unknown }).execution_status),
    toShape(recordings['job cancelled'].body.execution_status),
  );
});

test('invalid prompts are rejected as recorded', async () => {
  const fake = await startFakeComfyui();
  const post = (prompt: object, prompt_id: string = id) => ask(fake, '/prompt', { prompt, prompt_id });
  assertLike(await post(graph, id.toUpperCase()), recordings['invalid id']);
  const { 9: _, ...withoutOutput } = graph;
  assertLike(await post(withoutOutput), recordings['no output']);
  assertLike(
    await post({ ...graph, 3: { class_type: 'NoSuchNode', inputs: {} } }),
    recordings['unknown class'],
  );
  const unknownFile = await post({
    ...graph,
    4: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sdxl.safetensors' } },
  });
  assert.equal(unknownFile.status, recordings['unknown file'].status);
  const findFault = ({ body }: { body: unknown }) =>
    Object.values((body as { node_errors: Record<string, { errors: unknown[] }> }).node_errors)[0]?.errors[0];
  assert.deepEqual(toShape(findFault(unknownFile)), toShape(findFault(recordings['unknown file'])));
});

test('an upload is answered as recorded', async () => {
  const fake = await startFakeComfyui();
  const form = new FormData();
  form.set('image', new File([new Uint8Array(9)], 'ref.png'));
  form.set('subfolder', 'tenant/x');
  const answer = await ask(fake, '/upload/image', form);
  assert.deepEqual(answer, { status: 200, body: recordings.upload.body });
});

test('the events of a prompt come in the recorded order', async () => {
  const fake = await startFakeComfyui();
  const socket = new WebSocket(`${fake.url.replace('http', 'ws')}/ws?clientId=c`);
  const types: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const { type, data: about } = JSON.parse(String(data)) as {
      type: string;
      data: { node?: string | null };
    };
    types.push(about.node === null ? 'executing nothing' : type);
  });
  await waitUntil(() => types.length > 0);
  await ask(fake, '/prompt', { prompt: graph, prompt_id: id, client_id: 'c' });
  await waitUntil(() => types.includes('executing nothing'));
  socket.close();
  const recordedTypes = recordings.events.map(event =>
    'node' in event.data && event.data.node === null ? 'executing nothing' : event.type,
  );
  const isSeldom = (type: string) => type !== 'status' && type !== 'progress_state';
  const end = recordedTypes.indexOf('executing nothing') + 1;
  assert.deepEqual(types.filter(isSeldom), recordedTypes.slice(0, end).filter(isSeldom));
});
