/**
 * Traces: the context of a submit reaches the engine and the webhooks, with and without an OpenTelemetry SDK.
 */
import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { before, test } from 'node:test';
import type { Engine } from '../../src/engines/contract/engine.ts';
import { EngineError } from '../../src/engines/contract/engine-error.ts';
import { openHttpClient } from '../../src/engines/adapter-kit/http/http-client.ts';
import { readCatalogue } from '../../src/core/catalogue/models/catalogue.ts';
import { call, imageEnd, startTestApp, until, videoEnd, type TestApp } from '../support/servers/app.ts';
import { serve } from '../support/servers/serve.ts';
import { startHookReceiver, type HookReceiver } from '../support/clients/hook-receiver.ts';
import { gatherLog } from '../support/servers/log-lines.ts';
import { recordSpans } from '../support/servers/recorded-spans.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
const log = gatherLog();

interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** What the engine's server received, by task. A start whose prompt asks for it fails once. */
const requests: SeenRequest[] = [];
let kinora: TestApp;
let receiver: HookReceiver;

before(async () => {
  const url = await serve((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    const isFailing =
      request.url?.includes('again') && requests.filter(({ path }) => path === request.url).length < 2;
    if (isFailing) request.socket.destroy();
    else response.end('{}');
  });
  receiver = await startHookReceiver();
  kinora = await startTestApp({
    engines: [failingEngine(url)],
    cards: readCatalogue().models.map(({ card }) => card),
    settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1', KINORA_LOG_LEVEL: 'info' },
    logTo: log,
  });
});

/** Starts and checks over HTTP, and then fails. */
function failingEngine(url: string): Engine {
  const client = openHttpClient({ url, secret: undefined });
  return {
    name: 'sketch',
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: { slots: 4, local: false, afterUnknownStart: 'repeat' },
    start: async ({ prompt }, key, signal) => {
      await client.send({
        path: `/${prompt.replaceAll(' ', '-')}/start/${encodeURIComponent(key)}`,
        body: {},
        signal,
      });
      return { prompt };
    },
    check: async (handle, _waitMs, { signal }) => {
      const { prompt } = handle as { prompt: string };
      await client.send({ path: `/${prompt.replaceAll(' ', '-')}/check`, signal });
      throw new EngineError('engine_error', reason('failed'));
    },
    open: async () => new Uint8Array(),
    cancel: async () => {},
    close: async () => client.close(),
  };
}

interface TracedTask {
  readonly id: string;
  readonly engine: IncomingHttpHeaders[];
  readonly hook: IncomingHttpHeaders;
}

/** Waits for the end of the task, and returns what was sent for it. */
async function traceTask(prompt: string, headers: Record<string, string>): Promise<TracedTask> {
  const { body } = await call(`${kinora.url}/mj/submit/imagine`, {
    key: kinora.imageKey,
    headers,
    json: { prompt: `${prompt} --v 1`, notifyHook: `${receiver.url}/${prompt.replaceAll(' ', '-')}` },
  });
  assert.ok([1, 22].includes(body.code), JSON.stringify(body));
  assert.equal((await imageEnd(kinora, body.result)).status, 'FAILURE');
  const hook = await until(
    async () => receiver.hooks.find(({ record }) => record.id === body.result && record.status === 'FAILURE'),
    message => message !== undefined,
  );
  const path = `/${prompt.replaceAll(' ', '-')}/`;
  const engine = requests.filter(request => request.path.startsWith(path)).map(request => request.headers);
  return { id: body.result, engine, hook: hook?.headers ?? {} };
}

test('without an SDK, the trace of a submit reaches the engine and the webhook unchanged', async () => {
  const { engine, hook, id } = await traceTask('a fox', {
    traceparent,
    tracestate: 'rojo=00f067aa0ba902b7, congo=t61',
  });
  assert.equal(engine.length, 2);
  for (const headers of [...engine, hook]) {
    assert.equal(headers['traceparent'], traceparent);
    assert.equal(headers['tracestate'], 'rojo=00f067aa0ba902b7,congo=t61');
  }
  const [line] = log.lines('task ended').filter(({ task }) => task === id);
  assert.equal(line?.['traceId'], traceId);
});

