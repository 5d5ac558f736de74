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
import { catchFailure, never, toVerdict } from '../test-engine/instance.ts';

export interface PaidProvider<Server extends ProviderServer> {
  readonly name: string;
  readonly secret: string;
  begin(): Promise<Server>;
  open(server: Server): StepEngine;
  step(): Promise<Step>;
  /** What the provider itself answers to a start that it does not accept, and what the answer means. */
  readonly rejections: readonly (readonly [ProviderAnswer, StartVerdict])[];
}

export interface StartVerdict {
  readonly code: string;
  /** Whether another try may succeed. */
  readonly retryable: boolean;
  /** Whether the job certainly did not start. */
  readonly notStarted: boolean;
}

export const unknownStart = { code: 'engine_unavailable', retryable: true, notStarted: false };
export const busyEngine = { code: 'engine_busy', retryable: true, notStarted: true };
export const rejectedStep = { code: 'engine_rejected', retryable: false, notStarted: true };
export const refusedContent = { code: 'content_refused', retryable: false, notStarted: true };
export const unauthorizedKey = { code: 'engine_unauthorized', retryable: false, notStarted: true };
export const unfundedAccount = { code: 'engine_unfunded', retryable: false, notStarted: true };

export function testPaidStarts<Server extends ProviderServer>(provider: PaidProvider<Server>): void {
  const { name, secret } = provider;
  const faults: readonly (readonly [StartFault, StartVerdict, number])[] = [
    ['cut', unknownStart, 0],
    ['accepted, cut', unknownStart, 1],
    ['accepted, 500', unknownStart, 1],
    ['accepted, truncated', unknownStart, 1],
    [{ status: 500, body: { message: secret } }, unknownStart, 0],
    [{ status: 429, headers: { 'retry-after': '7' } }, busyEngine, 0],
    [{ status: 401, body: { message: `no such key: ${secret}` } }, unauthorizedKey, 0],
    ...provider.rejections.map(([answer, verdict]) => [answer, verdict, 0] as const),
  ];
  for (const [fault, verdict, acceptedCount] of faults)
    test(`${name}: a start answered with ${JSON.stringify(fault).slice(0, 80)} is sent once`, async () => {
      const server = await provider.begin();
      server.startFaults.push(fault);
      const failure = await catchFailure(provider.open(server).start(await provider.step(), 'a:0', never));
      assert.deepEqual(toVerdict(failure), verdict);
      assert.deepEqual([server.acceptedCalls.length, server.calls.length], [acceptedCount, 1]);
      assert.ok(!inspect(failure, { depth: 9 }).includes(secret), 'no failure contains the key');
    });
}

/** Like a minute after its start: a provider that still does not know the job has lost it. */
export function ageHandle(handle: Json): Json {
  return { ...(handle as object), startedMs: 0 };
}
