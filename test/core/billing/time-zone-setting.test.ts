/** KINORA_TIME_ZONE, as clients, users and operators see it. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { dayIn } from '@kinora/shared/calendar';
import { calendarNow } from '@kinora/shared/clock';
import { signedIn } from '../../support/clients/console-client.ts';
import { call, type TestApp } from '../../support/servers/app.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

/** Its clocks change at midnight. */
const zone = 'America/Havana';

let kinora: TestApp;
let operator: Awaited<ReturnType<typeof signedIn>>;
before(async () => {
  kinora = await startScriptedApp({ settings: { KINORA_TIME_ZONE: zone.toLowerCase() } });
  operator = await signedIn(kinora, 'operator');
});

test('the server says in which time zone its days begin, by the name of the database', async () => {
  assert.equal((await call(`${kinora.url}/api/about`)).body.time_zone, zone);
  assert.equal((await call(`${kinora.url}/v1/balance`, { key: kinora.videoKey })).body.time_zone, zone);
});

test('the statement of a month has its first and last moment in the zone', async () => {
  const { from, to } = await operator.done('statement show', { month: '2024-11' });
  assert.deepEqual([from, to], ['2024-11-01T04:00:00.000Z', '2024-12-01T05:00:00.000Z']);
  assert.equal((await operator.done('statement show', { month: '2024-12' })).to, '2025-01-01T05:00:00.000Z');
});

test('a day without a time is one of the zone, in filters and as an expiry', async () => {
  const clip = { model: 'sketch-motion', prompt: 'x', resolution: '480p', aspect_ratio: '1:1', seconds: 2 };
  const { body } = await call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json: clip });
  const { db } = kinora.app;
  const setSubmitTime = (time: string) =>
    db.pool.query('update tasks set created_at = $2 where public_id = $1', [body.id, time]);
  const readDayAndTasks = async () => {
    const day = { from: '2024-11-02', to: '2024-11-03' };
    const [[line] = [], tasks] = [
      await operator.done('usage show', day),
      await operator.done('task list', day),
    ];
    return [line?.day, tasks.length];
  };
  await setSubmitTime('2024-11-02T03:59:59Z');
  assert.deepEqual(await readDayAndTasks(), [undefined, 0]);
  await setSubmitTime('2024-11-02T04:00:00Z');
  assert.deepEqual(await readDayAndTasks(), ['2024-11-02', 1]);
  await setSubmitTime('2024-11-03T03:59:59Z');
  assert.deepEqual(await readDayAndTasks(), ['2024-11-02', 1]);
  const { id, expires } = await operator.done('token create', { group: 'video', expires: '2100-01-31' });
  assert.equal(expires, '2100-01-31T05:00:00.000Z');
  const rejection = await operator.run('token create', { group: 'video', expires: '2020-01-31' });
  assert.equal(rejection.status, 400);
  const laterChange = await operator.done('token change', { token: id, expires: '2100-01-31T00:00:00Z' });
  assert.equal(laterChange.expires, '2100-01-31T00:00:00.000Z');
});

test('a download is named after the day of the zone', async () => {
  const before = dayIn(zone, calendarNow());
  const response = await fetch(`${kinora.url}/api/task.download`, { headers: { cookie: operator.cookie } });
  const name = response.headers.get('content-disposition') ?? '';
  await response.body?.cancel();
  assert.ok(
    [before, dayIn(zone, calendarNow())].some(day => name.includes(`kinora-${day}-`)),
    name,
  );
});
