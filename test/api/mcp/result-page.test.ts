/**
 * The page that shows results in a conversation, in a real browser: images, buttons with
 * prices, clips, and the way back.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { connectMcp } from '../../support/clients/mcp-client.ts';
import { showView } from '../../support/browser/view-host.ts';
import { startTestApp, type TestApp, until } from '../../support/servers/app.ts';

let kinora: TestApp;
let client: Client;
let tool: Tool;

before(async () => {
  kinora = await startTestApp();
  client = await connectMcp({ url: kinora.url, key: kinora.imageKey });
  const { tools } = await client.listTools();
  tool = tools.find(({ name }) => name === 'generate_image') as Tool;
});

test('a set of images has working buttons: vary, select, animate, and the way back', async () => {
  const result = await client.callTool({
    name: 'generate_image',
    arguments: { prompt: 'a fox in a frame', n: 4 },
  });
  const { page, view, calls, messages, faults } = await showView({ client, tool, result });
  const images = view.getByRole('img');
  await until(
    () => images.count(),
    count => count === 4,
  );
  const isLoaded = () =>
    images.first().evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth > 0);
  assert.ok(await until(isLoaded, loaded => loaded));
  await view.getByRole('button', { name: /Vary image 2 0\.04 \w+/ }).click();
  await until(
    async () => messages.length,
    count => count === 1,
  );
  assert.deepEqual(calls[0]?.name, 'edit_image');
  assert.match(messages[0] ?? '', /pressed a button.*Vary image 2/);
  const press = async (name: RegExp) => {
    const button = view.getByRole('button', { name }).first();
    await until(
      () => button.count(),
      count => count > 0,
    );
    await button.click();
  };
  await press(/Take image 1 out of the set/);
  await press(/Animate with high motion/);
  await until(
    () => view.locator('video').count(),
    count => count > 0,
  );
  const seconds = () =>
    view
      .locator('video')
      .first()
      .evaluate(video => (video as unknown as { readyState: number }).readyState);
  assert.ok((await until(seconds, state => state > 0)) > 0);
  await press(/Back/);
  await until(
    () => view.getByRole('button', { name: /Vary the image strongly/ }).count(),
    count => count === 1,
  );
  assert.deepEqual(faults, []);
  if (process.env['KEEP_SCREENSHOTS']) await page.screenshot({ path: process.env['KEEP_SCREENSHOTS'] });
});

test('a refused button says why, and Chinese programs get Chinese words', async () => {
  const result = await client.callTool({
    name: 'generate_image',
    arguments: { prompt: 'a fox for two', n: 2 },
  });
  const record = result.structuredContent as { next: { arguments: Record<string, unknown> }[] };
  for (const each of record.next) each.arguments['task'] = '1';
  const { view } = await showView({ client, tool, result, locale: 'zh-CN' });
  await view.getByRole('button', { name: '变化图 1' }).click();
  const status = view.getByRole('status');
  await until(
    async () => status.textContent(),
    text => text !== '',
  );
  assert.match((await status.textContent()) ?? '', /1/);
});
