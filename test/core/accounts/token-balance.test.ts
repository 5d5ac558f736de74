/**
 * What a token sees of the money behind it, at each door: its own, or that of the account
 * if its scope is the account.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createToken } from '../../../src/core/accounts/change-token.ts';
import type { TokenSettings } from '../../../src/core/accounts/token-settings.ts';
import { listTokens } from '../../../src/core/accounts/tokens.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { connectMcp } from '../../support/clients/mcp-client.ts';
import { call, type TestApp } from '../../support/servers/app.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
before(async () => {
  kinora = await startScriptedApp({ settings: { KINORA_OPENING_BALANCE: '0.09' } });
});

async function createKey(settings: Partial<TokenSettings> = {}): Promise<string> {
  const [first] = await listTokens(kinora.app.db);
  const accountId = first?.accountId ?? '';
  return (
    (await createToken(kinora.app.db, { accountId, group: 'video', name: 'seeing', ...settings }))?.key ?? ''
  );
}

const balance = async (key: string) => (await call(`${kinora.url}/v1/balance`, { key })).body;
/** Costs 0.06. */
const clip = { model: 'sketch-motion', prompt: 'x', resolution: '480p', aspect_ratio: '1:1', seconds: 2 };
const submit = (key: string) => call(`${kinora.url}/v1/videos`, { key, json: clip });

async function readAgentBalance(key: string) {
  const client = await connectMcp({ url: kinora.url, key });
  const { content, structuredContent } = await client.callTool({ name: 'get_balance' });
  const { caps: _, currency: __, ...balanceFields } = structuredContent as any;
  return { ...balanceFields, text: (content as { text: string }[])[0]?.text };
}

test('a token of the scope own sees what its caps leave and hold, and nothing of its account', async () => {
  const cappedKey = await createKey({ capTotalMicros: 500_000n, capDayMicros: 200_000n });
  const plainKey = await createKey();
  assert.equal((await submit(kinora.videoKey)).status, 200, 'another token of the account spends');
  const { token: _, ...balanceFields } = await balance(cappedKey);
  assert.deepEqual(balanceFields, {
    object: 'balance',
    currency: 'USD',
    scope: 'own',
    available: '0.20',
    held: '0.00',
    time_zone: 'UTC',
  });
  assert.deepEqual([(await balance(plainKey)).available, (await balance(plainKey)).held], [null, '0.00']);
  assert.deepEqual(await readAgentBalance(cappedKey), {
    available: null,
    held: '0.00',
    spendable: '0.20',
    text: 'This token can spend 0.20 USD.',
  });
  assert.deepEqual(await readAgentBalance(plainKey), {
    available: null,
    held: '0.00',
    spendable: null,
    text: 'This token has no spending cap. It does not see the balance of the account.',
  });
  const error = (await submit(cappedKey)).body.error;
  assert.equal(error.code, 'insufficient_balance');
  assert.equal(error.message, 'The balance is too low: the request costs 0.06 USD.');
});

test('a token sees what it has spent since it was used first', async () => {
  const { imageKey: key } = await anotherAccount(kinora, 1_000_000n);
  assert.equal((await balance(key)).token.spent, '0.00');
  const { body } = await call(`${kinora.url}/mj/submit/imagine`, { key, json: { prompt: 'a fox' } });
  assert.equal(body.code, 1, JSON.stringify(body));
  assert.equal((await balance(key)).token.spent, '0.04');
});

test('clients of new-api see at its paths what a token has spent, and what is left', async () => {
  const { imageKey } = await anotherAccount(kinora, 1_000_000n);
  const cappedKey = await createKey({ capTotalMicros: 500_000n });
  const plainKey = await createKey();
  const read = async (key: string) => {
    const path = `${kinora.url}/v1/dashboard/billing`;
    const [limit, usage] = await Promise.all(
      ['subscription', 'usage?start_date=2026-11-01&end_date=2026-12-01'].map(end =>
        call(`${path}/${end}`, { key }),
      ),
    );
    return [limit?.body.hard_limit_usd, usage?.body.total_usage];
  };
  assert.deepEqual(
    [await read(cappedKey), await read(plainKey)],
    [
      [0.5, 0],
      [100_000_000, 0],
    ],
  );
  assert.equal(
    (await call(`${kinora.url}/mj/submit/imagine`, { key: imageKey, json: { prompt: 'a fox' } })).body.code,
    1,
  );
  const [, used] = await read(imageKey);
  assert.equal(used, 4);
});

test('a token of the scope account sees the balance of the account, and its own caps beside it', async () => {
  const key = await createKey({ scope: 'account', capTotalMicros: 10_000n });
  const tokenBalance = await balance(key);
  assert.deepEqual(
    [tokenBalance.scope, tokenBalance.available, tokenBalance.token.cap],
    ['account', '0.03', '0.01'],
  );
  const { available, spendable, text } = await readAgentBalance(key);
  assert.deepEqual([available, spendable], ['0.03', '0.01']);
  assert.equal(text, 'This token can spend 0.01 USD. The account has 0.03 USD available.');
  const rejection = await submit(await createKey({ scope: 'account' }));
  assert.equal(
    rejection.body.error.message,
    'The balance is too low: the request costs 0.06 USD, but only 0.03 is available.',
  );
});
