/** Small windows: the rail beside a page on small laptops; what is tapped and typed into on phones. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { imageEnd, imagine, startTestApp, type TestApp } from '../../../support/servers/app.ts';
import { signedIn } from '../../../support/clients/console-client.ts';
import {
  openConsole,
  phone,
  waitUntilSettled,
  type ConsoleUser,
} from '../../../support/browser/console-page.ts';
import { layoutFaults } from '../../../support/browser/layout-faults.ts';

let kinora: TestApp;
let user: ConsoleUser;

before(async () => {
  kinora = await startTestApp();
  user = await signedIn(kinora, 'operator');
});

test('the narrow rail keeps its icons whole when it has more entries than room', async () => {
  const viewport = { width: 1024, height: 500 };
  const { page } = await openConsole({ kinora, user, path: '/overview', viewport, hasScrollbars: true });
  await waitUntilSettled(page);
  const problems = await page.getByRole('navigation', { name: 'Menu' }).evaluate(nav => {
    const rail = nav.parentElement as HTMLElement;
    if (rail.scrollHeight <= rail.clientHeight) return ['everything fits, so nothing is tested'];
    const logo = nav.querySelector('img') as HTMLImageElement;
    const overflowingLinks = [...nav.querySelectorAll('li a')].filter(link => {
      const [box, icon] = [link, link.querySelector('svg') as Element].map(one =>
        one.getBoundingClientRect(),
      );
      return !box || !icon || icon.left < box.left + 4 || icon.right > box.right - 4 || icon.width < 16;
    });
    return [...(logo.width < 24 ? ['logo'] : []), ...overflowingLinks.map(link => link.textContent)];
  });
  assert.deepEqual(problems, []);
});

test('on phones, nothing is cut off, and no field has text so small that Safari zooms into it', async () => {
  const { page, visit } = await openConsole({ kinora, user, path: '/image', viewport: phone });
  const faultsByPath: Record<string, string[]> = {};
  for (const path of [
    '/image',
    '/video',
    '/gallery',
    '/tasks',
    '/prices',
    '/moderation',
    '/models?add=model',
  ]) {
    await visit(path);
    await waitUntilSettled(page);
    const faults = await layoutFaults(page);
    if (faults.length > 0) faultsByPath[path] = faults;
  }
  assert.deepEqual(faultsByPath, {});
});

test('a tap on an image opens it: nothing that spends lies on a picture', async () => {
  const grid = await imagine(kinora, 'a red fox --draft');
  await imageEnd(kinora, grid);
  const { page } = await openConsole({ kinora, user, path: '/image', viewport: phone });
  const row = page.locator(`[data-picture-row="${grid}"]`);
  await row.getByRole('button', { name: /^U2/ }).waitFor();
  const coveredTiles = await row.locator('[data-tile]').evaluateAll(tiles =>
    tiles.filter(tile => {
      tile.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = tile.getBoundingClientRect();
      const places = [0.2, 0.5, 0.8].flatMap(x => [0.2, 0.5, 0.8].map(y => [x, y] as const));
      return places.some(
        ([x, y]) => !tile.contains(document.elementFromPoint(left + width * x, top + height * y)),
      );
    }),
  );
  assert.equal(coveredTiles.length, 0);
  await row.locator('[data-tile="2"]').tap();
  await page.waitForURL(url => url.href.includes(`view=${grid}.2`));
  const { body } = await user.run('task list');
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [grid],
  );
});
