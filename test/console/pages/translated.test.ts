/** The Console while the browser translates it: the page goes on, and shows what changes. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { openConsole, waitUntilSettled } from '../../support/browser/console-page.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

/** As translators do: each text is replaced by an element, in one step or in two. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    const visibleTexts = texts.filter(
      ({ data, parentElement }) => data.trim() && !parentElement?.closest('script, style, textarea, font'),
    );
    for (const [index, text] of visibleTexts.entries()) {
      const font = document.createElement('font');
      font.textContent = text.data;
      if (index % 2) text.before(font);
      if (index % 2) text.remove();
      else text.replaceWith(font);
    }
  });
}

test('a translated page survives typing, and its prices follow the prompt', async () => {
  const { page } = await openConsole({ kinora, role: 'owner', path: '/image' });
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('a red fox --draft');
  await page.getByRole('button', { name: 'Generate $0.02' }).waitFor();
  await translate(page);
  await prompt.fill('a red fox --draft --repeat 3');
  await page.getByRole('button', { name: /^Generate 3 .*\$0\.06/ }).waitFor();
  await translate(page);
  await prompt.fill('a red fox --chaos 300');
  await page.getByText('Invalid value for --chaos: 300').waitFor();
  await translate(page);
  await prompt.fill('a red fox --draft');
  await page.getByText('Invalid value for --chaos: 300').waitFor({ state: 'detached' });
  await translate(page);
  await page.getByRole('button', { name: 'Generate $0.02' }).click();
  await page.getByRole('article').filter({ hasText: 'a red fox' }).first().waitFor();
  await translate(page);
  // Progress, result and balance change while they are translated.
  await page.locator('[data-picture-row] [data-tile] img').first().waitFor();
});

testInFull('every page can be left and opened while it is translated', async () => {
  const { page } = await openConsole({ kinora, role: 'operator', path: '/image' });
  await page.getByRole('button', { name: 'Operate' }).click();
  const links = page.getByRole('navigation').getByRole('link');
  const paths = await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''));
  assert.ok(paths.length > 15, String(paths));
  for (const path of paths) {
    await translate(page);
    await page.locator(`nav a[href="${path}"]`).first().click();
    await page.waitForURL(url => url.pathname.startsWith(path));
    await waitUntilSettled(page);
  }
});
