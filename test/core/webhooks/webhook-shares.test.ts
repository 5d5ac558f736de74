/** How delivery slots are shared among accounts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxPerAccount, maxPerOrigin, openHookStore } from '../../../src/core/webhooks/hook-store.ts';
import { move, newHolder, newTask, openHookedTasks } from '../../support/crashes/hooked-tasks.ts';

const db = await openHookedTasks();

test('an account whose receivers all hang leaves delivery slots to other accounts', async () => {
  const [busyAccount, quietAccount] = [await newHolder(), await newHolder()];
  const hangingIds = new Set<string>();
  for (let index = 0; index < 3 * maxPerOrigin; index++) {
    const id = await newTask(`http://127.0.0.${2 + (index % 3)}:9/`, busyAccount);
    hangingIds.add(id);
    await move(id, 'failed');
  }
  const late = await newTask('http://127.0.0.9:9/', quietAccount);
  await move(late, 'failed');
  const store = openHookStore(db, 'test');
  const request = { leaseMs: 30_000, except: [], publicIds: [...hangingIds, late] };
  const first = await store.lease({ ...request, limit: 2, busy: {} });
  assert.deepEqual(
    first.map(({ accountId }) => accountId).sort(),
    [busyAccount.accountId, quietAccount.accountId].sort(),
  );
  const rest = await store.lease({
    ...request,
    limit: 64,
    except: first.map(({ id }) => id),
    busy: { [busyAccount.accountId]: 1 },
  });
  assert.equal(rest.length, maxPerAccount - 1);
  await store.release([...first, ...rest].map(({ id }) => id));
});
