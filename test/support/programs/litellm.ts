/** A real LiteLLM in front of the servers that the test names. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@kinora/shared/clock';
import { atEnd } from '../servers/clean-up.ts';

const { env } = process;

export interface LiteLlmPlace {
  readonly host: string;
  readonly port: number;
  /** Undefined if it asks for none. */
  readonly secret: string | undefined;
}

/** `models` is the `model_list` of its configuration. Resolves when it responds. */
export async function startLiteLlm(
  executable: string,
  models: readonly object[],
  place?: LiteLlmPlace,
): Promise<{ readonly url: string; readonly secret: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-litellm-'));
  await writeFile(join(folder, 'config.yaml'), JSON.stringify({ model_list: models }));
  const { host, port, secret } = place ?? { host: '127.0.0.1', port: await freePort(), secret: 'sk-real' };
  const url = `http://${host}:${port}`;
  const args = ['--config', join(folder, 'config.yaml'), '--host', host, '--port', String(port)];
  const litellm = spawn(executable, args, {
    env: {
      ...env,
      ...(secret !== undefined && { LITELLM_MASTER_KEY: secret }),
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      // Newer versions do not start with a short key, or without one, otherwise.
      LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: 'true',
    },
    stdio: env['REAL_VERBOSE'] ? 'inherit' : 'ignore',
  });
  // It does not end while it has connections.
  atEnd(async () => void litellm.kill('SIGKILL'));
  while (!(await fetch(`${url}/health/liveliness`).catch(() => undefined))?.ok) {
    assert.equal(litellm.exitCode, null, 'LiteLLM ended');
    await systemClock.sleep(500);
  }
  return { url, secret: secret ?? '' };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
