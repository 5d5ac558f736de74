import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarNow, systemClock } from '@kinora/shared/clock';
import { databaseWithClock } from '../../../test/support/setups/database-clock.ts';
import { readCatalogue } from '../../core/catalogue/models/catalogue.ts';
import type { Events } from '../../core/operate/events.ts';
import { listNodes } from '../../core/operate/nodes.ts';
import { isJustStarted } from '../../engines/adapter-kit/http/http-failures.ts';
import { beginPresence } from './begin-presence.ts';
import { disposeAll, type Cleanup } from './cleanup.ts';

const hour = 3_600_000;

test('a process goes by the time of the database, says if its own differs, and reports its build', async t => {
  const { db, setTime } = await databaseWithClock();
  const databaseMs = systemClock.now() + 5 * hour;
  await setTime(new Date(databaseMs).toISOString());
  const cleanup: Cleanup = [];
  t.after(() => disposeAll(cleanup));
  const differences: number[] = [];
  const events = { clockDiffers: seconds => void differences.push(seconds) } as Partial<Events> as Events;
  await beginPresence({ config: { role: 'api' }, db, database: { embedded: false }, events }, cleanup);
  assert.ok(Math.abs(calendarNow() - databaseMs) < hour / 2);
  assert.deepEqual(
    differences.map(seconds => Math.round(seconds / 3600)),
    [-5],
  );
  const [node] = await listNodes(db);
  assert.match(node?.build ?? '', /^[0-9a-f]{12}$/);
  const catalogue = readCatalogue();
  const [card] = catalogue.models.map(model => model.card);
  assert.ok(card);
  const effectiveAt = new Date(databaseMs - hour);
  const apply = (old: typeof card) => ({ ...old, price: { ...old.price, version: 'later' } });
  catalogue.setPrices([{ model: card.id, effectiveAt, apply }]);
  assert.equal(catalogue.models[0]?.card.price.version, 'later', 'prices begin by the same time everywhere');
  // What another process noted.
  assert.ok(isJustStarted(databaseMs - 10_000));
  assert.ok(!isJustStarted(systemClock.now()));
  await disposeAll(cleanup);
  assert.ok(Math.abs(calendarNow() - systemClock.now()) < hour / 2);
});