test('a start that is repeated with the same key continues the same trace', async () => {
  const { engine } = await traceTask('a fox again', { traceparent });
  assert.ok(engine.length >= 3);
  assert.deepEqual(new Set(engine.map(headers => headers['traceparent'])), new Set([traceparent]));
  const starts = requests.filter(({ path }) => path.includes('again/start')).map(({ path }) => path);
  assert.equal(new Set(starts).size, 1);
});

test('without a valid trace, none is sent or stored', async () => {
  for (const [index, headers] of [{}, { traceparent: 'x' }, { tracestate: 'a=b' }].entries()) {
    const { engine, hook, id } = await traceTask(`a hen ${index}`, headers as Record<string, string>);
    for (const outgoing of [...engine, hook])
      assert.deepEqual([outgoing['traceparent'], outgoing['tracestate']], [undefined, undefined]);
    const { rows } = await kinora.app.db.pool.query(
      'select traceparent, tracestate from tasks where public_id = $1',
      [id],
    );
    assert.deepEqual(rows, [{ traceparent: null, tracestate: null }]);
  }
});

test('a clip continues the trace of its request', async () => {
  const { body } = await call(`${kinora.url}/v1/videos`, {
    key: kinora.videoKey,
    headers: { traceparent },
    json: { prompt: 'a boat', seconds: 4 },
  });
  await videoEnd(kinora, body.id);
  const requestsOfTask = requests.filter(({ path }) => path.startsWith('/a-boat/'));
  assert.ok(requestsOfTask.length >= 2);
  assert.ok(requestsOfTask.every(({ headers }) => headers['traceparent'] === traceparent));
});

test('with an SDK, a task is one trace from request to webhook, and no span contains the prompt', async () => {
  const spans = recordSpans();
  const { engine, hook, id } = await traceTask('zinnober harbour', { traceparent, tracestate: 'rojo=1' });
  await until(
    async () => spans,
    all => all.every(({ isEnded }) => isEnded),
  );
  const traceSpans = spans.filter(span => span.traceId === traceId);
  const findSpan = (name: string) => {
    const match = traceSpans.find(span => span.name === name);
    assert.ok(match, `${name} among ${traceSpans.map(span => span.name).join()}`);
    return match;
  };
  const parents: readonly (readonly [string, string])[] = [
    ['submit task', 'POST /mj/submit/imagine'],
    ['wait in queue', 'submit task'],
    ['run task', 'submit task'],
    ['starting', 'run task'],
    ['engine start', 'starting'],
    ['running', 'run task'],
    ['deliver webhook', 'submit task'],
  ];
  for (const [child, parent] of parents)
    assert.equal(findSpan(child).parentId, findSpan(parent).spanId, child);
  assert.equal(findSpan('POST /mj/submit/imagine').parentId, '00f067aa0ba902b7');
  assert.deepEqual(findSpan('submit task').attributes['kinora.task.ids'], [id]);
  assert.equal(findSpan('run task').attributes['error.type'], 'failed');
  const makeTraceparent = (name: string) => `00-${traceId}-${findSpan(name).spanId}-01`;
  assert.deepEqual(
    engine.map(headers => headers['traceparent']),
    [makeTraceparent('engine start'), makeTraceparent('running')],
  );
  const deliveries = traceSpans.filter(({ name }) => name === 'deliver webhook').map(({ spanId }) => spanId);
  assert.ok(deliveries.includes(String(hook['traceparent']).split('-')[2] ?? ''));
  assert.ok([...engine, hook].every(headers => headers['tracestate'] === 'rojo=1'));
  assert.doesNotMatch(JSON.stringify(spans), /zinnober|harbour/);
});
