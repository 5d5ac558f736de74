import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openCustomer } from '../../../test/support/setups/customers.ts';
import { openUser } from '../../../test/support/setups/users.ts';
import { openDatabase } from '../../platform/db/open.ts';
import {
  findInvitation,
  invite,
  inviteFirstOperator,
  listInvitations,
  revokeInvitation,
  useInvitation,
  type NewInvitation,
} from './invitations.ts';
import { changeRole, disableUser } from './users.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const { accountId } = await openCustomer(db);
const other = await openCustomer(db);
const link = (changes: Partial<NewInvitation> = {}) =>
  invite(db, { accountId, role: 'member', email: undefined, hours: 72, ...changes });
const isValid = async ({ secret }: { secret: string }) => (await findInvitation(db, secret)) !== undefined;

test('a link is found by its secret, ignoring surrounding whitespace, and is listed without it', async () => {
  const { invitation, secret } = await link({ email: 'Ada@Example.org' });
  assert.equal(invitation.email, 'ada@example.org');
  assert.deepEqual(await findInvitation(db, ` ${secret}\n`), invitation);
  assert.equal(await findInvitation(db, `${secret}x`), undefined);
  const invitations = await listInvitations(db, accountId);
  assert.deepEqual(invitations[0], invitation);
  assert.ok(!JSON.stringify(invitations).includes(secret.slice(3)));
});

test('a used link is not valid again', async () => {
  const newLink = await link();
  const user = await openUser(db, { accountId });
  await useInvitation(db, newLink.invitation.id, user.id);
  assert.equal(await isValid(newLink), false);
  assert.equal(await revokeInvitation(db, newLink.invitation.id, undefined), false);
});

test('of two who open a link at the same time, one finds it', async () => {
  const { secret } = await link();
  const user = await openUser(db, { accountId });
  const join = () =>
    db.transaction(async tx => {
      const invitation = await findInvitation(tx, secret);
      if (invitation) await useInvitation(tx, invitation.id, user.id);
      return invitation !== undefined;
    });
  const joined = await Promise.all([join(), join(), join()]);
  assert.equal(joined.filter(Boolean).length, 1);
});

test('a link expires by the clock, also within a transaction that began before', async () => {
  const newLink = await link();
  await db.transaction(async tx => {
    await tx.query({ name: undefined, text: 'select now()' });
    await db.pool.query('update invitations set expires_at = clock_timestamp() where id = $1', [
      newLink.invitation.id,
    ]);
    assert.equal(await findInvitation(tx, newLink.secret), undefined);
  });
});

test('a link is revoked once, and only by its own account', async () => {
  const newLink = await link();
  assert.equal(await revokeInvitation(db, newLink.invitation.id, other.accountId), false);
  assert.equal(await isValid(newLink), true);
  assert.equal(await revokeInvitation(db, newLink.invitation.id, accountId), true);
  assert.equal(await revokeInvitation(db, newLink.invitation.id, accountId), false);
  assert.equal(await revokeInvitation(db, 'not an id', undefined), false);
  assert.equal(await isValid(newLink), false);
});

test('a link is valid only while its creator may create such links', async () => {
  const isLinkValid = async (role: 'operator' | 'owner' | 'member', changes: Partial<NewInvitation> = {}) => {
    const creator = await openUser(db, { accountId, role });
    return isValid(await link({ createdBy: creator.id, ...changes }));
  };
  assert.equal(await isLinkValid('owner'), true);
  assert.equal(await isLinkValid('owner', { role: 'owner' }), true);
  assert.equal(await isLinkValid('owner', { role: 'operator' }), false);
  assert.equal(await isLinkValid('owner', { accountId: other.accountId }), false);
  assert.equal(await isLinkValid('member'), false);
  assert.equal(await isLinkValid('operator', { role: 'operator', accountId: other.accountId }), true);
});

test('a link of a disabled creator stays invalid when the creator is enabled again', async () => {
  const creator = await openUser(db, { accountId, role: 'owner' });
  const newLink = await link({ createdBy: creator.id });
  for (const isDisabled of [true, false]) {
    await db.transaction(tx => disableUser(tx, creator.id, isDisabled));
    assert.equal(await isValid(newLink), false);
  }
});

test('a password reset link is for the role and account that its user had, and not for a disabled user', async () => {
  const recovery = async (change: string) => {
    const user = await openUser(db, { accountId });
    const newLink = await link({ userId: user.id });
    assert.equal(await isValid(newLink), true);
    await db.pool.query(`update users set ${change} where id = $1`, [user.id]);
    return isValid(newLink);
  };
  assert.equal(await recovery(`name = 'Eve'`), true);
  assert.equal(await recovery(`role = 'owner'`), false);
  assert.equal(await recovery(`account_id = '${other.accountId}'`), false);
  assert.equal(await recovery('disabled_at = now()'), false);
});

test('a setup link is valid while there is no operator, beside at most 99 others', async () => {
  const emptyDb = openDatabase({ connectionString: await freshDatabase() });
  try {
    const customer = await openCustomer(emptyDb);
    const setUp = () =>
      emptyDb.transaction(tx => inviteFirstOperator(tx, { accountId: customer.accountId, hours: 24 }));
    const first = await setUp();
    assert.equal((await findInvitation(emptyDb, first))?.role, 'operator');
    await emptyDb.pool.query(
      `insert into invitations (id, secret_hash, account_id, role, expires_at, is_set_up)
       select gen_random_uuid(), decode(md5(n::text), 'hex'), account_id, role, expires_at, true
       from invitations, generate_series(1, 150) n`,
    );
    const last = await setUp();
    assert.equal((await listInvitations(emptyDb, undefined)).length, 100);
    assert.equal(await findInvitation(emptyDb, first), undefined);
    const operator = await openUser(emptyDb, { accountId: customer.accountId, role: 'operator' });
    assert.equal(await findInvitation(emptyDb, last), undefined);
    await changeRole(emptyDb, operator.id, 'member');
    assert.ok(await findInvitation(emptyDb, last));
  } finally {
    await emptyDb.close();
  }
});
