import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../platform/db/open.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { atEnd } from '../../../test/support/servers/clean-up.ts';
import { allowWords, banWords, openBannedWords } from './banned-words.ts';

test('after `forget`, a change of the list applies although no notification has arrived', async () => {
  const db = openDatabase({ connectionString: await freshDatabase() }, 2);
  atEnd(() => db.close());
  await migrate(db);
  const words = openBannedWords(db, { on: () => {}, onListening: handle => handle(true) });
  const find = () => words.find('a Gremlin');
  assert.equal(await find(), undefined);
  await banWords(db, ['gremlin']);
  assert.equal(await find(), undefined, 'the list is kept');
  words.forget();
  assert.equal(await find(), 'gremlin');
  await allowWords(db, ['gremlin']);
  words.forget();
  assert.equal(await find(), undefined);
});
