/**
 * An agent that knows nothing but what it reads: it chooses tools by their descriptions and schemas, and goes
 * on by what results offer. It makes an image, varies it, animates it, and stays below its cap.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { createToken } from '../../../src/core/accounts/change-token.ts';
import { listTokens } from '../../../src/core/accounts/tokens.ts';
import { connectMcp, generations, readRecord, type ToolRecord } from '../../support/clients/mcp-client.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

interface Agent {
  readonly client: Client;
  readonly tools: readonly Tool[];
}

/** The first tool whose description has all the words. */
function findTool({ tools }: Agent, ...words: readonly RegExp[]): Tool {
  const tool = tools.find(({ description = '' }) => words.every(word => word.test(description)));
  assert.ok(tool, `no description has ${words.join(' and ')}`);
  return tool;
}

/** Arguments for the required fields of a schema. */
function fillArguments({ inputSchema }: Tool, wish: string): Record<string, unknown> {
  const required = inputSchema.required ?? [];
  return Object.fromEntries(required.map(name => [name, wish]));
}

/** Calls a tool. A text that names a tool to ask with is followed until the task has ended. */
async function callUntilEnd(
  { client, tools }: Agent,
  name: string,
  values: Record<string, unknown>,
): Promise<ToolRecord> {
  let result = await client.callTool({ name, arguments: values });
  for (;;) {
    const [contentPart] = result.content;
    const text = contentPart?.type === 'text' ? contentPart.text : '';
    const [, next = '', json = '{}'] = /Call (\w+) with ({.*})/.exec(text) ?? [];
    if (!tools.some(tool => tool.name === next)) return readRecord(result);
    result = await client.callTool({ name: next, arguments: JSON.parse(json) });
  }
}

/** The cheapest follow-up that a result offers and whose label has the word. */
function findFollowUp({ next = [] }: ToolRecord, word: RegExp) {
  const fitting = next.filter(({ label, needs }) => word.test(label) && needs === undefined);
  const [first] = fitting.toSorted((one, other) => Number(one.price) - Number(other.price));
  assert.ok(first, `no follow-up has ${word}: ${next.map(({ label }) => label).join(', ')}`);
  return first;
}

for (const generation of generations) {
  test(`a ${generation} agent makes an image, varies it, animates it, and stays below its cap`, async () => {
    const [owner] = await listTokens(kinora.app.db);
    const capTotalMicros = 1_000_000n;
    const token = await createToken(kinora.app.db, {
      accountId: owner?.accountId ?? '',
      group: 'image',
      name: `${generation} agent`,
      capTotalMicros,
    });
    const client = await connectMcp({ url: kinora.url, key: token?.key ?? '', generation });
    const agent: Agent = { client, tools: (await client.listTools()).tools };
    const balance = findTool(agent, /what the account has left/);
    const left = async () =>
      Number(((await client.callTool({ name: balance.name })).structuredContent as any).spendable);
    const before = await left();

    const paint = findTool(agent, /images from a text/);
    let record = await callUntilEnd(agent, paint.name, fillArguments(paint, 'a lighthouse in a storm'));
    const steps = [record];
    for (const word of [/vary/i, /take image/i, /animate/i]) {
      const { tool, arguments: values, price } = findFollowUp(record, word);
      assert.ok(Number(price) <= (await left()), 'it can pay for the next step');
      record = await callUntilEnd(agent, tool, values);
      assert.equal(record.status, 'completed');
      steps.push(record);
    }

    assert.deepEqual(
      steps.map(({ kind }) => kind),
      ['image', 'image', 'image', 'clip'],
    );
    assert.ok(record.clips?.length);
    const cost = steps.reduce((sum, { price }) => sum + Number(price.charged), 0);
    assert.ok(Math.abs(before - (await left()) - cost) < 1e-6, 'results say what was spent');
    assert.ok(cost < 1);
  });
}
