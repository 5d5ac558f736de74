/** Signatures of reports, checked against a vector that was computed with OpenSSL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderReport } from '../../contract/kind/provider-report.ts';
import { verifyOpenRouterReport } from './verify-report.ts';

const body = Buffer.from('{"type":"video.generation.completed","data":{"id":"job-1"}}');
const seconds = 1_790_000_000;
const signature = `t=${seconds},v1=edf8c18f65859796424caeb4ae1ba12b7a9bc66bf6a062687d143c521a1fd98c`;

function reportWith(
  header: string | undefined,
  { secret = 'key signing-secret', text = body, now = seconds * 1000 } = {},
): ProviderReport {
  return {
    headers: { 'x-openrouter-signature': header },
    body: text,
    url: 'https://kinora.example/hooks/a',
    access: { name: 'router', url: 'https://openrouter.ai/api/v1', secret, settings: {} },
    now,
    keys: () => Promise.reject(new Error('it asks for no keys')),
  };
}

test('a report is accepted only if the workspace signed exactly these bytes recently', async () => {
  assert.equal(await verifyOpenRouterReport(reportWith(signature)), true);
  const minutes = 60_000;
  assert.equal(
    await verifyOpenRouterReport(reportWith(signature, { now: seconds * 1000 + 4 * minutes })),
    true,
  );
  for (const report of [
    reportWith(undefined),
    reportWith(''),
    reportWith(signature.replace('v1=', 'v1=0')),
    reportWith(signature.replace(String(seconds), String(seconds + 1))),
    reportWith(signature, { secret: 'key another-secret' }),
    reportWith(signature, { text: Buffer.concat([body, Buffer.from(' ')]) }),
    reportWith(signature, { now: seconds * 1000 + 6 * minutes }),
    reportWith(signature, { now: seconds * 1000 - 6 * minutes }),
  ])
    assert.equal(await verifyOpenRouterReport(report), false);
});

test('without a signing secret, a report is accepted by its URL alone', async () => {
  assert.equal(await verifyOpenRouterReport(reportWith(undefined, { secret: 'key' })), true);
});
