/** The sample programs in docs/engines/command.md. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandKind } from '../../../src/engines/kinds/command/command-kind.ts';
import { commandSettings } from '../../../src/engines/kinds/command/command-settings.ts';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import { pictureOfSize, smallStep } from '../../support/engines/steps.ts';
import { never } from '../../support/test-engine/instance.ts';

const guide = await readFile(new URL('../../../docs/engines/command.md', import.meta.url), 'utf8');

function program(language: string): string {
  const [, text = assert.fail(`no ${language}`)] =
    new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide) ?? [];
  return text;
}

test('the small sample completes a job', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-guide-'));
  await writeFile(join(folder, 'copy.mjs'), program('js'));
  await writeFile(join(folder, 'fox.png'), (await pictureOfSize(64, 64)).bytes);
  const lines = [join(folder, 'copy.mjs'), '{job}', join(folder, 'fox.png')];
  const settings = commandSettings.parse({ program: process.execPath, arguments: lines.join('\n') });
  const engine = commandKind(folder).openSteps({
    name: 'studio',
    url: undefined,
    secret: undefined,
    slots: undefined,
    settings,
    spool: openMemorySpool(),
  });
  const step = await smallStep('generate');
  const handle = await engine.start({ ...step, count: 4 } as typeof step, 'one:0', never);
  let state = await engine.check(handle, 0, never);
  while (state.state === 'running') state = await engine.check(handle, 0, never);
  assert.ok(state.state === 'done', JSON.stringify(state));
  assert.deepEqual(
    state.media.map(({ width, height }) => [width, height]),
    Array.from({ length: 4 }, () => [64, 64]),
  );
  await rm(folder, { recursive: true, force: true });
});

test('the settings of the guide are settings of the kind', () => {
  const [, rows = ''] = /\| Setting \| Meaning \|\n([^]*?)\n\n/.exec(guide) ?? [];
  const settingNames = [...rows.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(match => match[1] ?? ''),
  );
  assert.deepEqual(settingNames.toSorted(), Object.keys(commandSettings.shape).toSorted());
});
