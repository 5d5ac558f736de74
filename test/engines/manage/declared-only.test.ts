/** Engines whose settings name programs of the server, and engines that belong to one machine. */
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';

const kind = {
  ...testEngineKind,
  kind: 'programs',
  declaredOnly: true,
  nodeName: (settings: { readonly [name: string]: unknown }) => String(settings['note'] ?? ''),
};

test('engines whose settings name programs can only be declared, and open only on their own machine', async () => {
  const { url } = await (await startTestEngineServer()).addBackend('programs');
  const declareEngine = (node: string) => `{ kind: programs, url: "${url}", settings: { note: "${node}" } }`;
  const text = `engines: { here: ${declareEngine(hostname())}, there: ${declareEngine('other-machine')} }`;
  const file = join(await mkdtemp(join(tmpdir(), 'kinora-declared-')), 'kinora.engines.yaml');
  await writeFile(file, text);
  const kinora = await startTestApp({ kinds: [kind], settings: { KINORA_ENGINES_FILE: file } });
  const operator = await signedIn(kinora, 'operator');

  const engines: { name: string; state: string }[] = await operator.done('engine list', {});
  const readState = (name: string) => engines.find(engine => engine.name === name)?.state;
  assert.deepEqual([readState('here'), readState('there')], ['healthy', 'down']);

  const kinds: { kind: string; declared_only: boolean }[] = await operator.done('engine kinds', {});
  const isDeclaredOnly = (name: string) => kinds.find(one => one.kind === name)?.declared_only;
  assert.deepEqual([isDeclaredOnly('programs'), isDeclaredOnly('sketch')], [true, false]);
  for (const [name, input] of [
    ['engine add', { engine: 'mine', kind: 'programs', url }],
    ['engine change', { engine: 'here', settings: { note: 'x' } }],
    ['engine apply', { file: text }],
    ['engine apply', { file: `engines: { mine: ${declareEngine('')} }` }],
  ] as const)
    assert.match(
      JSON.stringify((await operator.run(name, input)).body),
      /declaration file|on the server/,
      name,
    );
  const unknown = await operator.run('engine add', { engine: 'mine', kind: 'program', url });
  const { message } = unknown.body.error;
  assert.match(message, /expected one of (?!.*programs).*sketch/, 'the kinds that can be added');
  const after: { name: string }[] = await operator.done('engine list', {});
  assert.ok(!after.some(({ name }) => name === 'mine'));
});
