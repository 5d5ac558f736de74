/**
 * The server is killed while programs get their keys: no grant is doubled, and none is lost that a
 * program could not get again.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type * as oauth from 'openid-client';
import { makeCrashingServer, type CrashingServer } from '../../support/crashes/crashing-server.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { allow, buildAuthorization, registerProgram } from '../../support/clients/oauth-program.ts';
import { call, until, type Answer } from '../../support/servers/app.ts';

type Form = Readonly<Record<string, string>>;

let server: CrashingServer;
let user: ConsoleClient;
let program: oauth.Configuration;

before(async () => {
  const scriptedServer = await startScriptedServer();
  server = await makeCrashingServer(scriptedServer.url);
  await server.start();
  user = await server.withDatabase(db => signedIn({ url: server.url, app: { db } as never }, 'owner'));
  program = await registerProgram(server);
});

/** What exchanges a code that the user has just granted. It stays valid however long the restarts take. */
async function newCode(): Promise<Form> {
  const request = await buildAuthorization(program);
  const { body } = await allow(user, request.address);
  await rows(`update oauth_codes set expires_at = now() + interval '1 hour'`);
  return {
    grant_type: 'authorization_code',
    code: new URL(body.location).searchParams.get('code') ?? '',
    code_verifier: request.verifier,
  };
}

function post(form: Form): Promise<Answer> {
  const body = new URLSearchParams({ ...form, client_id: program.clientMetadata().client_id });
  return call(`${server.url}/oauth/token`, { method: 'POST', body });
}

const refreshWith = (token: string): Form => ({ grant_type: 'refresh_token', refresh_token: token });
const isAccepted = async (key: string) => (await call(`${server.url}/v1/models`, { key })).status === 200;
const rows = (text: string): Promise<any[]> =>
  server.withDatabase(async db => (await db.pool.query(text)).rows);

/** Keeps the codes and the grants locked until `release`, so that requests stop before they write. */
async function holdGrants() {
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const transaction = server.withDatabase(db =>
    db.transaction(async tx => {
      await tx.query({ name: undefined, text: 'select from oauth_codes for update' });
      await tx.query({ name: undefined, text: 'select from oauth_grants for update' });
      locked.resolve();
      await release.promise;
    }),
  );
  await locked.promise;
  return async () => {
    release.resolve();
    await transaction;
  };
}

/** Kills the server while the requests are on their way. What they answered is thrown away. */
async function kill(requests: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = Promise.allSettled(requests);
  server.kill();
  await server.waitForExit();
  await outcomes;
}

test('a server that dies before or after it wrote a grant leaves one that the program can go on with', async () => {
  const first = (await post(await newCode())).body;
  const early = await newCode();
  const release = await holdGrants();
  const heldRequests = [post(early), post(refreshWith(first.refresh_token))];
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%oauth_%'`;
  await until(
    () => rows(waiting),
    ({ length }) => length === heldRequests.length,
  );
  await kill(heldRequests);
  await release();
  await server.start();
  const second = await post(early);
  assert.equal(second.status, 200, 'nothing was written, so the code is still good');
  const refresh = await post(refreshWith(first.refresh_token));
  assert.equal(refresh.status, 200);
  assert.ok((await isAccepted(second.body.access_token)) && (await isAccepted(refresh.body.access_token)));

  const late = await newCode();
  const before = await grants();
  const writtenRequests = [post(late), post(refreshWith(refresh.body.refresh_token))];
  await until(
    grants,
    ({ length, refreshes }) => length === before.length + 1 && refreshes !== before.refreshes,
  );
  await kill(writtenRequests);
  await rows(`update oauth_grants set previous_until = now() + interval '1 hour'`);
  await server.start();
  const repeatAnswer = await post(refreshWith(refresh.body.refresh_token));
  assert.equal(repeatAnswer.status, 200, 'the response was lost, and the program gets it again');
  assert.ok(await isAccepted(repeatAnswer.body.access_token));
  const secondExchange = await post(late);
  assert.deepEqual([secondExchange.status, secondExchange.body.error], [400, 'invalid_grant']);
  const live = await rows('select id from tokens where client_id is not null and revoked_at is null');
  assert.equal(live.length, 2, 'the token whose code came twice is revoked');
  const exchange = await post(await newCode());
  assert.ok(await isAccepted(exchange.body.access_token), 'the user is asked again');
  await server.stop();
});

async function grants() {
  const all = await rows(
    `select token_id, encode(refresh_hash, 'hex') as hash from oauth_grants order by token_id`,
  );
  const [first] = all;
  return { length: all.length, refreshes: first?.hash as string };
}
