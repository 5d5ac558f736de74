/** A Kinora child with a throw-away folder, and what a client does with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, type Child, type ChildOptions } from './child.ts';
import { requestBytes, type Connections } from './connections.ts';

export interface Kinora extends Child {
  readonly port: number;
  readonly imageKey: string;
  readonly videoKey: string;
}

/** Draws by the instant engine. */
export async function startKinora(databaseUrl: string, { env = {}, execArgv = [] }: ChildOptions = {}): Promise<Kinora> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
  const settings = { KINORA_PORT: '0', KINORA_DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const child = await startChild('./kinora-child.ts', { env: { ...settings, ...env }, execArgv });
  const { port, imageKey = '', videoKey = '' } = child.ready;
  return {
    ...child,
    port: Number(port),
    imageKey,
    videoKey,
    stop: async () => {
      await child.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Asks without a pause until the record says that the task has ended; answers with how it ended. */
export async function askUntilEnded(connections: Connections, poll: Buffer): Promise<string> {
  for (;;) {
    const { body } = await connections.send(poll);
    const { status } = JSON.parse(body) as { status: string };
    if (/success|failure|completed|failed/i.test(status)) return status;
  }
}

export interface Submission {
  readonly path: '/mj/submit/imagine' | '/v1/videos';
  readonly key: string;
  readonly json: unknown;
}

/** Submits; answers with the request that polls the new task. */
export async function submitOne(connections: Connections, { path, key, json }: Submission): Promise<Buffer> {
  const { body } = await connections.send(requestBytes({ method: 'POST', path, key, json }));
  const answer = JSON.parse(body) as { result?: string; id?: string };
  if (!answer.result && !answer.id) throw new Error(`Not accepted: ${body}`);
  return requestBytes({ key, path: answer.id ? `/v1/videos/${answer.id}` : `/mj/task/${answer.result}/fetch` });
}
