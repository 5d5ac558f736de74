/** Real servers that tests are given the address of. */
import { test } from 'node:test';
import { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { ProbeResult } from '../../../src/engines/contract/kind/probe-result.ts';

/** What a probe finds, or why there is nothing to test. */
export async function probeReal(probing: Promise<ProbeResult>): Promise<ProbeResult | EngineError> {
  try {
    return await probing;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

/** `advice`: how to start a server and name it. */
export function skipUnreachable(url: string, { message }: EngineError, advice: string): void {
  test(`a server at ${url}`, { skip: `It cannot be tested: ${message}. ${advice}` });
}
