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
  const [ownAccount, other] = [await createAccount(db, 'own'), await createAccount(db, 'other')];
  assert.ok(ownAccount && other);
  assert.deepEqual(await banWords(db, ['Goblin*', 'tr*l'], ownAccount.id), ['goblin*', 'tr*l']);
  assert.deepEqual(await banWords(db, ['goblin*'], ownAccount.id), [], 'it is there already');
  await banWords(db, ['gremlin']);
  const words = openBannedWords(db);
  const findWord = (text: string, { id }: { id: string }, isModerated = false) =>
    words.find(text, { accountId: id, isModerated });
  assert.equal(await findWord('two GOBLINS in a wood', ownAccount), 'goblins');
  assert.equal(await findWord('a troll', ownAccount), 'troll');
  assert.equal(
    await findWord('hobgoblins, trains of oil', ownAccount),
    undefined,
    'within one word, from its first letter',
  );
  assert.equal(await findWord('a goblin', other), undefined);
  assert.equal(
    await findWord('a gremlin', ownAccount),
    undefined,
    'the general list is for moderated groups',
  );
  assert.equal(await findWord('a gremlin', other, true), 'gremlin');
  assert.deepEqual(await listBannedWords(db, ownAccount.id), ['goblin*', 'tr*l']);
  assert.deepEqual(await listBannedWords(db), ['gremlin']);
  assert.deepEqual(await allowWords(db, ['goblin*'], ownAccount.id), ['goblin*']);
  assert.equal(await findWord('a goblin', ownAccount), undefined);
});
