/** Rotating the secret key: through the Console's API and on the command line. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { readSecret, saveSecret } from '../../../src/core/catalogue/secrets/engine-secrets.ts';
import { openSecretKeys } from '../../../src/core/catalogue/secrets/secret-keys.ts';
import { startTestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { addEngineRows, secretOwner } from '../../support/engines/engine-rows.ts';
import { commandLine } from '../../support/programs/bundled-program.ts';

test('an operator rotates the key, and the audit log says so without any secret', async () => {
  const [old, now] = [newSecretKey(), newSecretKey()];
  const KINORA_SECRET_KEY = [now, old].map(revealSecretKey).join(',');
  const kinora = await startTestApp({ engines: [], settings: { KINORA_SECRET_KEY } });
  const { db } = kinora.app;
  const openKeys = (...configuredKeys: (typeof old)[]) => openSecretKeys({ ...kinora, configuredKeys });
  await addEngineRows(db, ['one']);
  const save = () =>
    db.transaction(tx => saveSecret(tx, openKeys(old), { ...secretOwner('one'), text: 'the secret of one' }));

  await save();
  const member = await signedIn(kinora, 'member');
  assert.equal((await member.run('secret rotate')).status, 403);
  const operator = await signedIn(kinora, 'operator');
  const rotation = { reencrypted: 1, already_current: 0, unusable: [] };
  assert.deepEqual(await operator.done('secret rotate'), rotation);
  assert.equal((await readSecret(db, openKeys(now), secretOwner('one'))).state, 'usable');
  const [entry] = await operator.done('audit list', { limit: 1 });
  assert.equal(entry.action, 'secret rotate');
  assert.deepEqual(entry.after, rotation);

  await save();
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: kinora.databaseUrl,
    KINORA_DATA_DIR: kinora.dataDir,
    KINORA_SECRET_KEY,
  };
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [...(await commandLine()), 'secret', 'rotate', '--json'],
    { env },
  );
  assert.deepEqual(JSON.parse(stdout), rotation);
  for (const key of [old, now]) assert.ok(!`${stdout}${stderr}`.includes(revealSecretKey(key)));
});

test('without a key, rotating says how to set one', async () => {
  const kinora = await startTestApp({ engines: [] });
  const operator = await signedIn(kinora, 'operator');
  const { status, body } = await operator.run('secret rotate');
  assert.equal(status, 409);
  assert.match(JSON.stringify(body), /KINORA_SECRET_KEY.*openssl rand -base64 32/);
});
