/** What strangers can cause: credit for one mailbox, mails to an address, and invitations of an account. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openUser } from '../../../test/support/setups/users.ts';
import { openDatabase, type Database } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { createAccount } from '../accounts/accounts.ts';
import { countInvitation, countJoin } from '../accounts/mail-requests.ts';
import { createUser } from '../accounts/users.ts';
import { readBalance } from '../billing/ledger.ts';
import { openOwnAccount, requestPasswordReset, requestSignUp, type SignUpTerms } from './sign-up.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const terms: SignUpTerms = {
  signUp: 'open',
  signUpDomains: [],
  signUpsPerHour: 100,
  signUpCreditMicros: 7n,
  signUpCreditDays: 30,
};
const count = async (text: string, values: unknown[] = []) =>
  Number((await db.pool.query(`select count(*) from ${text}`, values)).rows[0].count);

test('a mailbox gets the starting credit once, however its address is written', async () => {
  const readCredit = (email: string) =>
    db.transaction(async tx => {
      const { id } = await openOwnAccount(tx, { name: newRowId(), email }, terms);
      await createUser(tx, { accountId: id, email, name: 'Ann', role: 'owner', password: undefined });
      return Number((await readBalance(tx, id))?.availableMicros);
    });
  const credits = [];
  for (const email of [
    'ann.lee@gmail.com',
    'annlee@gmail.com',
    'Ann.L.ee+2@googlemail.com',
    'ann.lee@example.com',
    'annlee@example.com',
    'ann.lee+x@example.com',
  ])
    credits.push(await readCredit(email));
  assert.deepEqual(credits, [7, 0, 0, 7, 7, 0]);
});

test('a mailbox gets the starting credit once, also if several spellings sign up at the same time', async () => {
  const name = newRowId();
  const signUp = (number: number) =>
    db.transaction(async tx => {
      const email = `${name}+${number}@example.com`;
      const { id } = await openOwnAccount(tx, { name: newRowId(), email }, terms);
      await createUser(tx, { accountId: id, email, name: 'Ann', role: 'owner', password: undefined });
      return Number((await readBalance(tx, id))?.availableMicros);
    });
  const credits = await Promise.all(Array.from({ length: 6 }, (_, number) => signUp(number)));
  assert.deepEqual(credits.sort(), [0, 0, 0, 0, 0, 7]);
});

test('links for any address answer sixty tries an hour to join an account', async () => {
  const accountId = newRowId();
  const tries = await Promise.allSettled(Array.from({ length: 65 }, () => countJoin(db, accountId)));
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 60);
  await assert.rejects(countJoin(db, accountId), { code: 'joins_too_many' });
  await countJoin(db, newRowId());
});

test('an address gets three mails an hour, also if they are requested at the same time', async () => {
  const email = `${newRowId()}@example.com`;
  const request = { email, language: 'en', referral: undefined, plan: undefined } as const;
  await Promise.all(Array.from({ length: 8 }, () => requestSignUp(db, request, terms)));
  assert.equal(await count('mails where recipient = $1', [email]), 3);
});

test('a request for a password reset is counted whether the address has a user or not', async () => {
  const { id = '' } = (await createAccount(db, newRowId())) ?? {};
  const { email: knownEmail } = await openUser(db, { accountId: id, role: 'owner' });
  for (const email of [knownEmail, `${newRowId()}@example.com`]) {
    const before = await count('mail_requests');
    for (let time = 0; time < 5; time++) await requestPasswordReset(db, { email, language: 'en' });
    assert.equal((await count('mail_requests')) - before, 3);
  }
  assert.equal(await count(`mails where kind = 'password_reset'`), 3);
});

test('a request for a mail runs the same statements whether the address has a user or not', async () => {
  const { id = '' } = (await createAccount(db, newRowId())) ?? {};
  const { email: knownEmail } = await openUser(db, { accountId: id, role: 'owner' });
  const statements: (string | undefined)[] = [];
  const watchedDb: Database = {
    ...db,
    transaction: work =>
      db.transaction(tx =>
        work({
          ...tx,
          query: (statement, values) => {
            statements.push(statement.name);
            return tx.query(statement, values);
          },
        }),
      ),
  };
  const runs = async (request: (email: string) => Promise<void>, email: string) => {
    statements.length = 0;
    await request(email);
    return [...statements];
  };
  const signUp = (email: string) =>
    requestSignUp(watchedDb, { email, language: 'en', referral: undefined, plan: newRowId() }, terms);
  const reset = (email: string) => requestPasswordReset(watchedDb, { email, language: 'en' });
  for (const request of [signUp, reset]) {
    const forKnown = await runs(request, knownEmail);
    assert.ok(forKnown.length >= 3, forKnown.join());
    assert.deepEqual(await runs(request, `${newRowId()}@example.com`), forKnown);
  }
});

test('an account sends twenty invitations an hour', async () => {
  const accountId = newRowId();
  const send = () => db.transaction(tx => countInvitation(tx, accountId));
  const results = await Promise.allSettled(Array.from({ length: 25 }, send));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 20);
  await assert.rejects(send(), { code: 'invitations_too_many' });
});
