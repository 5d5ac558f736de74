import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { forgetSignInFailures, reserveSignIn } from './sign-in-failures.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const waitError = { code: 'sign_in_wait' };
const fail = async (source: { address: string; email: string }, times: number) => {
  for (let time = 0; time < times; time++) await reserveSignIn(db, source);
};

test('the sixth attempt after five failures has to wait', async () => {
  const source = { address: '203.0.113.1', email: 'ada@example.org' };
  await fail(source, 5);
  await assert.rejects(reserveSignIn(db, source), waitError);
});

test('the same user can still sign in from another address', async () => {
  const source = { address: '203.0.113.2', email: 'ada@example.org' };
  await fail(source, 5);
  await reserveSignIn(db, { ...source, address: '203.0.113.3' });
});

test('email addresses are compared case-insensitively', async () => {
  const source = { address: '203.0.113.4', email: 'Ada@Example.org' };
  await fail(source, 5);
  await assert.rejects(reserveSignIn(db, { ...source, email: 'ada@example.ORG' }), waitError);
});

test('a successful sign-in clears the failures of that user', async () => {
  const source = { address: '203.0.113.5', email: 'bob@example.org' };
  await fail(source, 5);
  await forgetSignInFailures(db, source);
  await reserveSignIn(db, source);
});

test('addresses of one IPv6 customer are one source', async () => {
  const email = 'eve@example.org';
  await fail({ address: '2001:db8:1:2::1', email }, 5);
  await assert.rejects(reserveSignIn(db, { address: '2001:db8:1:2:ffff::9', email }), waitError);
});
