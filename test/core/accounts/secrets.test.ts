/** Keys, codes, passwords and cookies appear in no error, log, list or table. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { before, test } from 'node:test';
import { call, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { password, signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { smallClip } from '../../support/clients/video-client.ts';
import { freshDatabase } from '../../support/servers/database.ts';
import { commandLine } from '../../support/programs/bundled-program.ts';

let kinora: TestApp;
let operator: ConsoleClient & { accountId: string; email: string };

before(async () => {
  kinora = await startTestApp();
  operator = await signedIn(kinora, 'operator');
});

const done = (name: string, input: object = {}) => operator.done(name, input as Record<string, unknown>);

test('no error, audit log, list or table contains a secret', async () => {
  const token = await done('token create', { group: 'video', name: 'planted' });
  const rotatedToken = await done('token rotate', { token: token.id });
  const code = await done('code create', { amount: '1' });
  const invitation = await done('user invite', { role: 'member' });
  const secrets = [
    token.key,
    rotatedToken.key,
    code.code,
    invitation.link.split('#')[1],
    operator.cookie.split('=')[1],
    password,
    kinora.videoKey,
  ] as string[];
  assert.ok(secrets.every(secret => typeof secret === 'string' && secret.length > 15));
  const outputs: string[] = [];
  for (const name of [
    'token list',
    'code list',
    'audit list',
    'user list',
    'session list',
    'ledger list',
    'account list',
  ])
    outputs.push(JSON.stringify(await done(name)));
  for (const secret of secrets) {
    const key = { authorization: `Bearer ${secret}` };
    outputs.push(
      JSON.stringify((await call(`${kinora.url}/v1/videos/none?x=${'y'.repeat(9)}`, { headers: key })).body),
    );
    outputs.push(JSON.stringify((await operator.run('token revoke', { token: 'x', nonsense: true })).body));
  }
  const { rows: tables } = await kinora.app.db.pool.query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { table_name: name } of tables) {
    const { rows } = await kinora.app.db.pool.query(
      `select coalesce(string_agg(line::text, ' '), '') as text from "${name}" line`,
    );
    outputs.push(rows[0].text);
  }
  assert.ok(outputs.some(text => text.includes('planted')));
  for (const secret of secrets)
    for (const text of outputs)
      assert.ok(!text.includes(secret), `the secret that begins with ${secret.slice(0, 6)}`);
  assert.deepEqual((await checkLedger(kinora)).problems, []);
});

test('at the most verbose log level no key, password or cookie is logged', async () => {
  const env = {
    ...process.env,
    DATABASE_URL: await freshDatabase(),
    KINORA_DATA_DIR: kinora.dataDir,
    KINORA_PORT: '0',
    KINORA_MONITORING_ADDRESS: 'off',
    KINORA_LOG_LEVEL: 'debug',
    KINORA_SKETCH_THREADS: '1',
  };
  const server = spawn(process.execPath, [...(await commandLine()), 'serve'], { env });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  await until(
    async () => output,
    text => text.includes('/content'),
  );
  // The first start shows these once, on purpose.
  const greeting = output;
  const url = /ready at (\S+)/.exec(greeting)?.[1] ?? '';
  const [, imageKey = '', videoKey = ''] = /image +(kn_\w+)\s+video +(kn_\w+)/.exec(greeting) ?? [];
  for (const [path, body] of [
    ['/v1/videos', JSON.stringify({ ...smallClip, prompt: 'a cat' })],
    ['/v1/videos', '{broken'],
    ['/v1/videos?key=x', '{"prompt":"a cat","api_key":"x"}'],
    ['/mj/submit/imagine', '{"prompt":""}'],
    ['/api/session', JSON.stringify({ email: 'a@example.com', password })],
    ['/api/join', JSON.stringify({ secret: videoKey, email: 'a@example.com', name: 'a', password })],
  ] as const)
    for (const key of [imageKey, videoKey])
      await fetch(`${url}${path}`, {
        method: 'POST',
        body,
        headers: {
          authorization: `Bearer ${key}`,
          cookie: `kinora_session=ks_${'x'.repeat(32)}`,
          'content-type': 'application/json',
        },
      });
  server.kill('SIGTERM');
  await new Promise(resolve => server.once('exit', resolve));
  const logText = output.slice(greeting.length);
  assert.ok(logText.includes('task'), 'the log is not empty');
  for (const secret of [imageKey, videoKey, password, `ks_${'x'.repeat(32)}`])
    assert.ok(!logText.includes(secret));
});
