/**
 * Every page, visited once for each language: it follows the accessibility rules that axe-core can check,
 * nothing of it is cut off, and all text is in the product's own typeface. A quick run visits it in English
 * and dark, on a phone and a desktop, and follows links where the full run loads each page.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../../support/browser/accessibility.ts';
import { addresses } from '../../support/browser/console-addresses.ts';
import {
  consoleAddress,
  type ConsolePage,
  openConsole,
  waitUntilSettled,
  type ConsoleUser,
} from '../../support/browser/console-page.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';
import { seedConsole, smallSeeds, type SeededTasks } from '../../support/browser/seeded-console.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { inDepth } from '../../support/depth.ts';
import { failingEngine } from '../../support/engines/failing-engine.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

type Theme = 'dark' | 'light';

const languages = inDepth<readonly ('en' | 'zh')[]>({ quick: ['en'], full: ['en', 'zh'] });
const themes = inDepth<readonly Theme[]>({ quick: ['dark'], full: ['dark', 'light'] });
const widths = inDepth({ quick: [390, 1280], full: [390, 768, 1024, 1280, 1440] });
/** Rules of structure hold at any width, or differ between phones and desktops. */
const checkedForAccess = inDepth({ quick: [1280], full: [390, 1280] });
/** Bytes of fonts that a page in English may load: one file for text and one for code. */
const mostOfFonts = 60 * 1024;

let kinora: TestApp;
let operator: ConsoleUser;
let tasks: SeededTasks;

before(async () => {
  kinora = await startTestApp({ engines: [failingEngine(1)] });
  operator = await signedIn(kinora, 'operator');
  tasks = await seedConsole(operator, smallSeeds);
});

for (const language of languages)
  test(`every page is accessible and complete at ${widths.join(', ')} px, ${themes.join(' and ')}, ${language}`, async () => {
    const signedInConsole = await openConsole({ kinora, user: operator, path: '/tokens', language });
    const signedOutConsole = await openConsole({ kinora, path: '/sign-in', language });
    const faultsByPage: Record<string, string[]> = {};
    for (const { path, isOutside } of addresses(tasks)) {
      const consolePage = isOutside ? signedOutConsole : signedInConsole;
      const { page } = consolePage;
      await (isOutside ? consolePage.visit(path) : open(consolePage, path));
      for (const width of widths) {
        const faults = await findFaults(page, width);
        if (faults.length > 0) faultsByPage[`${path}, ${width} px`] = faults;
      }
    }
    assert.deepEqual(faultsByPage, {});
  });

for (const language of languages)
  test(`the start page is not cut off at ${widths.join(', ')} px, ${language}`, async () => {
    const { page } = await openConsole({ kinora, path: '/sign-in', language });
    await page.goto(consoleAddress(kinora));
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await waitForLayout(page);
      assert.deepEqual(await layoutFaults(page), [], `${width} px`);
    }
  });

test('an English page loads two small font files, and a Chinese page also the characters it shows', async () => {
  const english = await countFonts('en');
  assert.deepEqual([...english.keys()].toSorted(), ['source-code-pro-latin', 'source-sans-3-latin']);
  const bytes = [...english.values()].reduce((sum, size) => sum + size, 0);
  assert.ok(bytes <= mostOfFonts, `${bytes} bytes, the limit is ${mostOfFonts}`);
  const chinese = await countFonts('zh');
  assert.ok(
    [...chinese.keys()].some(name => name.startsWith('noto-sans-sc')),
    [...chinese.keys()].join(', '),
  );
});

const open = inDepth<(consolePage: ConsolePage, path: string) => Promise<void>>({
  quick: openByLink,
  full: ({ visit }, path) => visit(path),
});

/** Views of one page stay in its element, so that nothing shows when another one has loaded. */
const viewsOfOnePage = /^\/(task|models)\b/;

/** Goes there as a link of the Console does: the program is not loaded again. */
async function openByLink({ page, visit }: ConsolePage, path: string): Promise<void> {
  if (viewsOfOnePage.test(path)) return visit(path);
  const before = await page.$('main > *');
  await page.evaluate(path => {
    history.pushState({}, '', `/console${path}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForFunction(old => old?.isConnected === false, before);
}

async function findFaults(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  await waitForLayout(page);
  const faults = await layoutFaults(page);
  if (!checkedForAccess.includes(width)) return faults;
  for (const theme of themes) faults.push(...(await accessFaults(page, theme)));
  return faults;
}

/** Themes differ in colors only, so all other rules give the same result in each. */
const rulesOfColor = ['color-contrast', 'link-in-text-block'];

/** A color transition may be in progress while axe runs, so only a violation that stays counts. */
async function accessFaults(page: Page, theme: Theme): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  const rules = theme === themes[0] ? undefined : rulesOfColor;
  await waitUntilSettled(page);
  if ((await accessibilityFaults(page, rules)).length === 0) return [];
  await waitUntilSettled(page);
  const faults = await accessibilityFaults(page, rules);
  return faults.map(fault => `${theme}: ${fault}`);
}

/** Waits until fonts are loaded and handlers of a size change have run. */
async function waitForLayout(page: Page): Promise<void> {
  await waitUntilSettled(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame++) await new Promise(resolve => requestAnimationFrame(resolve));
  });
}

/**
 * The bytes of each font file that a page with text and code loads, by file name without weights and hash.
 */
async function countFonts(language: 'en' | 'zh'): Promise<Map<string, number>> {
  const { page } = await openConsole({ kinora, path: '/webhooks', language, user: operator });
  await waitForLayout(page);
  const loaded = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, decodedBodySize }) => [name, decodedBodySize] as const,
    ),
  );
  return new Map(
    loaded.flatMap(([url, bytes]) => {
      const name = /assets\/(.*)-wght-normal-.*\.woff2$/.exec(url)?.[1];
      return name === undefined ? [] : [[name, bytes] as const];
    }),
  );
}
