/** The API tab: what the form would send, or what was made last, as a request of each interface. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openConsole, type ConsoleUser } from '../../support/browser/console-page.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { createImage, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let owner: ConsoleUser;

before(async () => {
  kinora = await startTestApp();
  owner = await signedIn(kinora, 'owner');
});

const visit = async (path: string): Promise<Page> => (await openConsole({ kinora, user: owner, path })).page;

/** Chooses a segment of the tab, such as an interface. */
const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).click();
const findCode = (page: Page, language: string) => page.getByRole('region', { name: language, exact: true });

test('a prompt is a request of each interface, in each language, and names its model once', async () => {
  const page = await visit('/image?tab=api&prompt=a%20red%20fox%20--ar%203%3A2%20--model%20sketch');
  await findCode(page, 'curl').getByText('/mj/submit/imagine').waitFor();
  assert.match(await findCode(page, 'curl').innerText(), /"prompt": "a red fox --ar 3:2 --model sketch"/);
  await choose(page, 'OpenAI Images');
  await findCode(page, 'curl').getByText('/v1/images/generations').waitFor();
  const images = await findCode(page, 'curl').innerText();
  assert.match(images, /"model": "sketch",\s+"prompt": "a red fox --ar 3:2"/);
  assert.equal(await page.getByText('Polling', { exact: true }).count(), 0, 'the answer has the images');
  await choose(page, 'Chat');
  await choose(page, 'Python');
  await findCode(page, 'Python').getByText('client.chat.completions.create').waitFor();
  assert.match(page.url(), /format=chat/);
  assert.match(page.url(), /code=python/);
});

test('with an empty form, it is the request of what was made last', async () => {
  await createImage(kinora, 'a lighthouse in a storm --ar 2:3');
  const page = await visit('/image?tab=api&format=images');
  await findCode(page, 'curl').getByText('a lighthouse in a storm --ar 2:3').waitFor();
  await page.getByText('This is the request of your latest result.').waitFor();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a boat');
  await findCode(page, 'curl').getByText('"a boat"').waitFor();
  assert.equal(await page.getByText('This is the request of your latest result.').count(), 0);
});

test('the page of a model has the same code', async () => {
  const page = await visit('/models/sketch?format=chat&code=javascript');
  await findCode(page, 'JavaScript').getByText('client.chat.completions.create').waitFor();
  await choose(page, 'Midjourney proxy');
  await findCode(page, 'JavaScript').getByText('/mj/submit/imagine').waitFor();
});
