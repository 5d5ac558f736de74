/**
 * Engines of providers that work in jobs, against a provider with the simplest wire format. What is
 * particular to an adapter is in its own tests.
 */
import { reason, reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { openJobEngine } from '../../../src/engines/adapter-kit/hosted/job-engine.ts';
import type {
  JobProtocol,
  JobState,
  JobTraits,
} from '../../../src/engines/adapter-kit/hosted/job-protocol.ts';
import { openHttpClient, readJson } from '../../../src/engines/adapter-kit/http/http-client.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import type { Abilities } from '../../../src/engines/contract/steps/ability.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import { type ProviderServer, startProviderServer } from '../../support/providers/provider-server.ts';
import { ageHandle, testPaidStarts, unknownStart } from '../../support/providers/paid-starts.ts';
import { smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd } from '../../support/engines/run-step.ts';

const secret = 'planted-key-of-the-provider';
const jobShape = z.object({ id: z.string() });
const stateShape = z.looseObject({ state: z.string() });

const protocol: JobProtocol = {
  startRequest: ({ prompt, primitive }, { reportUrl }) => ({
    path: '/jobs',
    body: { prompt, primitive, ...(reportUrl && { webhook: reportUrl }) },
  }),
  readJob: answer => readJson(answer, jobShape),
  stateRequest: ({ id }) => ({ path: `/jobs/${id}` }),
  readState: answer => readJson(answer, stateShape) as JobState,
  cancelRequest: ({ id }) => ({ method: 'DELETE', path: `/jobs/${id}` }),
};

interface Provider extends ProviderServer {
  /** The state of a job, one for each poll. The last one stays. */
  readonly states: (() => Promise<object>)[];
  readonly cancelled: string[];
}

async function startProvider(): Promise<Provider> {
  const jobs = new Map<string, { readonly isClip: boolean; polls: number }>();
  const cancelled: string[] = [];
  const states: (() => Promise<object>)[] = [];
  const server = await startProviderServer({
    isStart: ({ method }) => method === 'POST',
    async answer({ method, path, body }, fake) {
      const id = path.split('/')[2] ?? '';
      if (method === 'POST') {
        const name = `job-${jobs.size}`;
        jobs.set(name, { isClip: body.primitive === 'clip', polls: 0 });
        return { body: { id: name } };
      }
      const job = jobs.get(id);
      if (!job) return undefined;
      if (method === 'DELETE') {
        cancelled.push(id);
        return { body: {} };
      }
      const state = states[Math.min(job.polls++, states.length - 1)];
      if (state) return { body: await state() };
      if (job.polls === 1) return { body: { state: 'running', progress: 0.5 } };
      const file = job.isClip
        ? { kind: 'clip', url: await fake.addClip() }
        : { kind: 'picture', url: await fake.addPicture() };
      return { body: { state: 'done', files: [file], costMicros: 40_000 } };
    },
  });
  return Object.assign(server, { states, cancelled });
}

const results = openResultFiles({ allowedNetworks: ['127.0.0.1'] });

function openAt({ url }: { readonly url: string }, traits: JobTraits = {}): StepEngine {
  const client = openHttpClient({ url, secret, credentials: key => ({ 'x-key': key }) });
  const options = {
    name: 'provider',
    url,
    slots: undefined,
    reportUrl: async (key: string) => `https://here/${key}`,
  };
  return openJobEngine({ protocol, client, results, options, pollMs: 0, ...traits });
}

const abilities: Abilities = { generate: { most: 1 }, clip: { most: 1, fromWords: true } };
testStepEngine('jobs of a provider', async () => openAt(await startProvider()), {
  abilities,
  step: primitive => smallStep(primitive),
  unknownHandle: { job: { id: 'unknown' }, claims: { width: 64, height: 64, count: 1 } },
});

test('a start sends the webhook URL and the key of the provider, and gets its price', async () => {
  const provider = await startProvider();
  const engine = openAt(provider);
  const handle = await engine.start(await smallStep('generate'), 'a:0', never);
  const [call] = provider.acceptedCalls;
  assert.equal(call?.headers['x-key'], secret);
  assert.equal(call?.body.webhook, 'https://here/a:0');
  const end = await waitForEnd(engine, handle, 0);
  assert.equal(end.state === 'done' && end.costMicros, 40_000);
  assert.ok(!JSON.stringify([handle, end]).includes(secret));
  assert.ok(!JSON.stringify(end).includes('/files/'), 'URLs are not stored');
});

testPaidStarts({
  name: 'job-engine',
  secret,
  begin: startProvider,
  open: openAt,
  step: () => smallStep('generate'),
  rejections: [
    // The job was accepted, whatever the response says.
    [{ status: 200, body: {} }, unknownStart],
    [{ status: 503 }, unknownStart],
  ],
});

test('a failed job reports its reason, and an unknown job is lost', async () => {
  const provider = await startProvider();
  const engine = openAt(provider);
  const text = `no memory, says ${secret}`;
  provider.states.push(async () => ({ state: 'failed', code: 'engine_error', text, retryable: true }));
  const handle = await engine.start(await smallStep('generate'), 'a:0', never);
  const failed = {
    state: 'failed',
    code: 'engine_error',
    reason: reason('not_finished'),
    cause: 'no memory, says ***',
    retryable: true,
  };
  assert.deepEqual(await waitForEnd(engine, handle, 0), failed);
  provider.override = () => ({ status: 404 });
  assert.deepEqual(await waitForEnd(engine, ageHandle(handle), 0), { state: 'lost' });
});

test('a job that its provider does not know yet, or that a proxy does not find, is polled again', async () => {
  const provider = await startProvider();
  const engine = openAt(provider);
  const handle = await engine.start(await smallStep('generate'), 'a:0', never);
  provider.override = () => ({ status: 404 });
  const state = await engine.check(handle, 0, never);
  assert.deepEqual(state, { state: 'running', progress: 0, checkAgainMs: 0 });
  provider.override = () => ({ status: 404, body: Buffer.from('404 page not found') });
  const failure = await catchFailure(Promise.resolve(engine.check(ageHandle(handle), 0, never)));
  assert.deepEqual([failure.retryable, failure.notStarted], [true, false]);
  provider.override = undefined;
  assert.equal((await waitForEnd(engine, handle, 0)).state, 'done');
});

test('a state that cannot be parsed does not change the job, which is polled again', async () => {
  const provider = await startProvider();
  const engine = openAt(provider);
  const handle = await engine.start(await smallStep('generate'), 'a:0', never);
  provider.override = () => ({ body: Buffer.from('<html>sorry</html>') });
  const failure = await catchFailure(Promise.resolve(engine.check(handle, 0, never)));
  assert.deepEqual([failure.retryable, failure.notStarted], [true, false]);
  provider.override = undefined;
  assert.equal((await waitForEnd(engine, handle, 0)).state, 'done');
});

test('a job with fewer files than requested has failed', async () => {
  const provider = await startProvider();
  const engine = openAt(provider);
  provider.states.push(async () => ({ state: 'done', files: [] }));
  const end = await waitForEnd(engine, await engine.start(await smallStep('generate'), 'a:0', never), 0);
  assert.equal(end.state === 'failed' && reasonText(end.reason), 'it returned 0 of 1 files');
});

test('the URL of a file is requested when the file is opened, so that it has not expired', async () => {
  const provider = await startProvider();
  const engine = openAt(provider);
  const handle = await engine.start(await smallStep('generate'), 'a:0', never);
  const end = await waitForEnd(engine, handle, 0);
  const media = end.state === 'done' ? end.media[0] : undefined;
  assert.ok(media);
  provider.forgetFiles();
  assert.ok(await engine.open(handle, media, never), 'the provider returns a new URL');
  const missingUrl = `${provider.url}/files/gone.png`;
  provider.states.push(async () => ({ state: 'done', files: [{ kind: 'picture', url: missingUrl }] }));
  const failure = await catchFailure(Promise.resolve(engine.open(handle, media, never)));
  assert.deepEqual(toVerdict(failure), { code: 'engine_unavailable', retryable: true, notStarted: false });
});

test('accepted work can be cancelled only if cancelling is free', async () => {
  const provider = await startProvider();
  assert.equal(openAt(provider).traits.canCancel, false);
  const engine = openAt(provider, { cancelIsFree: true, knowsKey: true });
  assert.deepEqual([engine.traits.canCancel, engine.traits.afterUnknownStart], [true, 'repeat']);
  await engine.cancel(await engine.start(await smallStep('generate'), 'a:0', never));
  await engine.start(await smallStep('generate'), 'b:0', never);
  await engine.cancelKey?.('b:0');
  assert.deepEqual(provider.cancelled, ['job-0', 'job-1']);
});
