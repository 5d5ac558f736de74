/** Shared parts of tests of the adapter to Midjourney proxies: engines on a fake, jobs, and their results. */
import assert from 'node:assert/strict';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineHandle } from '../../../src/engines/contract/engine-handle.ts';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { Recipe } from '../../../src/engines/contract/recipe.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { mjProxyKind } from '../../../src/engines/kinds/mj-proxy/mj-proxy-kind.ts';
import { mjProxySettings } from '../../../src/engines/kinds/mj-proxy/settings.ts';
import { without } from '../../../src/platform/lib/without.ts';
import { openMemorySpool } from '../engines/memory-spool.ts';
import type { MjProxyServer } from './mj-proxy-server.ts';
import { pictureOfSize } from '../engines/steps.ts';
import { never } from '../test-engine/instance.ts';

export type Settings = Partial<ReturnType<typeof mjProxySettings.parse>>;

export const kind = mjProxyKind(openResultFiles({ allowedNetworks: ['127.0.0.1'] }));

export function optionsAt({ url }: { url: string }, settings: Settings = {}, secret?: string) {
  const parsed = mjProxySettings.parse(settings);
  const reportUrl = async (key: string) => `https://here.example/${key}`;
  const spool = openMemorySpool();
  return { name: 'mj', url, secret, slots: undefined, settings: parsed, spool, reportUrl };
}

export const openAt = (server: MjProxyServer, settings: Settings = {}) =>
  kind.open(optionsAt(server, { dialect: server.behavior.dialect, ...settings }));

export const gridJob: EngineJob = {
  taskId: 'test',
  model: 'midjourney',
  kind: 'grid',
  prompt: 'a red fox',
  seed: 7,
  width: 64,
  height: 64,
  exclude: [],
  version: '7',
};

export const callFor = (job: EngineJob) => ({ signal: never, job: async () => job });

interface EndedJob {
  readonly state: EngineStatus;
  readonly handle: EngineHandle;
}

/** Follows the work like the worker. */
export async function waitForEnd(
  engine: Engine,
  initialHandle: EngineHandle,
  job: EngineJob,
): Promise<EndedJob> {
  let handle = initialHandle;
  for (;;) {
    const state = await engine.check(handle, 0, callFor(job));
    if (state.state !== 'running') return { state, handle };
    handle = state.handle ?? handle;
  }
}

let keys = 0;

export async function runJob(engine: Engine, job: EngineJob): Promise<EndedJob> {
  return waitForEnd(engine, await engine.start(job, `key:${keys++}`, never), job);
}

export type DoneStatus = Extract<EngineStatus, { state: 'done' }>;

export async function makeMedia(
  engine: Engine,
  job: EngineJob,
): Promise<DoneStatus & Pick<EndedJob, 'handle'>> {
  const { state, handle } = await runJob(engine, job);
  assert.ok(state.state === 'done', JSON.stringify(state));
  return { ...state, handle };
}

export async function followUp(
  recipe: Recipe | undefined,
  job: Partial<EngineJob>,
  candidate = 0,
): Promise<EngineJob> {
  const parent = { recipe: recipe ?? null, candidate, prompt: gridJob.prompt };
  return { ...gridJob, inputs: [await pictureInput()], ...job, parent };
}

export async function pictureInput(width = 64, height = 64) {
  const { bytes } = await pictureOfSize(width, height);
  return { role: 'picture', contentType: 'image/png', width, height, bytes } as const;
}

/** What the server accepted, without values that differ between starts. */
export const acceptedBodies = ({ submits }: MjProxyServer): Record<string, any>[] =>
  submits.map(({ path, body }) => ({ path, ...without(body, ['taskId', 'state', 'botType']) }));

export const wide = { width: 96, height: 64 };
