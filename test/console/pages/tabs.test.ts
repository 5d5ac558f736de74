/**
 * Tabs of one browser share one event stream, because one for each tab would use up the few
 * connections that a browser opens.
 */
import assert from 'node:assert/strict';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { before, test } from 'node:test';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { serve } from '../../support/servers/serve.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { openConsole, openTab } from '../../support/browser/console-page.ts';
import { failingEngine } from '../../support/engines/failing-engine.ts';

const tabs = 10;

/** The same Kinora behind a server that counts streams. */
let kinora: TestApp;
/** Streams that are open now, and all that were ever opened. */
const streams = { open: 0, begun: 0 };

before(async () => {
  const app = await startTestApp({ engines: [failingEngine(1)] });
  kinora = { ...app, url: await serve((incoming, answer) => pass(app.url, incoming, answer)) };
});

function pass(url: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, headers } = incoming;
  const isStream = incoming.url?.startsWith('/api/events') ?? false;
  if (isStream) {
    streams.open += 1;
    streams.begun += 1;
    answer.once('close', () => (streams.open -= 1));
  }
  const onward = request(`${url}${incoming.url}`, { method, headers }, from => {
    answer.writeHead(from.statusCode ?? 500, from.headers);
    from.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  answer.once('close', () => onward.destroy());
  incoming.pipe(onward);
}

test('ten tabs receive the events of a task over one stream, which ends with the last tab', async () => {
  const user = await signedIn(kinora, 'member');
  const first = await openConsole({ kinora, user, path: '/profile' });
  const context = first.page.context();
  const otherTabs = await Promise.all(
    Array.from({ length: tabs - 1 }, () => openTab(context, { kinora, user, path: '/profile' })),
  );
  const pages = [first, ...otherTabs].map(({ page }) => page);
  await Promise.all(pages.map(page => page.waitForSelector('h1')));
  const openStreams = () => Promise.resolve(streams.open);
  await until(openStreams, open => open === 1);

  const token = (await user.run('token create', { group: 'image' })).body.id;
  await user.post(
    '/mj/submit/imagine',
    { prompt: 'endless stairs to a castle --draft' },
    { 'kinora-token': token },
  );
  await Promise.all(pages.map(page => page.getByRole('button', { name: '1 running' }).waitFor()));
  assert.deepEqual(streams, { open: 1, begun: 1 });

  for (const page of pages.slice(0, -1)) await page.close();
  assert.equal(streams.open, 1, 'one tab remains');
  await pages.at(-1)?.close();
  await until(openStreams, open => open === 0);
});
