/** Whether a restore that is run again goes on, is decided by the database itself and not by the folder alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setMarker } from '../../src/backup/restore-marker.ts';
import { startTestApp } from '../support/app.ts';
import { done, emptyPlace, newFolder, queryIn, runCommand } from '../support/restored-place.ts';

test('a restore that is run again on another database does not take that one for its own', async () => {
  const kinora = await startTestApp();
  const saved = await newFolder();
  const { id } = await done(['backup', '--to', saved], kinora);
  const place = await emptyPlace();
  // An earlier run was killed before it loaded the database.
  await setMarker(place.dataDir, { backup: id, from: saved });
  // The same rows, but not restored from this backup.
  const other = await emptyPlace();
  await done(['restore', '--from', saved], { ...other, dataDir: await newFolder() });
  await queryIn(other.databaseUrl, 'comment on table migrations is null');
  for (const { databaseUrl } of [kinora, other]) {
    const refused = await runCommand(['restore', '--from', saved], { ...place, databaseUrl });
    assert.equal(refused.code, 1);
    assert.match(refused.err, /The database is not empty/);
  }
  assert.deepEqual((await done(['restore', '--from', saved], place)).problems, []);
});
