/** A Kinora child with a throw-away folder, and what a client does with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@kinora/shared/clock';
import { allocator, heap } from '../bin/server-memory.js';
import { startChild, type Child, type ChildOptions } from './child.ts';
import { requestBytes, type Connections, type HttpRequest } from './connections.ts';
import type { TopicOptions } from './topic.ts';

export interface Kinora extends Child {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly port: number;
  readonly imageKey: string;
  readonly videoKey: string;
}

export interface KinoraOptions extends ChildOptions {
  readonly databaseUrl?: string;
  /** Absent if Kinora only draws. */
  readonly program?: './kinora-child.ts' | './compose-child.ts' | './gateway-kinora-child.ts';
}

/** Draws by the instant engine. Stopped by itself at the end of the topic. */
export async function startKinora(
  { freshDatabase, atEnd }: TopicOptions,
  {
    env = {},
    execArgv = [],
    databaseUrl: existingDatabaseUrl,
    program = './kinora-child.ts',
  }: KinoraOptions = {},
): Promise<Kinora> {
  const databaseUrl = existingDatabaseUrl ?? (await freshDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
  const settings = {
    KINORA_PORT: '0',
    KINORA_MONITORING_ADDRESS: 'off',
    KINORA_DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  };
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const child = await startChild(program, {
    env: { ...allocator, ...settings, ...env },
    execArgv: [heap, ...execArgv],
  });
  atEnd(child.stop);
  const { port, imageKey = '', videoKey = '' } = child.ready;
  return { ...child, databaseUrl, dataDir, port: Number(port), imageKey, videoKey };
}

/**
 * Asks until the record says that the task has ended, by default without a pause; answers with how it ended.
 */
export async function askUntilEnded(connections: Connections, poll: Buffer, pauseMs = 0): Promise<string> {
  for (;;) {
    if (pauseMs > 0) await systemClock.sleep(pauseMs);
    const { body } = await connections.send(poll);
    const { status } = JSON.parse(body) as { status: string };
    if (/success|failure|completed|failed/i.test(status)) return status;
  }
}

export interface Submission {
  readonly path: '/mj/submit/imagine' | '/mj/submit/shorten' | '/v1/videos';
  readonly key: string;
  readonly json: unknown;
}

/** Submits; answers with what polls the new task. */
export async function submitOne(
  connections: Connections,
  { path, key, json }: Submission,
): Promise<HttpRequest> {
  const { body } = await connections.send(requestBytes({ method: 'POST', path, key, json }));
  const answer = JSON.parse(body) as { result?: string; id?: string };
  if (!answer.result && !answer.id) throw new Error(`Not accepted: ${body}`);
  return { key, path: answer.id ? `/v1/videos/${answer.id}` : `/mj/task/${answer.result}/fetch` };
}
