import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readBuild } from './build.ts';

test('a checkout is told by its commit, also when its references are packed or no branch is checked out', t => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-build-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' }).trim();
  const address = pathToFileURL(`${folder}/`);
  assert.equal(readBuild(address), undefined);
  git('init', '--quiet');
  assert.equal(readBuild(address), undefined);
  git(
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@b.c',
    'commit',
    '--quiet',
    '--allow-empty',
    '--message',
    'first',
  );
  const commit = git('rev-parse', 'HEAD').slice(0, 12);
  assert.equal(readBuild(address), commit);
  git('pack-refs', '--all');
  assert.equal(readBuild(address), commit);
  git('checkout', '--quiet', '--detach');
  assert.equal(readBuild(address), commit);
  writeFileSync(join(folder, 'build'), '0123456789ab\n');
  assert.equal(readBuild(address), '0123456789ab');
});
