/**
 * The accessibility rules that axe-core can check: no violation on any page, in both themes, on desktops and phones.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../../support/browser/accessibility.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { addresses } from '../../support/browser/console-addresses.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import {
  desktop,
  openConsole,
  phone,
  settled,
  type ConsoleUser,
} from '../../support/browser/console-page.ts';
import { moodyEngine } from '../../support/engines/moody-engine.ts';
import { seedConsole, smallSeeds, type Seeded } from '../../support/browser/seeded-console.ts';

let kinora: TestApp;
let operator: ConsoleUser;
let seeded: Seeded;

const themes = ['dark', 'light'] as const;

before(async () => {
  kinora = await startTestApp({ engines: [moodyEngine(1)] });
  operator = await signedIn(kinora, 'operator');
  seeded = await seedConsole(operator, smallSeeds);
});

for (const viewport of [desktop, phone])
  test(`every page is accessible, ${themes.join(' and ')}, ${viewport.width} px wide`, async () => {
    const inside = await openConsole({ kinora, user: operator, path: '/tokens', viewport });
    const outside = await openConsole({ kinora, path: '/sign-in', viewport });
    const found: Record<string, string[]> = {};
    for (const { path, isOutside } of addresses(seeded)) {
      const { page, visit } = isOutside ? outside : inside;
      await visit(path);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        const rules = theme === themes[0] ? undefined : rulesOfColor;
        // A color transition may be in progress while axe runs, so only a violation that stays counts.
        if ((await faultsOf(page, rules)).length === 0) continue;
        const faults = await faultsOf(page, rules);
        if (faults.length > 0) found[`${path}, ${theme}`] = faults;
      }
    }
    assert.deepEqual(found, {});
  });

/** Themes differ in colors only, so all other rules give the same result in each. */
const rulesOfColor = ['color-contrast', 'link-in-text-block'];

/** `rules` limits the check to these rules. */
async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  await settled(page);
  return accessibilityFaults(page, rules);
}
