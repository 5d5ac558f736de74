/**
 * Programs that answer what tells them apart, and nothing else: a search ends all the same,
 * and says what it knows of them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../support/clients/console-client.ts';
import { localPrograms } from '../../support/engines/local-programs.ts';
import { noAnswer, startProgram, unusedAddress } from '../../support/engines/usual-ports.ts';
import { startTestApp } from '../../support/servers/app.ts';

/** Long enough for an answer on a busy machine. What hangs is waited for twice as long. */
const search = { timeout_ms: 2000 };

test('what recognizes itself and then hangs, lies or ends is listed with the reason', async () => {
  const operator = await signedIn(await startTestApp(), 'operator');
  const host = unusedAddress();
  const stats = { 'GET /system_stats': { system: { comfyui_version: '0.3.64' }, devices: [] } };
  await startProgram({ host, port: 8188 }, { ...stats, '*': noAnswer });
  await startProgram({ host, port: 8000 }, { ...stats, '*': { queue_running: 'none' } });
  const { ollama } = localPrograms;
  await startProgram({ host, port: ollama.port }, { 'GET /api/tags': { models: [] } });
  const { found: engines } = await operator.done('engine discover', { host, ...search });
  const states = engines.map(({ port, state }: { port: number; state: string }) => `${port} ${state}`);
  assert.deepEqual([...new Set(states)].sort(), ['11434 unusable', '8000 unusable', '8188 unusable']);
  for (const { name, message } of engines) {
    assert.equal(name, null);
    assert.ok(message.length > 0);
  }
});
