/** A real new-api (0.13) with a provider behind it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@kinora/shared/clock';
import { atEnd } from '../servers/clean-up.ts';
import { freePort } from '../servers/free-port.ts';

const { env } = process;

/** The numbers of its provider types. */
const kinds = { openai: 1, sora: 55 };

/** `models` are those of the provider at `upstream`, for images and for clips. Resolves when it responds. */
export async function startNewApi(
  executable: string,
  upstream: string,
  models: Readonly<Record<keyof typeof kinds, string>>,
): Promise<{ readonly url: string; readonly secret: string }> {
  const url = await startProgram(executable);
  const admin = { username: 'root', password: 'password-77' };
  await ask(`${url}/api/setup`, {
    ...admin,
    confirmPassword: admin.password,
    SelfUseModeEnabled: true,
  });
  const login = await ask(`${url}/api/user/login`, admin);
  const headers = { cookie: login.cookie, 'new-api-user': String(login.data.id) };
  // Allows it to fetch clips from this machine, and to work however busy the machine is.
  for (const key of ['fetch_setting.enable_ssrf_protection', 'performance_setting.monitor_enabled'])
    await ask(`${url}/api/option/`, { key, value: 'false' }, { headers, method: 'PUT' });
  for (const [kind, type] of Object.entries(kinds))
    await ask(
      `${url}/api/channel/`,
      {
        mode: 'single',
        channel: {
          type,
          name: kind,
          key: 'upstream-key',
          base_url: upstream,
          models: models[kind as keyof typeof kinds],
          group: 'default',
        },
      },
      { headers },
    );
  const token = { name: 'kinora', unlimited_quota: true, expired_time: -1, group: 'default' };
  await ask(`${url}/api/token/`, token, { headers });
  const list = await ask(`${url}/api/token/?p=1`, undefined, { headers, method: 'GET' });
  const [{ id }] = list.data.items;
  const { data } = await ask(`${url}/api/token/${id}/key`, {}, { headers });
  return { url, secret: `sk-${data.key}` };
}

async function startProgram(executable: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-new-api-'));
  const port = String(await freePort());
  const program = spawn(executable, ['--log-dir', join(folder, 'logs')], {
    cwd: folder,
    env: { PATH: env['PATH'], PORT: port, SQLITE_PATH: join(folder, 'new-api.db'), SESSION_SECRET: 'real' },
    stdio: env['REAL_VERBOSE'] ? 'inherit' : 'ignore',
  });
  atEnd(async () => void program.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/api/setup`).catch(() => undefined))?.ok) {
    assert.equal(program.exitCode, null, 'new-api ended');
    await systemClock.sleep(500);
  }
  return url;
}

interface Call {
  readonly method?: 'GET' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(url: string, json: unknown, { method, headers }: Call = {}) {
  const response = await fetch(url, {
    method: method ?? 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  assert.ok(response.ok && JSON.parse(text).success, `${url}: ${text}`);
  const cookies = response.headers.getSetCookie().map(each => each.split(';')[0]);
  return { data: JSON.parse(text).data, cookie: cookies.join('; ') };
}
