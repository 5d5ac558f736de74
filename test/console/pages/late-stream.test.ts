/** A page that reads its task before its event stream is open still receives the changes in between. */
import { test } from 'node:test';
import { videoEnd } from '../../support/servers/app.ts';
import { openConsole } from '../../support/browser/console-page.ts';
import { endless, videoClient } from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

test('a task that ends while the event stream is being opened is shown as ended', async () => {
  const kinora = await startScriptedApp();
  const { body } = await videoClient(kinora).post('videos', endless);
  const { page, visit } = await openConsole({ kinora, role: 'operator', path: '/tasks' });
  // Requests of a shared worker cannot be delayed here. Without one, the page opens the stream itself.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
  const visitEnd = Promise.withResolvers<void>();
  await page.route('**/api/events*', async route => {
    await visitEnd.promise;
    await route.continue();
  });
  await visit(`/task/${body.id}`);
  await page.getByText('is held until the task ends.').waitFor();
  kinora.scriptedServer.obey = () => ({ check: 'refuse' });
  await videoEnd(kinora, body.id);
  visitEnd.resolve();
  await page.getByText(/^Not charged\. The held/).waitFor();
});
