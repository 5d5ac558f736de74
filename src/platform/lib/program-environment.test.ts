import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { test } from 'node:test';
import { toProgramRun } from '../../engines/kinds/command/program-run.ts';
import { commandSettings } from '../../engines/kinds/command/command-settings.ts';
import { programEnvironment } from './program-environment.ts';

test('a program gets the variables of its setting and the standard ones, and none of the server', () => {
  const { PATH = '', ...otherVariables } = programEnvironment('\n A=1=2 \nFOO\nEMPTY=\nLANG=de_DE.UTF-8\n');
  assert.ok(PATH.split(':').includes('/usr/local/bin'));
  assert.deepEqual(otherVariables, { A: '1=2', FOO: '', EMPTY: '', LANG: 'de_DE.UTF-8', HOME: homedir() });
  assert.equal(programEnvironment('PATH=/opt/bin')['PATH'], '/opt/bin');
});

test('a program that is started for each step has this environment', () => {
  const settings = commandSettings.parse({ program: '/bin/true', environment: 'FOO' });
  assert.deepEqual(toProgramRun(settings, '/tmp/job').environment, programEnvironment('FOO'));
});
