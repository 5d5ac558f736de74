/**
 * Checks of many clips at a server that lists its jobs as `GET /v1/videos` of OpenAI
 * does: the newest first, in pages.
 */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startProviderServer } from '../../../../test/support/providers/provider-server.ts';
import { never } from '../../../../test/support/test-engine/instance.ts';
import { openHttpClient } from '../../adapter-kit/http/http-client.ts';
import { openClipChecks } from './clip-jobs.ts';

const jobs = Array.from({ length: 450 }, (_, index) => ({
  id: `clip-${index}`,
  status: index % 2 ? 'in_progress' : 'completed',
  progress: 40,
}));
let requestedPaths: string[] = [];
let lists = true;
const { url } = await startProviderServer({
  isStart: () => false,
  answer: ({ path, query }) => {
    requestedPaths.push(query.size > 0 ? `${path}?${query}` : path);
    const id = /^\/v1\/videos\/(.+)$/.exec(path)?.[1];
    if (id !== undefined) return answerFor(jobs.find(job => job.id === id));
    if (!lists) return { status: 404, body: {} };
    const from = jobs.findIndex(job => job.id === query.get('after')) + 1;
    const to = from + Number(query.get('limit'));
    return { status: 200, body: { data: jobs.slice(from, to), has_more: to < jobs.length } };
  },
});

function answerFor(job: object | undefined) {
  return job ? { status: 200, body: job } : { status: 404, body: { error: { message: 'unknown' } } };
}

beforeEach(() => {
  requestedPaths = [];
  lists = true;
});

async function readStates(ids: readonly string[], dialect: { lists?: true } = { lists: true }) {
  const check = openClipChecks(openHttpClient({ url, secret: undefined }), dialect);
  const shape = { width: 64, height: 64, seconds: 1, framesPerSecond: 8 };
  const statuses = await Promise.all(ids.map(id => check({ id, ...shape }, never)));
  return statuses.map(({ state }) => state);
}

const idsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `clip-${first + index}`);

test('the newest hundred clips are checked by one request', async () => {
  const states = await readStates(idsFrom(0, 100));
  assert.deepEqual(states.slice(0, 3), ['done', 'running', 'done']);
  assert.deepEqual([new Set(states).size, requestedPaths], [2, ['/v1/videos?limit=100']]);
});

test('older clips are on the next pages, and one that the server does not know is lost', async () => {
  const states = await readStates([...idsFrom(95, 10), 'gone']);
  assert.deepEqual([states.at(0), states.at(-2), states.at(-1)], ['running', 'done', 'lost']);
  assert.deepEqual(requestedPaths, [
    '/v1/videos?limit=100',
    '/v1/videos?limit=100&after=clip-99',
    '/v1/videos/gone',
  ]);
});

test('clips that are not among the newest jobs are fetched one by one', async () => {
  const states = await readStates(idsFrom(440, 5));
  assert.deepEqual(states, ['done', 'running', 'done', 'running', 'done']);
  assert.deepEqual(requestedPaths, [
    '/v1/videos?limit=100',
    ...idsFrom(440, 5).map(id => `/v1/videos/${id}`),
  ]);
});

test('few clips are fetched one by one', async () => {
  await readStates(idsFrom(0, 3));
  assert.deepEqual(
    requestedPaths,
    idsFrom(0, 3).map(id => `/v1/videos/${id}`),
  );
});

test('a server without a list is asked for each clip', async () => {
  lists = false;
  await readStates(idsFrom(0, 5));
  assert.deepEqual(requestedPaths, ['/v1/videos?limit=100', ...idsFrom(0, 5).map(id => `/v1/videos/${id}`)]);
  requestedPaths = [];
  await readStates(idsFrom(0, 5), {});
  assert.equal(requestedPaths.length, 5);
});
