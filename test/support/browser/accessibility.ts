/**
 * What axe-core finds on a page. The page's policy blocks other scripts, but the
 * browser's own tools may run one.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

interface Axe {
  run(options: {
    readonly resultTypes: readonly string[];
    readonly runOnly?: readonly string[];
  }): Promise<AxeResult>;
}

interface AxeResult {
  violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

let source: Promise<string> | undefined;

/** `rules` limits the check to these rules. */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  source ??= readFile(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(await source);
  // Passed checks are counted, not listed.
  const { violations } = await page.evaluate(
    runOnly =>
      (globalThis as unknown as { axe: Axe }).axe.run({
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      }),
    rules,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
