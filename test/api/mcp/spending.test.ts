/**
 * A person stays in control of what agents spend: prices above an amount need consent,
 * and caps hold whoever consents.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createToken } from '../../../src/core/accounts/change-token.ts';
import { listTokens } from '../../../src/core/accounts/tokens.ts';
import type { TokenSettings } from '../../../src/core/accounts/token-settings.ts';
import { connectMcp, readRecord } from '../../support/clients/mcp-client.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

async function createKey(settings: Partial<TokenSettings>): Promise<string> {
  const [first] = await listTokens(kinora.app.db);
  const createdToken = await createToken(kinora.app.db, {
    accountId: first?.accountId ?? '',
    group: 'image',
    name: 'agent',
    ...settings,
  });
  return createdToken?.key ?? '';
}

const asking = { capabilities: { elicitation: { form: {} } } };
const two = { name: 'generate_image', arguments: { prompt: 'two dear foxes', n: 2 } };

async function countTasks(prompt: string): Promise<number> {
  const { rowCount } = await kinora.app.db.pool.query('select from tasks where prompt = $1', [prompt]);
  return rowCount ?? 0;
}

test('a price above the amount is asked for, and the answer of the person decides', async () => {
  const key = await createKey({ askAboveMicros: 10_000n });
  const client = await connectMcp({ url: kinora.url, key, options: asking });
  const questions: string[] = [];
  let action: 'accept' | 'decline' = 'accept';
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    questions.push(params.message);
    return { action, content: { allow: true } };
  });
  const cheap = { name: 'generate_image', arguments: { prompt: 'a cheap fox' } };
  assert.equal(readRecord(await client.callTool(cheap)).status, 'completed');
  assert.deepEqual(questions, []);
  assert.equal(readRecord(await client.callTool(two)).price.charged, '0.02');
  assert.match(questions[0] ?? '', /costs 0\.02 USD\. This token allows 0\.01/);
  action = 'decline';
  const refusal = await client.callTool(two);
  assert.match(JSON.stringify(refusal.content), /approval_declined/);
  assert.equal(await countTasks('two dear foxes'), 1);
});

test('a program that cannot ask is refused with the price', async () => {
  const key = await createKey({ askAboveMicros: 10_000n });
  for (const generation of ['modern', 'legacy'] as const) {
    const client = await connectMcp({ url: kinora.url, key, generation });
    const refusal = await client.callTool({
      ...two,
      arguments: { ...two.arguments, prompt: 'refused foxes' },
    });
    assert.equal(refusal.isError, true);
    assert.match(JSON.stringify(refusal.content), /costs 0\.02 USD.*without the consent/);
  }
  assert.equal(await countTasks('refused foxes'), 0);
});

test('consent to one call allows no other call and no other price', async () => {
  const key = await createKey({ askAboveMicros: 10_000n });
  const client = await connectMcp({
    url: kinora.url,
    key,
    options: { ...asking, inputRequired: { autoFulfill: false } } as never,
  });
  const send = (values: object, more: object = {}) =>
    client.request(
      { method: 'tools/call', params: { name: 'generate_image', arguments: values, ...more } } as never,
      { allowInputRequired: true } as never,
    ) as Promise<any>;
  const first = await send({ prompt: 'bound foxes', n: 2 });
  assert.equal(first.resultType, 'input_required');
  const answer = {
    inputResponses: { price: { action: 'accept', content: {} } },
    requestState: first.requestState,
  };
  const dearer = await send({ prompt: 'bound foxes', n: 4 }, answer);
  assert.equal(dearer.resultType, 'input_required');
  const forgedAnswer = await send(
    { prompt: 'bound foxes', n: 2 },
    { ...answer, requestState: '9999999999999.x' },
  );
  assert.equal(forgedAnswer.resultType, 'input_required');
  assert.equal(await countTasks('bound foxes'), 0);
});

test('a consent that is sent again gets the task that it paid for, and each question has a consent of its own', async () => {
  const key = await createKey({ askAboveMicros: 10_000n });
  const options = { ...asking, inputRequired: { autoFulfill: false } } as never;
  const client = await connectMcp({ url: kinora.url, key, options });
  const send = (values: object, more: object = {}) =>
    client.request(
      { method: 'tools/call', params: { name: 'generate_image', arguments: values, ...more } } as never,
      { allowInputRequired: true } as never,
    ) as Promise<any>;
  const foxes = { prompt: 'foxes allowed once', n: 2 };
  const makeConsent = ({ requestState }: { requestState: string }) => ({
    inputResponses: { price: { action: 'accept', content: {} } },
    requestState,
  });
  const [one, other] = await Promise.all([send(foxes), send(foxes)]);
  const records = await Promise.all([
    send(foxes, makeConsent(one)),
    send(foxes, makeConsent(one)),
    send(foxes, makeConsent(other)),
  ]);
  const lastResult = await send(foxes, makeConsent(one));
  const [first, second, third, last] = [...records, lastResult].map(result => readRecord(result).task);
  assert.deepEqual([second, last], [first, first]);
  assert.notEqual(third, first);
  assert.equal(await countTasks(foxes.prompt), 2);
  const different = await send({ ...foxes, seed: 7 }, makeConsent(one));
  assert.equal(different.resultType, 'input_required', 'the consent is for another call');
  assert.equal(await countTasks(foxes.prompt), 2);
});

test('the cap of the token holds, and the refusal says what is left', async () => {
  const key = await createKey({ capTotalMicros: 15_000n });
  const client = await connectMcp({ url: kinora.url, key, options: asking });
  assert.equal(
    readRecord(await client.callTool({ name: 'generate_image', arguments: { prompt: 'a first fox' } }))
      .status,
    'completed',
  );
  const balance = (await client.callTool({ name: 'get_balance' })).structuredContent as any;
  assert.deepEqual([balance.spendable, balance.caps.total], ['0.005', { limit: '0.015', left: '0.005' }]);
  const refusal = await client.callTool({ name: 'generate_image', arguments: { prompt: 'a second fox' } });
  assert.match(JSON.stringify(refusal.content), /costs 0\.01 USD, but only 0\.005/);
});
