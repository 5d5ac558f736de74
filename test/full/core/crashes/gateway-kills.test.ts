/**
 * Many jobs in flight at a gateway while the server is killed: every job is made, ends and is charged once.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imagine, until } from '../../../support/servers/app.ts';
import { makeCrashingServer } from '../../../support/crashes/crashing-server.ts';
import { inDepth } from '../../../support/depth.ts';
import type { PlacedKind } from '../../../support/engines/place-kinds.ts';
import { startMjProxyServer } from '../../../support/mj-proxy/mj-proxy-server.ts';
import { untilAllEnded } from '../../../support/crashes/until-all-ended.ts';

const jobs = inDepth({ quick: 100, full: 1_000 });
const submitsAtOnce = 8;
const kills = 2;

test(`${jobs} jobs in flight at a gateway are made and charged once each, although the server is killed`, async () => {
  const gateway = await startMjProxyServer({
    dialect: 'kinora',
    statuses: [...Array.from({ length: 6 }, () => 'SUBMITTED'), 'SUCCESS'],
  });
  const server = await makeCrashingServer('');
  const gatewayKind: PlacedKind = {
    name: 'gateway',
    kind: 'mj-proxy',
    url: gateway.url,
    settings: { dialect: 'kinora' },
    operations: ['grid'],
    accepts: ['any-size'],
    slots: jobs,
  };
  const start = () =>
    server.start({
      PLACED_KINDS: JSON.stringify([gatewayKind]),
      KINORA_ALLOWED_NETWORKS: '127.0.0.1',
      KINORA_OPENING_BALANCE: '1000000',
      KINORA_MAX_WAITING: String(jobs),
    });
  await start();
  const ids: string[] = [];
  const lane = async (): Promise<void> => {
    while (ids.length < jobs) {
      const place = ids.push('') - 1;
      ids[place] = await imagine(server as never, `a fox ${place} --model gateway`);
    }
  };
  await Promise.all(Array.from({ length: submitsAtOnce }, lane));
  for (let kill = 1; kill <= kills; kill++) {
    const share = (jobs * kill) / (kills + 2);
    await until(
      async () => gateway.submits.length,
      acceptedCount => acceptedCount >= share,
    );
    server.kill();
    await server.waitForExit();
    await start();
  }
  await untilAllEnded(server, ids);
  await server.stop();
  assert.equal(gateway.submits.length, jobs, 'the gateway has accepted each job once');
  const { rows } = await server.withDatabase(db =>
    db.pool.query(
      `select coalesce(error_code, phase) as how,
         (select count(*)::int from ledger_entries where task_id = tasks.id and kind = 'settle') as charges, count(*)::int as tasks
       from tasks group by 1, 2`,
    ),
  );
  assert.deepEqual(rows, [{ how: 'succeeded', charges: 1, tasks: jobs }]);
});
