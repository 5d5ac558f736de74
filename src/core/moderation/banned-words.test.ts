import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../platform/db/open.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { atEnd } from '../../../test/support/servers/clean-up.ts';
import { createAccount } from '../accounts/accounts.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { allowWords, banWords, listBannedWords, openBannedWords } from './banned-words.ts';

test('after `forget`, a change of the list applies although no notification has arrived', async () => {
  const db = openDatabase({ connectionString: await freshDatabase() }, 2);
  atEnd(() => db.close());
  await migrate(db);
  const words = openBannedWords(db, { on: () => {}, onListening: handle => handle(true) });
  const everyone = { accountId: newRowId(), isModerated: true };
  const find = () => words.find('a Gremlin', everyone);
  assert.equal(await find(), undefined);
  await banWords(db, ['gremlin']);
  assert.equal(await find(), undefined, 'the list is kept');
  words.forget();
  assert.equal(await find(), 'gremlin');
  await allowWords(db, ['gremlin']);
  words.forget();
  assert.equal(await find(), undefined);
});

test('words of an account are banned in its prompts only, also in groups that are not moderated', async () => {
  const db = openDatabase({ connectionString: await freshDatabase() }, 2);
  atEnd(() => db.close());
  await migrate(db);
  const [own, other] = [await createAccount(db, 'own'), await createAccount(db, 'other')];
  assert.ok(own && other);
  assert.deepEqual(await banWords(db, ['Goblin*', 'tr*l'], own.id), ['goblin*', 'tr*l']);
  assert.deepEqual(await banWords(db, ['goblin*'], own.id), [], 'it is there already');
  await banWords(db, ['gremlin']);
  const words = openBannedWords(db);
  const foundIn = (text: string, { id }: { id: string }, isModerated = false) =>
    words.find(text, { accountId: id, isModerated });
  assert.equal(await foundIn('two GOBLINS in a wood', own), 'goblins');
  assert.equal(await foundIn('a troll', own), 'troll');
  assert.equal(
    await foundIn('hobgoblins, trains of oil', own),
    undefined,
    'within one word, from its first letter',
  );
  assert.equal(await foundIn('a goblin', other), undefined);
  assert.equal(await foundIn('a gremlin', own), undefined, 'the general list is for moderated groups');
  assert.equal(await foundIn('a gremlin', other, true), 'gremlin');
  assert.deepEqual(await listBannedWords(db, own.id), ['goblin*', 'tr*l']);
  assert.deepEqual(await listBannedWords(db), ['gremlin']);
  assert.deepEqual(await allowWords(db, ['goblin*'], own.id), ['goblin*']);
  assert.equal(await foundIn('a goblin', own), undefined);
});
