/**
 * A provider whose work is practically never polled again unless it reports a change, and
 * two kinds of engines for it.
 */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { EngineKind } from '../../../src/engines/contract/kind/engine-kind.ts';
import { openJobEngine } from '../../../src/engines/adapter-kit/hosted/job-engine.ts';
import type { JobProtocol, JobState } from '../../../src/engines/adapter-kit/hosted/job-protocol.ts';
import { openHttpClient, readJson } from '../../../src/engines/adapter-kit/http/http-client.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { plannedKind } from '../../../src/engines/planner/planned-kind.ts';
import type { StepEngineKind } from '../../../src/engines/contract/steps/step-engine-kind.ts';
import { type ProviderServer, startProviderServer } from './provider-server.ts';

const protocol: JobProtocol = {
  startRequest: ({ primitive, ...step }, { reportUrl }) => ({
    path: '/jobs',
    body: { primitive, count: 'count' in step ? step.count : 0, webhook: reportUrl ?? null },
  }),
  readJob: answer => readJson(answer, z.object({ id: z.string() })),
  stateRequest: ({ id }) => ({ path: `/jobs/${id}` }),
  readState: answer => JSON.parse(Buffer.from(answer.bytes).toString('utf8')) as JobState,
};

export interface ReportingProvider extends ProviderServer {
  /** Finishes the work of all jobs, without a report. */
  finishJobs(): void;
  /** How often the state of a running job was polled. */
  polls(): number;
}

export async function startReportingProvider(): Promise<ReportingProvider> {
  const counts: number[] = [];
  let isDone = false;
  let polls = 0;
  const server = await startProviderServer({
    isStart: ({ method }) => method === 'POST',
    async answer({ method, path, body }, fake) {
      if (method === 'POST') return { body: { id: String(counts.push(body.count) - 1) } };
      if (!isDone) {
        polls++;
        return { body: { state: 'running' } };
      }
      const urls = await Promise.all(
        Array.from({ length: counts[Number(path.split('/')[2])] ?? 0 }, () => fake.addPicture(128, 128)),
      );
      return { body: { state: 'done', files: urls.map(url => ({ kind: 'picture', url })) } };
    },
  });
  return Object.assign(server, { finishJobs: () => void (isDone = true), polls: () => polls });
}

const results = openResultFiles({ allowedNetworks: ['127.0.0.1'] });
const dayMs = 86_400_000;

const plain: StepEngineKind = {
  kind: 'reporting',
  title: 'Reporting',
  description: { en: 'Reports changes.', zh: '通知变更。' },
  address: 'required',
  secret: 'optional',
  settings: z.strictObject({}),
  abilities: () => ({ generate: { most: 4 } }),
  openSteps: options => {
    const client = openHttpClient({ url: options.url ?? '', secret: options.secret });
    return openJobEngine({ protocol, client, results, options, pollMs: dayMs });
  },
};

/** The reports of `signing` are signed with the secret of the engine. */
export const reportingKinds: readonly EngineKind[] = [
  plannedKind(plain),
  plannedKind({
    ...plain,
    kind: 'signing',
    secret: 'required',
    verifyReport: async ({ headers, body, access }) =>
      headers['x-signature'] === signReport(body, access.secret ?? ''),
  }),
];

export function signReport(body: Uint8Array | string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
