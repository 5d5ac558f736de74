import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { createAccount, findLookalike } from './accounts.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

test('no two accounts have names that look the same, because money is credited by name', async () => {
  const twin = await createAccount(db, 'twin');
  for (const name of ['Twin', 'tw\u200bin', 'tw\u00adin', 'tw\u0456n', 'ｔｗｉｎ'])
    assert.equal(await createAccount(db, name), undefined, name);
  assert.ok(await createAccount(db, 'Кот'));
  assert.equal(await createAccount(db, 'Ko\u0442'), undefined);
  assert.ok(await createAccount(db, 'twín'));
  assert.equal(await findLookalike(db, 'tw\u200bin', twin?.id), undefined);
});
