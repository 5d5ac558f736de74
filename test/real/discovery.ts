/**
 * Discovery against real programs. `npm run test:real -- discovery HOST` searches the usual ports of a host,
 * or of this machine, and says what it found. In the environment:
 *
 * REAL_LITELLM  the path of the executable `litellm`. It is started on its usual port, with and without a key
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../support/clients/console-client.ts';
import { unusedAddress } from '../support/engines/usual-ports.ts';
import { startLiteLlm } from '../support/programs/litellm.ts';
import { startTestApp, until } from '../support/servers/app.ts';

const { env } = process;
const executable = env['REAL_LITELLM'];
const kinora = await startTestApp();
const operator = await signedIn(kinora, 'operator');

/** The limit that people get. */
const discover = (host: string, more: object = {}) => operator.done('engine discover', { host, ...more });

/** Searches again, as people are told to, until a program on a busy machine answers in time. */
async function findProgram(host: string) {
  const { found: programs } = await until(
    () => discover(host, { timeout_ms: 5000 }),
    answer => answer.found.length > 0,
  );
  return programs[0];
}

const models = ['gpt-image-1', 'gpt-4o'].map(model => ({
  model_name: model,
  litellm_params: { model: `openai/${model}`, api_base: 'http://127.0.0.1:9', api_key: 'none' },
}));

// Everything is opened before the first test, because the rest is closed after it.
const [open, closed] = [unusedAddress(), unusedAddress()];
if (executable) {
  await startLiteLlm(executable, models, { host: open, port: 4000, secret: undefined });
  await startLiteLlm(executable, models, { host: closed, port: 4000, secret: 'sk-real' });
}

const host = process.argv[2] ?? '127.0.0.1';
const { found: programs, message } = await discover(host);
if (programs.length === 0) test('programs that run', { skip: `${message} Start one, and name its host.` });
for (const { title, program, url, kind, state, models, message: programMessage } of programs)
  test(`${program ?? title} at ${url}, ${kind}, is ${state}: ${programMessage}`, () => {
    if (state === 'new')
      assert.ok(models.every(({ operations }: { operations: string[] }) => operations.length > 0));
  });

if (!executable) test('LiteLLM', { skip: 'set REAL_LITELLM to the executable of LiteLLM' });
else {
  test('LiteLLM is found with its image models, and becomes an engine', async () => {
    const litellm = await findProgram(open);
    assert.deepEqual([litellm.name, litellm.state], ['litellm', 'new'], litellm.message);
    const names = litellm.models.map(({ upstream }: { upstream: string }) => upstream);
    assert.deepEqual([names, litellm.unsuitable], [['gpt-image-1'], ['gpt-4o']]);
    const { added: addedEngine } = await discover(open, { timeout_ms: 5000, add: 'litellm' });
    // There is nothing behind it, so that the test fails.
    assert.deepEqual([addedEngine.models, addedEngine.test.ok], [['gpt-image-1'], false]);
  });
  test('LiteLLM with a key is found, and says that it requires a secret', async () => {
    const litellm = await findProgram(closed);
    assert.deepEqual([litellm.title, litellm.state], ['LiteLLM', 'locked'], litellm.message);
    assert.match(litellm.message, /engine add litellm\S* .*--secret/);
  });
}
