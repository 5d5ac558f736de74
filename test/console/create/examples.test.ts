/** The example images that the Console shows before any image exists, and how long files are kept. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { openConsole, type ConsolePage } from '../../support/browser/console-page.ts';

let kinora: TestApp;
let consolePage: ConsolePage;

before(async () => {
  kinora = await startTestApp();
  consolePage = await openConsole({ kinora, role: 'operator', path: '/models', lasts: true });
});

test('models, engines, groups and an unknown page show example images of the built-in engine', async () => {
  const { page, visit } = consolePage;
  for (const path of ['/models', '/engines', '/groups', '/no-such-page']) {
    await visit(path);
    const countImages = () =>
      page
        .locator('main img')
        .evaluateAll(all => all.filter(img => (img as HTMLImageElement).naturalWidth > 0).length);
    assert.ok((await until(countImages, count => count > 0)) > 0, path);
  }
});

test('the details of a task say when its files expire', async () => {
  const { page, user, visit } = consolePage;
  const { body } = await user.get('/api/token.list');
  const token = body.data.find(({ kind }: { kind: string }) => kind === 'image').id;
  const submission = await user.post(
    '/mj/submit/imagine',
    { prompt: 'a fox --v 1' },
    { 'kinora-token': token },
  );
  const task = submission.body.result;
  const { body: record } = await until(
    () => user.run('task show', { task }),
    answer => answer.body.state === 'succeeded',
  );
  await visit(`/task/${task}`);
  const expiry = page.locator(`time[datetime="${record.expires}"]`).first();
  await expiry.waitFor();
  assert.match(String(await expiry.textContent()), /^[A-Z][a-z]+ \d+$/);
});
