/**
 * The test engine as a kind of engine: any number of instances, each at the URL of a backend (`server.ts`).
 */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../../src/engines/contract/engine-error.ts';
import { jobKinds } from '@kinora/shared/models/job-kinds';
import type { EngineKind } from '../../../src/engines/contract/kind/engine-kind.ts';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import type { ProbeResult } from '../../../src/engines/contract/kind/probe-result.ts';
import { openTestEngine } from './adapter.ts';
import { authorization, probeFailure, unreachableError } from './failures.ts';

/** One field of each type, for forms and help. */
export const testEngineSettings = z.object({
  paid: z.boolean().default(false).describe('Whether doing the same work again costs the operator money.'),
  canCancel: z.boolean().default(true).describe('Whether a job that has begun can be cancelled.'),
  afterUnknownStart: z
    .enum(['repeat', 'find', 'never'])
    .default('repeat')
    .describe('What to do when it is unknown whether a start arrived.'),
  pollMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .describe('Pause between two checks of a job, in milliseconds. 0: a check waits at the engine.'),
  reportsLoaded: z.boolean().default(false).describe('Whether it says which model it used last.'),
  note: z.string().max(200).default('').describe('Sent with each job, without effect.'),
  quality: z.enum(['draft', 'good', 'best']).default('good').describe('Sent with each job, without effect.'),
});

export type TestEngineSettings = z.infer<typeof testEngineSettings>;

export const testEngineKind: EngineKind = {
  kind: 'test',
  title: 'Test engine',
  description: {
    en: 'A server for tests. Its speed, failures and costs are set while it runs.',
    zh: '用于测试的服务器，可在运行时设置其速度、故障和费用。',
  },
  address: 'required',
  secret: 'optional',
  settings: testEngineSettings,
  offer: () => ({ jobs: jobKinds, startsFromPixels: false }),
  open: openTestEngine,
  probe,
};

async function probe(options: InstanceOptions, signal: AbortSignal): Promise<ProbeResult> {
  const headers = authorization(options);
  const response = await fetch(`${options.url}/v1/models`, { headers, signal, redirect: 'manual' }).catch(
    (error: unknown) => {
      throw unreachableError(error);
    },
  );
  if (!response.ok) {
    await response.body?.cancel();
    throw probeFailure(response.status);
  }
  const { data } = modelList.safeParse(await response.json().catch(() => undefined));
  if (!data) throw new EngineError('engine_error', reason('answer_form'));
  return { program: data.program, models: data.data.map(({ id }) => id), notes: [] };
}

const modelList = z.object({
  program: z.string().optional(),
  data: z.array(z.object({ id: z.string() })),
});
