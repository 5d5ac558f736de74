import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { sendEngineAlerts } from './engine-alerts.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const messages: string[] = [];
let status = 200;
const failures: unknown[] = [];
const post = async (url: string, { body }: { readonly body: string | Uint8Array }) => {
  const { type, engine, reason, chat_id: chat } = JSON.parse(String(body));
  messages.push([url, type, engine, reason, ...(chat ? [chat] : [])].join(' '));
  return { status, bodyStart: '' };
};
const send = () =>
  sendEngineAlerts({
    db,
    post,
    url: 'https://alerts.test',
    mailTo: 'ops@example.com',
    onFailure: (_, problem) => failures.push(problem),
  });
const pause = (model: string) =>
  db.pool.query(
    `insert into breakers (model, engine, reason, opened_at, open_until)
     values ($1, 'gpu', 'refused', now(), now())`,
    [model],
  );
const resume = () => db.pool.query(`delete from breakers where engine = 'gpu'`);

test('an engine that becomes unavailable is told once, and its return once', async () => {
  await pause('one');
  await Promise.all([send(), send()]);
  await pause('two');
  await send();
  assert.deepEqual(messages.splice(0), ['https://alerts.test engine.unavailable gpu refused']);
  await resume();
  await Promise.all([send(), send()]);
  assert.deepEqual(messages.splice(0), ['https://alerts.test engine.available gpu refused']);
  const { rows } = await db.pool.query('select kind, recipient from mails order by created_at');
  assert.deepEqual(
    rows.map(({ kind, recipient }) => `${kind} ${recipient}`),
    ['engine_unavailable ops@example.com', 'engine_available ops@example.com'],
  );
});

test('an alert that the receiver rejects is sent again', async () => {
  status = 503;
  await pause('one');
  await send();
  assert.deepEqual(failures.splice(0), ['status 503']);
  status = 200;
  await send();
  assert.equal(messages.splice(0).length, 2);
  status = 503;
  await resume();
  await send();
  status = 200;
  await send();
  await send();
  assert.equal(messages.splice(0).length, 2, 'rejected once, accepted once');
});

test('a bot of Telegram gets the chat that it writes to', async () => {
  const telegram = {
    db,
    post,
    url: 'https://api.telegram.org/bot1:x/sendMessage',
    chat: '-100',
    mailTo: undefined,
  };
  await pause('one');
  await sendEngineAlerts({ ...telegram, onFailure: (_, problem) => failures.push(problem) });
  await resume();
  assert.deepEqual(messages.splice(0), [`${telegram.url} engine.unavailable gpu refused -100`]);
});
