import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { listNodes, reportNode, withdrawAllNodes, withdrawNode, type Node } from './nodes.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());
test.beforeEach(() => withdrawAllNodes(db));

const newNode = (changes: Partial<Node> = {}): Node => ({
  id: newRowId(),
  role: 'worker',
  version: '1.0.0',
  host: 'here',
  ...changes,
});
const listIds = async () => (await listNodes(db)).map(({ id }) => id);
const silentFor = (seconds: number, { id }: Node) =>
  db.pool.query('update nodes set seen_at = now() - make_interval(secs => $1) where id = $2', [seconds, id]);
const countRows = async () => (await db.pool.query('select from nodes')).rowCount;

test('a node that has been silent for a minute does not count, and the report of another one deletes it', async () => {
  const [silent, slow, other] = [newNode(), newNode(), newNode({ role: 'api' })];
  for (const node of [silent, slow]) await reportNode(db, node, 0);
  await silentFor(61, silent);
  await silentFor(55, slow);
  assert.deepEqual(await listIds(), [slow.id]);
  assert.equal(await countRows(), 2);
  await reportNode(db, other, 0);
  assert.deepEqual(await listIds(), [other.id, slow.id]);
  assert.equal(await countRows(), 2);
});

test('a node that hung and was deleted meanwhile is listed again, since its real start', async () => {
  const node = newNode();
  await reportNode(db, node, 0);
  const [first] = await listNodes(db);
  await withdrawAllNodes(db);
  await reportNode(db, node, 3600);
  const [secondReport] = await listNodes(db);
  const earlier = (first?.startedAt.getTime() ?? 0) - (secondReport?.startedAt.getTime() ?? 0);
  assert.ok(earlier > 3_500_000 && earlier <= 3_600_000, `${earlier} ms`);
});

test('a report keeps the start and renews the time', async () => {
  const node = newNode();
  await reportNode(db, node, 10);
  await silentFor(30, node);
  const [before] = await listNodes(db);
  await reportNode(db, node, 40);
  const [after] = await listNodes(db);
  assert.deepEqual(after?.startedAt, before?.startedAt);
  assert.ok(after && before && after.seenAt > before.seenAt);
});

test('a silent node whose row another node is writing is left to that one', async () => {
  const [silent, other] = [newNode(), newNode()];
  await reportNode(db, silent, 0);
  await silentFor(61, silent);
  await db.transaction(async tx => {
    await reportNode(tx, silent, 70);
    // It would wait for the end of this transaction, which waits for it.
    await reportNode(db, other, 0);
  });
  assert.equal((await listIds()).length, 2);
  await withdrawNode(db, other.id);
  assert.deepEqual(await listIds(), [silent.id]);
});
