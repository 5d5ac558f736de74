/**
 * A whole Kinora in a process of its own whose only engine is the fake gateway at `BENCH_GATEWAY_URL`. It
 * counts its statements and errors.
 */
import pg from 'pg';
import { startApp } from '../src/app/start/app.ts';
import { collectHeapLessOften } from '../src/app/start/heap-growth.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import type { Events } from '../src/core/operate/events.ts';
import { engineKinds } from '../src/engines/kinds/engine-kinds.ts';
import type { AppError } from '@kinora/shared/errors/errors';
import { placeKinds } from '../test/support/engines/place-kinds.ts';
import { answerQuestions, cpuSeconds, sharedNowMs } from './child.ts';

const { BENCH_GATEWAY_URL = '', BENCH_SLOTS = '10000', BENCH_DIALECT = 'trueai' } = process.env;

/** When the end of each job was seen, by its start key. */
const seenMsByKey = new Map<string, number>();
const errors: Record<string, number> = {};

const noting = (usual: Events): Events => ({
  ...usual,
  taskRendered: ({ startKey = '' }) => void seenMsByKey.set(startKey, sharedNowMs()),
  workerError: error => count('worker', error),
  checkFailed: (_, error) => count('check', error),
  engineFailed: (_, error) => count('engine', error),
});

function count(source: string, error: unknown): void {
  const { code, message } = error as AppError;
  const key = `${source}: ${code ?? message}`;
  errors[key] = (errors[key] ?? 0) + 1;
}

const statements: Record<string, number> = {};
const query = pg.Client.prototype.query as (...values: unknown[]) => unknown;
pg.Client.prototype.query = function counted(this: unknown, ...values: unknown[]) {
  const [first] = values;
  const { name, text } = first as { name?: string; text?: string };
  const key = typeof first === 'string' ? first : (name ?? text ?? '');
  statements[key] = (statements[key] ?? 0) + 1;
  return query.apply(this, values);
} as typeof pg.Client.prototype.query;

// The server's own process does the same.
collectHeapLessOften();

const config = loadConfig();
const app = await startApp(config, { events: noting });
const gateway = {
  name: 'gateway',
  kind: 'mj-proxy',
  url: BENCH_GATEWAY_URL,
  settings: { dialect: BENCH_DIALECT },
  slots: Number(BENCH_SLOTS),
  operations: ['grid'],
  accepts: ['any-size'],
} as const;
await placeKinds(app.db, engineKinds(config), [gateway]);
await app.refreshConfig();

answerQuestions(
  {
    port: new URL(app.address ?? '').port,
    imageKey: app.firstKeys?.image ?? '',
    videoKey: app.firstKeys?.video ?? '',
  },
  {
    usage: () => ({ cpuSeconds: cpuSeconds(), statements, errors }),
    seen: () => Object.fromEntries(seenMsByKey),
    stop: () => app.stop(),
  },
);
