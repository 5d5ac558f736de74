/**
 * A rolling upgrade under load, and back: two API processes and two workers of an earlier version are
 * replaced one by one by those of this one on one database, and these by those of the earlier one.
 * The earlier version is a commit, in a work tree of its own: the oldest that starts on the schema of
 * a newer one with the packages of this one. Versions before 0373fa45 refuse such a schema, so that
 * nothing could go back to them.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@kinora/shared/clock';
import { openDatabase } from '../../src/platform/db/open.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { call, until, type Answer } from '../support/servers/app.ts';
import { emptyDatabase } from '../support/servers/database.ts';
import { freePort } from '../support/servers/free-port.ts';

const earlierCommit = '04bebd05';
/** The packages of the server that are in the repository. */
const ownScope = '@kinora';
const root = fileURLToPath(new URL('../../', import.meta.url));
const missing = findMissing();

/** Between two replacements, so that each mix of versions works for a while. */
const acceptedBetween = 12;

test(
  'processes are replaced one by one by those of a newer version, and back, under load: no request fails and no task is lost',
  {
    skip: missing,
  },
  async t => {
    const earlier = await checkOut(earlierCommit);
    const databaseUrl = await emptyDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'kinora-upgrade-'));
    atEnd(() => rm(dataDir, { recursive: true, force: true }));
    const shared = { DATABASE_URL: databaseUrl, KINORA_DATA_DIR: dataDir };
    const migrate = (tree: string) => waitForExit(start(tree, ['migrate'], shared));
    const processes: RunningProcess[] = [];
    for (const role of ['api', 'api', 'worker', 'worker'])
      processes.push(await serve(earlier, role, { ...shared, KINORA_PORT: String(await freePort()) }));
    const imageKey =
      /image +(\S+)/.exec(processes.map(({ readOutput }) => readOutput()).join('\n'))?.[1] ?? '';
    const urls = processes.slice(0, 2).map(({ env }) => `http://127.0.0.1:${env['KINORA_PORT']}`);
    const versions = new Map(urls.map(url => [url, 'the earlier version']));
    const load = submitAlways(versions, imageKey);
    await load.accepted(acceptedBetween);
    for (const [name, tree] of [
      ['this version', root],
      ['the earlier version', earlier],
    ] as const) {
      await migrate(tree);
      for (const [index, process] of processes.entries()) {
        process.child.kill('SIGTERM');
        if (process.child.exitCode === null) await once(process.child, 'exit');
        processes[index] = await serve(tree, process.role, process.env);
        const url = urls[index];
        if (url !== undefined) versions.set(url, name);
        await load.accepted(load.ids.length + acceptedBetween);
      }
      t.diagnostic(
        `${name}: ${load.ids.length} tasks accepted, ${load.repeated()} requests repeated after connection errors`,
      );
    }
    const ids = await load.end();
    const db = openDatabase({ connectionString: databaseUrl }, 2);
    atEnd(() => db.close());
    const ends = await until(
      async () => (await db.pool.query(readEnds, [ids])).rows,
      rows => rows.every(({ phase }) => phase !== 'open'),
    );
    assert.deepEqual(ends, [{ phase: 'succeeded', tasks: ids.length, charges: ids.length }]);
    // The earlier version answers some requests with 503 while it stops.
    const expectedFailures = load.failed.filter(
      ({ version, status }) => version === 'the earlier version' && status === 503,
    );
    t.diagnostic(`${expectedFailures.length} requests were answered with 503 by the earlier version`);
    assert.deepEqual(
      load.failed.filter(one => !expectedFailures.includes(one)),
      [],
    );
  },
);

const readEnds = `
  select case when finished_at is null then 'open' else phase end as phase, count(*)::int as tasks,
    (sum((select count(*) from ledger_entries where task_id = tasks.id and kind = 'settle')))::int as charges
  from tasks where public_id = any($1::text[]) group by 1`;

