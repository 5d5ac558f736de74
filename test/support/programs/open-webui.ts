/** A real Open WebUI with a database of its own, connected as docs/connect-a-client.md says. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@kinora/shared/clock';
import { atEnd } from '../servers/clean-up.ts';
import { freePort } from '../servers/free-port.ts';

const { env } = process;

/** Nothing of the network: no model for embeddings, no other providers, no look for a newer version. */
const offline = {
  OFFLINE_MODE: 'true',
  HF_HUB_OFFLINE: '1',
  RAG_EMBEDDING_ENGINE: 'openai',
  ENABLE_OLLAMA_API: 'false',
  ENABLE_VERSION_UPDATE_CHECK: 'false',
};

export interface OpenWebUi {
  readonly url: string;
  readonly version: string;
  /** The token of its first user, who administers it. */
  readonly token: string;
}

/**
 * `settings` are those of the guide, as lines of an environment file. Resolves when
 * its first user is signed up.
 */
export async function startOpenWebUi(executable: string, settings: string): Promise<OpenWebUi> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-open-webui-'));
  const port = await freePort();
  const lines = settings.split('\n').map(line => line.split(/=(.*)/s).slice(0, 2));
  const program = spawn(executable, ['serve', '--host', '127.0.0.1', '--port', String(port)], {
    cwd: folder,
    env: {
      ...env,
      ...offline,
      ...(Object.fromEntries(lines) as Record<string, string>),
      DATA_DIR: folder,
      WEBUI_SECRET_KEY: 'of a test',
    },
    stdio: env['REAL_VERBOSE'] ? 'inherit' : 'ignore',
  });
  atEnd(async () => {
    program.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/health`).catch(() => undefined))?.ok) {
    assert.equal(program.exitCode, null, 'Open WebUI ended');
    await systemClock.sleep(500);
  }
  const { version } = (await (await fetch(`${url}/api/version`)).json()) as { version: string };
  return { url, version, token: await signUp(url) };
}

async function signUp(url: string): Promise<string> {
  const user = { name: 'Ann', email: 'ann@example.com', password: 'a long password 1' };
  const response = await fetch(`${url}/api/v1/auths/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  });
  const { token } = (await response.json()) as { token?: string };
  assert.ok(token, 'the first user is signed up');
  return token;
}
