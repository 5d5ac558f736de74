/** `kinora serve` as an operator starts it: a process of its own with the built-in database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TopicOptions } from './topic.ts';
import { treeMegabytes, readUsage, type Usage } from './usage.ts';

export interface BenchServer {
  readonly url: string;
  /** Empty unless this is the first start in the folder. */
  readonly imageKey: string;
  readonly videoKey: string;
  /** Time from the start of the process to its greeting. */
  readonly readyMs: number;
  /** What the process without its database has used; undefined where there is no /proc. */
  usage(): Promise<Usage | undefined>;
  /** Megabytes of all its processes but the database; undefined where there is no /proc. */
  memory(): Promise<number | undefined>;
  /** Calling it again has no effect. */
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('../bin/kinora.js', import.meta.url));

/** Stopped by itself at the end of the topic. */
export async function serve({ atEnd }: Pick<TopicOptions, 'atEnd'>, dataDir: string): Promise<BenchServer> {
  const startedMs = performance.now();
  const settings = { KINORA_PORT: '0', KINORA_MONITORING_ADDRESS: 'off', KINORA_DATA_DIR: dataDir };
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { PATH: process.env['PATH'] ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exitEvent = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exitEvent;
  };
  atEnd(stop);
  const outputEvent = once(child.stdout, 'data');
  const [greeting] = await Promise.race([
    outputEvent,
    exitEvent.then(() => Promise.reject(new Error('It did not start'))),
  ]);
  const readyMs = performance.now() - startedMs;
  const findInGreeting = (pattern: RegExp) => pattern.exec(String(greeting))?.[1] ?? '';
  return {
    url: findInGreeting(/ready at (\S+)/),
    imageKey: findInGreeting(/^ {2}image {2}(\S+)/m),
    videoKey: findInGreeting(/^ {2}video {2}(\S+)/m),
    readyMs,
    usage: () => readUsage(child.pid ?? 0),
    memory: () => treeMegabytes(child.pid ?? 0),
    stop,
  };
}

/** Deleted at the end of the topic. */
export async function freshFolder({ atEnd }: Pick<TopicOptions, 'atEnd'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
