/** The database itself, and not only the folder, decides whether a repeated restore continues. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setMarker } from '../../src/core/backup/restore-marker.ts';
import { startTestApp } from '../support/servers/app.ts';
import { done, emptyPlace, newFolder, queryIn, runCommand } from '../support/setups/restored-place.ts';

test('a repeated restore does not continue on another database', async () => {
  const kinora = await startTestApp();
  const backup = await newFolder();
  const { id } = await done(['backup', '--to', backup], kinora);
  const place = await emptyPlace();
  // An earlier run was killed before it loaded the database.
  await setMarker(place.dataDir, { backup: id, from: backup });
  // The same rows, but from another restore.
  const other = await emptyPlace();
  await done(['restore', '--from', backup], { ...other, dataDir: await newFolder() });
  await queryIn(other.databaseUrl, 'comment on table migrations is null');
  for (const { databaseUrl } of [kinora, other]) {
    const refusal = await runCommand(['restore', '--from', backup], { ...place, databaseUrl });
    assert.equal(refusal.code, 1);
    assert.match(refusal.err, /The database is not empty/);
  }
  assert.deepEqual((await done(['restore', '--from', backup], place)).problems, []);
});
