import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { toActor, toContext } from '../../../../test/support/setups/context.ts';
import {
  endedClip,
  openCustomer,
  openToken,
  submitClip,
  type Customer,
} from '../../../../test/support/setups/customers.ts';
import { openUser } from '../../../../test/support/setups/users.ts';
import { revokeToken } from '../../../core/accounts/change-token.ts';
import { changeGroup, createGroup, findGroup } from '../../../core/accounts/groups.ts';
import { readBalance } from '../../../core/billing/ledger.ts';
import { reconcile } from '../../../core/billing/reconcile.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { readCatalogue } from '../../../core/catalogue/models/catalogue.ts';
import { banWords } from '../../../core/moderation/banned-words.ts';
import { cancelTask } from '../../../core/tasks/work/cancel-task.ts';
import type { Change, Context } from '../procedure.ts';
import { retryTask } from './retry-task.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const { card } = readCatalogue().findModel('sketch-short', 'video');
const parameters = { operation: 'clip', resolution: '480p' };
const readHeldMicros = async ({ accountId }: Customer) => (await readBalance(db, accountId))?.heldMicros;
const failed = (customer: Customer, changes: object = {}) =>
  endedClip(db, customer, { end: { phase: 'failed' }, ...changes });
const retry = (task: string, key = 'key', options: Partial<Context> & { token?: string } = {}) => {
  const { token, ...parts } = options;
  return retryTask(toContext(db, parts), { task, key, token });
};
const readRow = async (task: string) =>
  (await db.pool.query('select * from tasks where public_id = $1', [task])).rows[0];

/** A task at 7 millionths, which today costs something else. */
const atOldPrice = (tier: 'fast' | 'relax' = 'fast') => ({
  quote: {
    unit: 'clip' as const,
    quantity: 1,
    unitPriceMicros: 7n,
    amountMicros: 7n,
    priceVersion: 'old',
    priced: { parameters, tier, seconds: 2 },
  },
});

test("a retry holds today's price of the same job, with the factor that the group has now", async () => {
  const customer = await openCustomer(db, { micros: 100_000_000n });
  const task = await failed(customer, atOldPrice());
  const { id } = await retry(task);
  const newRow = await readRow(id);
  assert.equal(newRow.price_version, card.price.version);
  assert.ok(newRow.amount_micros > 7n);
  assert.equal(await readHeldMicros(customer), newRow.amount_micros);
  const group = await findGroup(db, 'video');
  assert.ok(group);
  await changeGroup(db, 'video', { ...group, factorMicros: 3_000_000n });
  const dearer = await readRow((await retry(task, 'other')).id);
  await changeGroup(db, 'video', group);
  assert.equal(dearer.amount_micros, newRow.amount_micros * 3n);
  const before = await readRow(task);
  for (const column of ['prompt', 'action', 'tier', 'model', 'interface', 'token_id', 'wire'])
    assert.deepEqual(dearer[column], before[column], column);
  assert.deepEqual(dearer.job, { ...before.job, taskId: dearer.id });
});

test('simultaneous retries with one key are one task, one hold and one entry of the audit log', async () => {
  const customer = await openCustomer(db);
  const task = await failed(customer);
  const notes: Change[] = [];
  const note = async (change: Change) => void notes.push(change);
  // None continues before all have found that the key is new.
  const all = Promise.withResolvers<undefined>();
  let arrivedCount = 0;
  const find = () => {
    if (++arrivedCount === 3) all.resolve(undefined);
    return all.promise;
  };
  const retries = await Promise.all(
    [1, 2, 3].map(() => retry(task, 'one', { note, bannedWords: { find, forget: () => {} } })),
  );
  const ids = new Set(retries.map(({ id }) => id));
  assert.equal(ids.size, 1);
  assert.equal(await readHeldMicros(customer), (await readRow([...ids][0] ?? '')).amount_micros);
  assert.deepEqual(
    notes.map(({ after }) => after),
    [{ retried: task }],
  );
  const other = await failed(customer);
  await assert.rejects(retry(other, 'one'), { code: 'idempotency_conflict' });
});

test('a repeated retry returns its task, also if it would be rejected by now', async () => {
  const customer = await openCustomer(db);
  const task = await failed(customer);
  const { id } = await retry(task, 'early');
  await revokeToken(db, customer.tokenId);
  assert.equal((await retry(task, 'early')).id, id);
  await assert.rejects(retry(task, 'late'), { code: 'retry_token_revoked' });
});

test('without the money for it, a retry creates nothing', async () => {
  const customer = await openCustomer(db, { micros: 7n });
  const task = await failed(customer, atOldPrice());
  await assert.rejects(retry(task), { code: 'insufficient_balance' });
  assert.equal(await readHeldMicros(customer), 0n);
  const { rows } = await db.pool.query('select from tasks where account_id = $1', [customer.accountId]);
  assert.equal(rows.length, 1);
});

