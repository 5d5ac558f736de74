import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionHint, versionProblem } from './version.ts';

test('a client works with servers of its major version that are not older than it needs', () => {
  for (const server of ['0.1.0', '0.1.7', '0.12.0', '0.1.0-rc.1'])
    assert.equal(versionProblem(server, '0.1.0'), undefined, server);
  assert.match(versionProblem('0.0.9', '0.1.0') ?? '', /needs 0\.1\.0 or later\. Update the server/);
  assert.match(versionProblem('1.0.0', '0.1.0') ?? '', /Install kinora-client@1\./);
  assert.match(versionProblem('0.9.0', '1.0.0') ?? '', /install kinora-client@0\.9\.0/);
});

test('an operation that only one of the versions knows is explained by both', () => {
  assert.equal(versionHint('0.2.0', '0.2.0'), '');
  assert.match(versionHint('0.1.9', '0.2.0'), /older than kinora-client 0\.2\.0: update the server/);
  assert.match(versionHint('0.10.0', '0.2.0'), /newer than kinora-client 0\.2\.0: update the client/);
  assert.match(versionHint(null), /no Kinora server/);
});
