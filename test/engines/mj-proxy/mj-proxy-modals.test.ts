/**
 * The adapter to Midjourney proxies: jobs of two requests, a button and the answer to its
 * modal, when the second one fails.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineHandle } from '../../../src/engines/contract/engine-handle.ts';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import {
  callFor,
  makeMedia,
  waitForEnd,
  followUp,
  gridJob,
  openAt,
} from '../../support/mj-proxy/mj-proxy.ts';
import type { MjBehavior } from '../../support/mj-proxy/mj-proxy-behavior.ts';
import { type MjProxyServer, startMjProxyServer } from '../../support/mj-proxy/mj-proxy-server.ts';
import { never } from '../../support/test-engine/instance.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';

/** Its button opens a modal directly. */
const changedVariation = { kind: 'variation', prompt: 'a blue fox' } as const;
/** The candidate is selected first. The button of the selected image opens the modal. */
const customZoom = { kind: 'outpaint', frame: { x: -0.4, y: -0.4, width: 1.8, height: 1.8 } } as const;

const listPaths = ({ submits }: MjProxyServer) => submits.map(({ path }) => path);

const certain: readonly Partial<MjBehavior>[] = [{ status: 429 }, { status: 503 }, { code: 23 }];
for (const fault of certain)
  for (const dialect of ['trueai', 'kinora'] as const)
    test(`${dialect}: a modal rejected once with ${JSON.stringify(fault)} is answered again, without a second press`, async () => {
      for (const [job, paths] of [
        [changedVariation, ['imagine', 'action', 'modal']],
        [customZoom, ['imagine', 'action', 'action', 'modal']],
      ] as const) {
        const server = await startMjProxyServer({ dialect });
        const engine = openAt(server);
        const { recipe } = await makeMedia(engine, gridJob);
        Object.assign(server.behavior, { ...fault, faultAt: 'modal', times: 1 });
        await makeMedia(engine, await followUp(recipe, job, 1));
        assert.deepEqual(listPaths(server), paths);
      }
    });

test('a modal that may have been answered is followed by its record, and answered again only with a key', async () => {
  for (const dialect of ['trueai', 'kinora'] as const) {
    const server = await startMjProxyServer({ dialect });
    const engine = openAt(server);
    const { recipe } = await makeMedia(engine, gridJob);
    Object.assign(server.behavior, { fault: 'reset after', faultAt: 'modal', times: 1 });
    await makeMedia(engine, await followUp(recipe, changedVariation));
    assert.deepEqual(listPaths(server), ['imagine', 'action', 'modal'], dialect);
  }
});

test('a modal that is rejected permanently fails the job, without a second press', async () => {
  const server = await startMjProxyServer();
  const engine = openAt(server);
  const { recipe } = await makeMedia(engine, gridJob);
  Object.assign(server.behavior, { code: 24, faultAt: 'modal' });
  const job = await followUp(recipe, changedVariation);
  const { state } = await waitForEnd(engine, await engine.start(job, 'a:0', never), job);
  assert.ok(state.state === 'failed' && state.code === 'content_refused' && !state.retryable);
  assert.deepEqual(listPaths(server), ['imagine', 'action']);
});

test('the end of a drain does not interrupt a submit that follows another one', async () => {
  for (const submit of ['action', 'modal'] as const) {
    const server = await startMjProxyServer();
    const engine = openAt(server);
    const { recipe } = await makeMedia(engine, gridJob);
    const job = await followUp(recipe, submit === 'modal' ? changedVariation : customZoom, 1);
    if (submit === 'modal') Object.assign(server.behavior, { status: 429, faultAt: 'modal', times: 1 });
    const announcedHandle = await findAnnounced(engine, job);
    const before = server.submits.length;
    const { promise: release, resolve: answer } = Promise.withResolvers<void>();
    server.behavior.submitGate = release;
    const drainController = new AbortController();
    const checked = engine.check(announcedHandle, 0, { ...callFor(job), signal: drainController.signal });
    await waitUntil(() => server.submits.length > before);
    drainController.abort();
    answer();
    const state = await checked;
    assert.ok(state.state === 'running' && state.handle, submit);
    assert.equal((await waitForEnd(engine, state.handle, job)).state.state, 'done', submit);
    assert.equal(server.submits.at(-1)?.path, 'modal');
  }
});

/** The handle that announces the next submit of a job. */
async function findAnnounced(engine: Engine, job: EngineJob): Promise<EngineHandle> {
  let handle = await engine.start(job, 'b:0', never);
  while (!(handle as { nonce?: string }).nonce) {
    const state = await engine.check(handle, 0, callFor(job));
    assert.equal(state.state, 'running');
    if (state.state === 'running' && state.handle) handle = state.handle;
  }
  return handle;
}