test('only a task that failed or was cancelled, and was ordered, is retried', async () => {
  const customer = await openCustomer(db);
  await assert.rejects(retry(await endedClip(db, customer)), { code: 'retry_not_ended' });
  await assert.rejects(retry(await submitClip(db, customer)), { code: 'retry_not_ended' });
  const unansweredTask = await submitClip(db, customer, { waitSeconds: 60 });
  const { accountId } = customer;
  await cancelTask(db, { publicId: unansweredTask, accountId, interface: 'video', retentionHours: 1 });
  await assert.rejects(retry(unansweredTask), { code: 'retry_unanswered' });
  const deletedTask = await failed(customer);
  await db.pool.query('update tasks set deleted_at = now() where public_id = $1', [deletedTask]);
  await assert.rejects(retry(deletedTask), { code: 'task_unknown' });
  await retry(await endedClip(db, customer, { end: { phase: 'cancelled' } }), 'cancelled');
});

test("an operator's retry stays a task of the user who submitted it", async () => {
  const customer = await openCustomer(db);
  const { accountId } = customer;
  const user = await openUser(db, { accountId });
  const [operator, colleague] = [
    await openUser(db, { accountId: (await openCustomer(db)).accountId, role: 'operator' }),
    await openUser(db, { accountId, role: 'owner' }),
  ];
  const task = await failed(customer, { userId: user.id });
  const by = async (actor: Context['actor'], key: string) =>
    (await readRow((await retry(task, key, { actor })).id)).user_id;
  assert.equal(await by(toActor(operator), 'operator'), user.id);
  assert.equal(await by(toActor(colleague), 'colleague'), colleague.id);
});

test('a retry is charged to a token of the same account only', async () => {
  const [customer, other] = [await openCustomer(db), await openCustomer(db)];
  const task = await failed(customer);
  await assert.rejects(retry(task, 'foreign', { token: other.tokenId }), { code: 'token_unknown' });
  const second = await openToken(db, customer.accountId);
  assert.equal((await readRow((await retry(task, 'own', { token: second })).id)).token_id, second);
});

test('a token that was revoked, lost its group or its model since does not pay for a retry', async () => {
  const customer = await openCustomer(db);
  const { accountId } = customer;
  const rules = {
    factorMicros: 1_000_000n,
    models: ['sketch-short'],
    isOpen: true,
    accounts: [],
    isModerated: false,
    defaultVersion: undefined,
    servesAnyModel: false,
    isForNewAccounts: false,
  };
  await createGroup(db, { ...rules, name: 'club', kind: 'video' });
  const tokenId = await openToken(db, accountId, { group: 'club' });
  const task = await failed({ accountId, tokenId });
  await changeGroup(db, 'club', { ...rules, models: ['sketch-motion'] });
  await assert.rejects(retry(task), { code: 'model_not_allowed' });
  await changeGroup(db, 'club', { ...rules, isOpen: false });
  await assert.rejects(retry(task), { code: 'group_closed' });
  await changeGroup(db, 'club', rules);
  await revokeToken(db, tokenId);
  await assert.rejects(retry(task), { code: 'retry_token_revoked' });
  assert.equal(await readHeldMicros(customer), 0n);
});

test('a word that was banned since stops a retry in a moderated group', async () => {
  const customer = await openCustomer(db);
  const task = await failed(customer, { prompt: 'a gremlin' });
  await banWords(db, ['gremlin']);
  await assert.rejects(retry(task), { code: 'banned_word' });
  const group = await findGroup(db, 'video');
  assert.ok(group);
  await changeGroup(db, 'video', { ...group, isModerated: false });
  await retry(task);
  await changeGroup(db, 'video', group);
});

test('a retry is not possible without the pictures or the task that it starts from', async () => {
  const customer = await openCustomer(db);
  const input = {
    role: 'picture',
    storageKey: 'gone',
    contentType: 'image/png',
    width: 8,
    height: 8,
  } as const;
  const job = {
    kind: 'clip',
    prompt: '',
    seed: 1,
    width: 16,
    height: 16,
    exclude: [],
    inputs: [input],
  } as const;
  const taskWithPicture = await failed(customer, { job });
  const openFiles = async () => ({ stat: async () => undefined });
  await assert.rejects(retry(taskWithPicture, 'pictured', { openFiles }), { code: 'input_expired' });
  const parent = await endedClip(db, customer);
  const child = await failed(customer, { parent: { id: (await readRow(parent)).id, candidate: 0 } });
  await db.pool.query(`update tasks set expires_at = now() - interval '1 s' where public_id = $1`, [parent]);
  await assert.rejects(retry(child, 'child'), { code: 'parent_expired' });
});

test('the books of all these accounts add up', async () => {
  assert.deepEqual(await reconcile(db), []);
});