function findMissing(): string | false {
  if (!existsSync(join(root, '.git'))) return 'This is no clone of the repository.';
  try {
    execFileSync('git', ['cat-file', '-e', `${earlierCommit}^{commit}`], { cwd: root, stdio: 'ignore' });
    return false;
  } catch {
    return `The clone has no commit ${earlierCommit}: fetch the whole history.`;
  }
}

/** A work tree of the commit with the packages of this one. Its own packages are its own. */
async function checkOut(commit: string): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'kinora-earlier-')), 'tree');
  execFileSync('git', ['worktree', 'add', '--detach', folder, commit], { cwd: root, stdio: 'ignore' });
  atEnd(async () => {
    execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root, stdio: 'ignore' });
  });
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '.cache'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules')))
    if (!name.startsWith('.') && name !== ownScope)
      await symlink(join(root, 'node_modules', name), join(modules, name));
  // The links of a workspace are relative.
  const links = { recursive: true, verbatimSymlinks: true };
  await cp(join(root, 'node_modules', ownScope), join(modules, ownScope), links);
  return folder;
}

type Settings = Readonly<Record<string, string>>;

function start(tree: string, args: readonly string[], env: Settings): ChildProcess {
  const baseEnv = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  return spawn(process.execPath, [join(tree, 'bin/kinora.js'), ...args], {
    cwd: tree,
    env: { ...baseEnv, KINORA_MONITORING_ADDRESS: 'off', KINORA_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function waitForExit(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
}

interface RunningProcess {
  readonly child: ChildProcess;
  readonly role: string;
  readonly env: Settings;
  readonly readOutput: () => string;
}

async function serve(tree: string, role: string, env: Settings): Promise<RunningProcess> {
  const child = start(tree, ['serve'], { ...env, KINORA_ROLE: role });
  atEnd(async () => {
    child.kill('SIGKILL');
  });
  let text = '';
  child.stdout?.on('data', chunk => (text += String(chunk)));
  await until(
    async () => ({ text, isOver: child.exitCode !== null }),
    now => now.isOver || /is ready at|worker is running/.test(now.text),
  );
  assert.equal(child.exitCode, null, `${role} of ${tree} did not start: ${text}`);
  return { child, role, env, readOutput: () => text };
}

interface FailedRequest {
  /** The version of the process that answered, when it was asked. */
  readonly version: string;
  readonly status: number;
  readonly body: unknown;
}

/**
 * Two clients that submit one small task after the other, and repeat a request with its key
 * only if the connection fails.
 */
function submitAlways(versions: ReadonlyMap<string, string>, key: string) {
  const urls = [...versions.keys()];
  const ids: string[] = [];
  const failed: FailedRequest[] = [];
  let [isOver, repeats, turn] = [false, 0, 0];
  atEnd(async () => {
    isOver = true;
  });
  const send = async (path: string, json: unknown): Promise<Answer & { version: string }> => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    for (;;) {
      const url = urls[turn++ % urls.length] ?? '';
      const version = versions.get(url) ?? '';
      try {
        const answer = await call(`${url}${path}`, { key, json, headers });
        return { ...answer, version };
      } catch {
        repeats++;
        await systemClock.sleep(50);
      }
    }
  };
  const client = async (): Promise<void> => {
    while (!isOver) {
      const prompt = `a tree with ${ids.length} birds, seen from a hill on an evening in autumn`;
      const { status, body, version } = await send('/mj/submit/shorten', { prompt });
      if (status === 200 && [1, 22].includes(body.code)) ids.push(body.result);
      else failed.push({ version, status, body });
      await systemClock.sleep(100);
    }
  };
  const clients = [client(), client()];
  return {
    ids,
    failed,
    repeated: () => repeats,
    accepted: (count: number) =>
      until(
        async () => ids.length,
        now => now >= count,
      ),
    end: async () => {
      isOver = true;
      await Promise.all(clients);
      return ids;
    },
  };
}
