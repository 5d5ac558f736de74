/** The workflows of the project's host are valid. Needs Go, which fetches the linter. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { test } from 'node:test';

const linter = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7';
const hasGo = spawnSync('go', ['version']).status === 0;

test('actionlint finds no fault in the workflows', { skip: hasGo ? false : 'Go is not installed' }, () => {
  const files = globSync('.github/workflows/*.yml');
  assert.ok(files.length >= 3);
  // Its checks of shell scripts need other programs.
  const options = ['-shellcheck=', '-pyflakes=', '-no-color'];
  const { status, stdout, stderr } = spawnSync('go', ['run', linter, ...options, ...files], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${stdout}${stderr}`);
});
