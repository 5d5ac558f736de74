/**
 * Tests that only the full run has, in files that both runs have. Files that only the
 * full run has are in `test/full`.
 */
import { test, type TestContext } from 'node:test';
import { isFullRun } from './depth.ts';

/** Declares a test of the full run. In a quick run it does nothing. */
export function testInFull(name: string, run: (context: TestContext) => void | Promise<void>): void {
  if (isFullRun) void test(name, run);
}
