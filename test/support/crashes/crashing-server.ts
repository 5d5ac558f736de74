/** Controls a crash server from outside: start, kill, start again on the same folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd, atProcessEnd } from '../servers/clean-up.ts';
import { copyFolder } from './copy-folder.ts';
import { bundledProgram, ownEnvironment } from '../programs/bundled-program.ts';
import { freePort } from '../servers/free-port.ts';
import { killDatabase } from './kill-database.ts';

export interface CrashingServer {
  readonly dataDir: string;
  /** The same after every start. */
  readonly url: string;
  readonly imageKey: string;
  readonly videoKey: string;
  readonly running: boolean;
  start(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Sends SIGKILL. */
  kill(): void;
  /** Resolves when the process has ended, for whatever reason. */
  gone(): Promise<void>;
  stop(): Promise<void>;
}

const program = new URL('./crash-server.ts', import.meta.url);

/**
 * Not started yet, on a folder as a first start leaves it. Folder and database are deleted when the tests of the file
 * have ended.
 */
export async function makeCrashingServer(puppetUrl: string): Promise<CrashingServer> {
  const { dataDir, keys } = await (prepared ??= prepare());
  const copy = await emptyFolder();
  await copyFolder(dataDir, copy);
  return serverOn(copy, { puppetUrl, keys: { ...keys }, register: atEnd });
}

interface Keys {
  image: string;
  video: string;
}

let prepared: Promise<{ readonly dataDir: string; readonly keys: Keys }> | undefined;

/** Created once for all tests of a process, because creating a database takes longer than everything else that they do. */
async function prepare() {
  const keys = { image: '', video: '' };
  const server = await serverOn(await emptyFolder(), { puppetUrl: '', keys, register: atProcessEnd });
  await server.start();
  await server.stop();
  return { dataDir: server.dataDir, keys };
}

const emptyFolder = () => mkdtemp(join(tmpdir(), 'kinora-crash-'));

async function serverOn(
  dataDir: string,
  {
    puppetUrl,
    keys,
    register,
  }: { readonly puppetUrl: string; readonly keys: Keys; readonly register: typeof atEnd },
): Promise<CrashingServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;

  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const settings = {
      KINORA_PORT: String(port),
      KINORA_MONITORING_ADDRESS: 'off',
      KINORA_DATA_DIR: dataDir,
      KINORA_LOG_LEVEL: 'silent',
      PUPPET_URL: puppetUrl,
    };
    child = spawn(process.execPath, [await bundledProgram(program)], {
      env: { ...ownEnvironment, ...settings, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await Promise.race([
      once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line'),
      once(child, 'exit').then(() => undefined),
    ]);
    // It may have died while it adopted an old task, which some tests are about.
    if (!line) return;
    const greeting = JSON.parse(String(line[0])) as { keys?: Keys };
    Object.assign(keys, greeting.keys);
  };
  const running = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const gone = async () => {
    if (running()) await once(child as ChildProcess, 'exit');
  };
  const stop = async () => {
    if (running()) child?.kill('SIGTERM');
    await gone();
  };
  register(async () => {
    await stop();
    killDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    dataDir,
    url: `http://127.0.0.1:${port}`,
    get imageKey() {
      return keys.image;
    },
    get videoKey() {
      return keys.video;
    },
    get running() {
      return running();
    },
    start,
    kill: () => void child?.kill('SIGKILL'),
    gone,
    stop,
  };
}
