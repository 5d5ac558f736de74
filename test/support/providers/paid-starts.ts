/**
 * What applies to the starts of every paid provider, whatever its wire format: nothing is paid twice,
 * and its key is never revealed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { Json } from '../../../src/engines/contract/json.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import type { ProviderAnswer, ProviderServer, StartFault } from './provider-server.ts';
import { failureOf, never, verdictOf } from '../test-engine/instance.ts';

export interface PaidProvider {
  readonly name: string;
  readonly secret: string;
  begin(): Promise<ProviderServer>;
  open(server: ProviderServer): StepEngine;
  step(): Promise<Step>;
  /** Its response to a start whose content it rejects. Absent if it rejects content later. */
  readonly refusal?: ProviderAnswer;
}

const refused = { code: 'content_refused', retryable: false, notStarted: true };
const unknown = { code: 'engine_unavailable', retryable: true, notStarted: false };

export function testPaidStarts(provider: PaidProvider): void {
  const { name, secret, refusal } = provider;
  const faults: readonly (readonly [string, StartFault, object, number])[] = [
    ['a connection that is cut', 'cut', unknown, 0],
    ['a connection that is cut after the job was accepted', 'accepted, cut', unknown, 1],
    ['500', { status: 500, body: { message: secret } }, unknown, 0],
    ['500 after the job was accepted', 'accepted, 500', unknown, 1],
    ['half an answer', 'accepted, truncated', unknown, 1],
    [
      '429 with Retry-After',
      { status: 429, headers: { 'retry-after': '7' } },
      { code: 'engine_busy', retryable: true, notStarted: true },
      0,
    ],
    [
      '401',
      { status: 401, body: { message: `no such key: ${secret}` } },
      { code: 'engine_unauthorized', retryable: false, notStarted: true },
      0,
    ],
    ...(refusal ? [['refused content', refusal, refused, 0] as const] : []),
  ];
  for (const [what, fault, verdict, accepted] of faults)
    test(`${name}: a start answered with ${what} is not repeated`, async () => {
      const server = await provider.begin();
      server.startFaults.push(fault);
      const failure = await failureOf(provider.open(server).start(await provider.step(), 'a:0', never));
      assert.deepEqual(verdictOf(failure), verdict);
      assert.equal(server.accepted.length, accepted);
      assert.equal(server.calls.length, 1, 'one request');
      assert.ok(!inspect(failure, { depth: 9 }).includes(secret), 'no failure contains the key');
    });
}

/** Like a minute after its start: a provider that still does not know the job has lost it. */
export function aged(handle: Json): Json {
  return { ...(handle as object), startedMs: 0 };
}
