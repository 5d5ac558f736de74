/** A complete Kinora on a fresh database and a temporary folder, and the calls that a client makes to it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { EngineKind } from '../../../src/engines/contract/kind/engine-kind.ts';
import { sketchKind } from '../../../src/engines/kinds/sketch/sketch-kind.ts';
import type { DrawingPool } from '../../../src/engines/kinds/sketch/process-pool.ts';
import { openReadyMadeDrawing } from './ready-made-drawing.ts';
import { openSharedDrawing } from './shared-drawing.ts';
import { atEnd } from './clean-up.ts';
import { openClient, waitForEnd } from './kinora-client.ts';
import { startApp, type App, type AppOptions } from '../../../src/app/start/app.ts';
import { loadConfig } from '../../../src/platform/config/config.ts';
import { systemClock } from '@kinora/shared/clock';
import { freshDatabase } from './database.ts';

export interface TestApp {
  readonly app: App;
  readonly url: string;
  readonly imageKey: string;
  readonly videoKey: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

export interface TestAppOptions extends AppOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * The built-in engine draws. Otherwise its pictures and clips are ready-made, which takes a
   * tenth of the processor time.
   */
  readonly draws?: boolean;
  /** Opens the pool of the built-in engine, in place of the usual one. */
  readonly openPool?: () => DrawingPool;
}

/**
 * The built-in engine of tests, which is not started for each server. Also for a
 * server that a test starts itself.
 */
export function testSketchKind({
  draws = false,
  openPool = draws ? openSharedDrawing : openReadyMadeDrawing,
}: Pick<TestAppOptions, 'draws' | 'openPool'> = {}): EngineKind {
  return sketchKind({ threads: 1, openPool });
}

/** Stopped automatically when the tests of the file have ended. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-app-'));
  const kinora = await startTestAppOn({ dataDir, databaseUrl: await freshDatabase() }, options);
  const stop = async () => {
    await kinora.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  atEnd(stop);
  return { ...kinora, stop };
}

/** What a server leaves when it is stopped, with the keys of its clients. */
export type Place = Pick<TestApp, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<TestApp, 'imageKey' | 'videoKey'>>;

/**
 * A further process on what another one uses, or the next one after it was stopped. Stopped automatically,
 * too.
 */
export async function startTestAppOn(
  { databaseUrl, dataDir, imageKey = '', videoKey = '' }: Place,
  { settings = {}, kinds = [], draws, openPool, ...options }: TestAppOptions = {},
): Promise<TestApp> {
  const config = loadConfig({
    KINORA_PORT: '0',
    KINORA_MONITORING_ADDRESS: 'off',
    KINORA_DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    KINORA_LOG_LEVEL: 'silent',
    ...settings,
  });
  const ownDrawing = 'KINORA_SKETCH_THREADS' in settings;
  const app = await startApp(config, {
    reportResponse: problem => process.stderr.write(`${problem}\n`),
    ...options,
    kinds: [
      ...(ownDrawing ? [] : [testSketchKind({ ...(draws && { draws }), ...(openPool && { openPool }) })]),
      ...kinds,
    ],
  });
  const stop = () => app.stop();
  atEnd(stop);
  return {
    app,
    url: app.address ?? '',
    imageKey: app.firstKeys?.image ?? imageKey,
    videoKey: app.firstKeys?.video ?? videoKey,
    dataDir,
    databaseUrl,
    stop,
  };
}

export interface Answer<Body = any> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Makes one call. A JSON body is parsed. */
export async function call(
  url: string,
  init: RequestInit & { key?: string; json?: unknown } = {},
): Promise<Answer> {
  const { key, json, ...rest } = init;
  const headers = new Headers(rest.headers);
  if (key) headers.set('authorization', `Bearer ${key}`);
  if (json !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(url, {
    method: json === undefined ? 'GET' : 'POST',
    ...rest,
    headers,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const patienceMs = 180_000;
/** Pauses grow from poll to poll: a short wait ends promptly, and a long one takes little processor time. */
const [firstPollMs, longestPollMs] = [10, 200];

/**
 * Polls until the answer fits. Throws with the last answer after three minutes, because a clip
 * takes one on a busy machine.
 */
export async function until<Value>(
  ask: () => Promise<Value>,
  fits: (value: Value) => boolean,
): Promise<Value> {
  const giveUpAt = systemClock.now() + patienceMs;
  let pauseMs = firstPollMs;
  for (;;) {
    const value = await ask();
    if (fits(value)) return value;
    if (systemClock.now() > giveUpAt)
      throw new Error(`Timed out; last value: ${inspect(value, { depth: 6 })}`);
    await systemClock.sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, longestPollMs);
  }
}

/**
 * The id of a grid. Braces are escaped, because they are instructions to the
 * scripted engine, not permutations.
 */
export function imagine(kinora: Pick<TestApp, 'url' | 'imageKey'>, prompt: string): Promise<string> {
  return openClient(kinora).images.imagine(prompt.replace(/[{}]/g, '\\$&')).id;
}

/** The record of an image task, once it has ended. */
export function imageEnd(kinora: Pick<TestApp, 'url' | 'imageKey'>, id: string): Promise<any> {
  return waitForEnd(openClient(kinora).images.task(id));
}

/** The id of a task, once it has ended. */
export async function createImage(kinora: TestApp, prompt: string): Promise<string> {
  const id = await imagine(kinora, prompt);
  await imageEnd(kinora, id);
  return id;
}

/** The record of a video task, once it has ended. */
export function videoEnd(kinora: Pick<TestApp, 'url' | 'videoKey'>, id: string): Promise<any> {
  return waitForEnd(openClient(kinora).videos.task(id));
}
