/**
 * The programs of docs/engines/command.md in a real Python. In the environment:
 *
 * REAL_COMMAND_PYTHON the path of a Python with Pillow. Default: the first argument REAL_COMMAND_MODEL a
 * model for the diffusers script, as a name or a folder. That Python then needs torch and diffusers, too
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandKind } from '../../src/engines/kinds/command/command-kind.ts';
import { commandSettings } from '../../src/engines/kinds/command/command-settings.ts';
import { testStepEngine } from '../../src/engines/contract/steps/step-conformance.ts';
import { openMemorySpool } from '../support/engines/memory-spool.ts';
import { smallStep } from '../support/engines/steps.ts';

const { REAL_COMMAND_PYTHON: python = process.argv[2], REAL_COMMAND_MODEL: model } = process.env;
const guide = await readFile(new URL('../../docs/engines/command.md', import.meta.url), 'utf8');

if (python) await testProgram('clouds.py', { imageToImage: true });
else test('a program', { skip: 'name a Python with Pillow: npm run test:real -- command /usr/bin/python3' });
if (python && model) await testProgram('make.py', { imageToImage: true, inpaint: true, hasNegative: true });
else test('the diffusers script', { skip: 'set REAL_COMMAND_MODEL to a model that diffusers can load' });

async function testProgram(name: string, abilities: object): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-program-'));
  await writeFile(join(folder, name), programNamed(name));
  const lines = [join(folder, name), '{job}'].join('\n');
  const settings = commandSettings.parse({ program: python, arguments: lines, ...abilities });
  const kind = commandKind(folder);
  const instance = { name: 'studio', url: undefined, secret: undefined, slots: undefined, settings };
  testStepEngine(name, async () => kind.openSteps({ ...instance, spool: openMemorySpool() }), {
    abilities: kind.abilities('', settings),
    step: primitive => smallStep(primitive, { upstream: model ?? 'none' }),
    unknownHandle: { key: 'unknown', wanted: {} },
  });
}

/** The block of Python whose first line names the program, without its indentation in the page. */
function programNamed(name: string): string {
  for (const [, indent = '', text = ''] of guide.matchAll(/^( *)```python\n([^]*?)^ *```$/gm))
    if (text.split('\n', 1)[0]?.includes(`python ${name}`))
      return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
  return assert.fail(`the guide contains no ${name}`);
}
