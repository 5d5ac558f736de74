/** Older clients may send several messages at once. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

test('many calls in one request are answered, without a warning about their listeners', async () => {
  const warnings: string[] = [];
  const recordWarning = ({ name }: Error) => void warnings.push(name);
  process.on('warning', recordWarning);
  const json = Array.from({ length: 30 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'generate_image', arguments: { prompt: `a fox in a crowd of ${id}` } },
  }));
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-03-26' };
  const answer = await fetch(`${kinora.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${kinora.imageKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  const text = await answer.text();
  // Warnings are events of the next tick.
  await new Promise(resolve => setImmediate(resolve));
  process.off('warning', recordWarning);
  assert.equal((text.match(/"status":"completed"/g) ?? []).length, 30);
  assert.deepEqual(warnings, []);
});
