import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openCustomer } from '../../../test/support/setups/customers.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { newRowId, newSecret, sha256 } from '../../platform/lib/id.ts';
import { changeToken, createToken, createTokenWithKey, revokeToken, rotateToken } from './change-token.ts';
import { findKeyOwners } from './find-keys.ts';
import { changeGroup, createGroup } from './groups.ts';
import { findToken, findTokenByIdOrPrefix, listTokens } from './tokens.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const { accountId } = await openCustomer(db);
async function newToken(settings: object = {}) {
  const createdToken = await createToken(db, { accountId, group: 'video', name: 'one', ...settings });
  assert.ok(createdToken);
  return createdToken;
}
const find = (key: string) => findToken(db, sha256(key));

test('a token is found by its key, which is not stored', async () => {
  const { token, key } = await newToken();
  assert.deepEqual(await find(key), { token, secondsLeft: undefined });
  assert.equal(await find(`${key}x`), undefined);
  const { rows } = await db.pool.query('select tokens::text as line from tokens where id = $1', [token.id]);
  assert.ok(!rows[0].line.includes(key.slice(3)));
});

test('after a rotation the previous key is valid for the overlap, and then no longer', async () => {
  const { token, key } = await newToken();
  const rotation = await rotateToken(db, token.id, { overlapSeconds: 3600 });
  const previous = await find(key);
  assert.equal(previous?.token.id, token.id);
  assert.ok((previous?.secondsLeft ?? 0) > 3000 && (previous?.secondsLeft ?? 0) <= 3600);
  assert.equal((await find(rotation?.key ?? ''))?.secondsLeft, undefined);
  await db.pool.query(`update tokens set previous_until = now() - interval '1 ms' where id = $1`, [token.id]);
  assert.equal(await find(key), undefined);
});

test('a second rotation ends the first key at once, also within its overlap', async () => {
  const { token, key } = await newToken();
  const second = await rotateToken(db, token.id, { overlapSeconds: 3600 });
  await rotateToken(db, token.id, { overlapSeconds: 3600 });
  assert.equal(await find(key), undefined);
  assert.ok(((await find(second?.key ?? ''))?.secondsLeft ?? 0) > 0);
});

test('revoking a token ends both of its keys, and it can be neither rotated nor changed', async () => {
  const { token, key } = await newToken();
  const rotation = await rotateToken(db, token.id, { overlapSeconds: 3600 });
  assert.equal(await revokeToken(db, token.id), true);
  assert.equal(await find(key), undefined);
  const match = await find(rotation?.key ?? '');
  assert.ok(match?.token.revokedAt, 'it is found, so that its callers are told why');
  assert.equal(await rotateToken(db, token.id, { overlapSeconds: 3600 }), undefined);
  assert.equal(await changeToken(db, token.id, { ...token, also: undefined }), undefined);
  await revokeToken(db, token.id);
  assert.deepEqual((await find(rotation?.key ?? ''))?.token.revokedAt, match.token.revokedAt);
});

test('a prefix that several tokens have names none of them', async () => {
  const keys = [1, 2].map(() => `sk-same-${newSecret()}`);
  const [one, two] = await Promise.all(
    keys.map(key => createTokenWithKey(db, { accountId, group: 'video', name: 'same' }, key)),
  );
  assert.equal(one?.prefix, two?.prefix);
  assert.equal(await findTokenByIdOrPrefix(db, one?.prefix ?? ''), undefined);
  assert.equal(await revokeToken(db, one?.prefix ?? ''), false);
  assert.equal((await findTokenByIdOrPrefix(db, two?.id ?? ''))?.id, two?.id);
  const { token } = await newToken();
  assert.equal((await findTokenByIdOrPrefix(db, token.prefix))?.id, token.id);
  assert.equal(await findTokenByIdOrPrefix(db, newRowId()), undefined);
});

test('a key belongs to one token only', async () => {
  const key = `sk-${newSecret()}`;
  await createTokenWithKey(db, { accountId, group: 'video', name: 'first' }, key);
  await assert.rejects(createTokenWithKey(db, { accountId, group: 'image', name: 'second' }, key), {
    code: '23505',
  });
});

test('a group that was closed to the account is no longer allowed to its tokens', async () => {
  const group = { factorMicros: 1_500_000n, models: ['sketch-short'], accounts: [], isModerated: false };
  const open = {
    ...group,
    isOpen: true,
    defaultVersion: undefined,
    servesAnyModel: false,
    isForNewAccounts: false,
  };
  await createGroup(db, { ...open, name: 'club', kind: 'video' });
  const { key } = await newToken({ group: 'club' });
  const rules = async () => (await find(key))?.token.groupRules;
  assert.deepEqual(await rules(), {
    factorMicros: 1_500_000n,
    models: ['sketch-short'],
    isModerated: false,
    defaultVersion: undefined,
    servesAnyModel: false,
    isAllowed: true,
  });
  await changeGroup(db, 'club', { ...open, isOpen: false });
  assert.equal((await rules())?.isAllowed, false);
  await changeGroup(db, 'club', { ...open, isOpen: false, accounts: [accountId] });
  assert.equal((await rules())?.isAllowed, true);
});

test('a token of an unknown group is not created', async () => {
  assert.equal(await createToken(db, { accountId, group: 'nobody', name: 'one' }), undefined);
});

test('a network is stored as its first address, and every setting is returned as it was set', async () => {
  const expiresAt = new Date('2999-01-01T00:00:00Z');
  const settings = {
    name: 'all',
    scope: 'account',
    defaultTier: 'turbo',
    expiresAt,
    models: ['sketch-short'],
    addresses: ['10.1.2.3/8', '2001:db8::1'],
    capTotalMicros: 1n,
    capDayMicros: 2n,
    capMonthMicros: 3n,
    capEndUserMicros: 6n,
    maxOpen: 4,
    maxPerMinute: 5,
    askAboveMicros: 6n,
  } as const;
  const { token } = await newToken();
  const changedToken = await changeToken(db, token.id, { ...settings, also: undefined });
  assert.deepEqual(changedToken, { ...token, ...settings, addresses: ['10.0.0.0/8', '2001:db8::1/128'] });
});

test('lists contain the tokens of one account or user only', async () => {
  const other = await openCustomer(db);
  assert.deepEqual(
    (await listTokens(db, { accountId: other.accountId })).map(({ id }) => id),
    [other.tokenId],
  );
  assert.deepEqual(await listTokens(db, { userId: newRowId() }), []);
});

test('the owner of a key is found, also of one before the last rotation whose overlap has ended', async () => {
  const { token, key } = await newToken();
  const rotation = await rotateToken(db, token.id, { overlapSeconds: 0 });
  const current = rotation?.key ?? '';
  const owner = { accountId, group: 'video' };
  const owners = await findKeyOwners(db, [current, key, 'sk-unknown', key]);
  assert.deepEqual(Object.fromEntries(owners), { [current]: owner, [key]: owner });
  await rotateToken(db, token.id, { overlapSeconds: 0 });
  assert.equal((await findKeyOwners(db, [key])).size, 0);
  assert.equal((await findKeyOwners(db, [])).size, 0);
});
