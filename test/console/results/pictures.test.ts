/**
 * Working with images in the Console: selecting one of four, repainting, zooming out, starring,
 * deleting, comparing, downloading.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { accessibilityFaults } from '../../support/browser/accessibility.ts';
import { openConsole, waitUntilSettled, type ConsolePage } from '../../support/browser/console-page.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;
let consolePage: ConsolePage;
let page: Page;
let grid: string;

before(async () => {
  kinora = await startTestApp();
  consolePage = await openConsole({ kinora, role: 'operator', path: '/gallery', lasts: true });
  page = consolePage.page;
  grid = await imagine('a red fox beside a lighthouse --draft --ar 3:2');
  await page.getByRole('button', { name: 'Image 2 of 4' }).waitFor();
});

async function imagine(prompt: string): Promise<string> {
  const { body } = await consolePage.user.get('/api/token.list');
  const token = body.data.find(({ kind }: { kind: string }) => kind === 'image').id;
  const answer = await consolePage.user.post('/mj/submit/imagine', { prompt }, { 'kinora-token': token });
  await waitForSuccess(answer.body.result);
  return answer.body.result;
}

async function waitForSuccess(task: string): Promise<Record<string, any>> {
  const { body } = await until(
    () => consolePage.user.run('task show', { task }),
    answer => answer.body.state === 'succeeded',
  );
  return body;
}

async function newest(action: string): Promise<string> {
  const { body } = await until(
    () => consolePage.user.run('task list', { action, limit: 1 }),
    answer => answer.body.data.length > 0,
  );
  return body.data[0].id;
}

/** Inside the large view: the page behind it has buttons of the same name. */
const large = () => page.getByRole('dialog', { name: 'Image', exact: true });
const tile = (n: number) => page.locator(`[data-key="${grid}.${n}"]`);
const waitForUrl = (text: string) => page.waitForURL(url => url.href.includes(text));

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function findsNothingWrong(): Promise<void> {
  // What fades in has little contrast meanwhile.
  await waitUntilSettled(page);
  assert.deepEqual(await accessibilityFaults(page, guidelines), []);
}

test('an image is selected from a grid, a painted region of it is repainted, and it is zoomed out', async () => {
  await findsNothingWrong();
  await tile(2).click();
  await waitForUrl(`view=${grid}.2`);
  await large().getByRole('button', { name: 'Select image 2' }).click();
  await page.getByText('Started: Select image 2').waitFor();
  // A follow-up is shown beside its image as soon as it exists. While its final image fades in, it has two.
  await large()
    .getByRole('region', { name: 'Related tasks' })
    .getByTitle('Select image 2')
    .locator('img')
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  const upscale = await newest('UPSCALE');
  await waitForUrl(`view=${upscale}.1`);
  await findsNothingWrong();
  await page.getByRole('button', { name: 'Region…' }).click();
  const make = page.locator('dialog').getByRole('button', { name: 'Generate' });
  await page.getByText('No area painted.').waitFor();
  assert.equal(await make.isDisabled(), true);
  const box = await page.locator('canvas').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.5, { steps: 4 });
  await page.mouse.up();
  await page.getByText(/of the image is painted/).waitFor();
  await findsNothingWrong();
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a blue fox');
  const modalRequest = page.waitForRequest(request => request.url().endsWith('/mj/submit/modal'));
  await make.click();
  const { prompt, maskBase64 } = (await modalRequest).postDataJSON();
  assert.equal(prompt, 'a blue fox');
  await isMask(maskBase64);
  const region = await waitForSuccess(await newest('VARIATION'));
  assert.match(region['prompt'], /a blue fox/);
  await page.getByRole('button', { name: /^2×/ }).click();
  const zoom = await waitForSuccess(await newest('ZOOM'));
  assert.equal(zoom['parent'], upscale);
});

/** White where it was painted, black elsewhere, in the size of the image. */
async function isMask(address: string): Promise<void> {
  const image = await loadImage(Buffer.from(address.split(',')[1] ?? '', 'base64'));
  const { width, height } = (await consolePage.user.run('task show', { task: grid })).body;
  assert.deepEqual([image.width, image.height], [width, height]);
  const pen = createCanvas(width, height).getContext('2d');
  pen.drawImage(image, 0, 0);
  const at = (x: number, y: number) => pen.getImageData(width * x, height * y, 1, 1).data.join();
  assert.equal(at(0.3, 0.5), '255,255,255,255');
  assert.equal(at(0.8, 0.5), '0,0,0,255');
  assert.equal(at(0.3, 0.1), '0,0,0,255');
}

testInFull('cancelling a modal leaves no task behind', async () => {
  await consolePage.visit(`/gallery?view=${await newest('UPSCALE')}.1`);
  await page.getByRole('button', { name: 'Custom…' }).click();
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).waitFor();
  const deletion = page.waitForResponse(response => response.url().endsWith('/api/task.delete'));
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await deletion).status(), 200);
  const { body } = await consolePage.user.run('task list', { state: 'waiting,cancelled' });
  assert.deepEqual(body.data, []);
  const button = page.getByRole('button', { name: 'Custom…' });
  await until(
    () => button.getByLabel('already pressed').count(),
    count => count === 0,
  );
});

test('holding a key down submits one task', async () => {
  const submits: string[] = [];
  page.on('request', request => request.url().endsWith('/mj/submit/action') && submits.push(request.url()));
  await consolePage.visit('/gallery');
  await tile(1).click();
  await large().getByRole('button', { name: 'Vary image 1' }).first().waitFor();
  const submission = page.waitForResponse(response => response.url().endsWith('/mj/submit/action'));
  for (let count = 0; count < 5; count++) await page.keyboard.down('v');
  await submission;
  for (let count = 0; count < 5; count++) await page.keyboard.down('v');
  await page.keyboard.up('v');
  await page.getByText('Started: Vary image 1').waitFor();
  assert.equal(submits.length, 1);
  await waitForSuccess(await newest('VARIATION'));
});

testInFull('on the page of a task, the large view links to the follow-ups of its image', async () => {
  await consolePage.visit(`/task/${grid}?view=${grid}.3`);
  await large().getByRole('button', { name: 'Select image 3' }).click();
  const relatedTask = large().getByRole('region', { name: 'Related tasks' }).getByTitle('Select image 3');
  await relatedTask.locator('img').first().waitFor();
  await relatedTask.click();
  await waitForUrl('view=');
  await page.waitForURL(url => !url.href.includes(`view=${grid}`));
  await large()
    .getByRole('button', { name: /Region/ })
    .waitFor();
});

testInFull('the large view is navigated with the keyboard, and the focus returns to its tile', async () => {
  await consolePage.visit('/gallery');
  await tile(1).focus();
  await page.keyboard.press('Enter');
  await waitForUrl(`view=${grid}.1`);
  await page.keyboard.press('ArrowRight');
  await waitForUrl(`view=${grid}.2`);
  await page.keyboard.press('3');
  await waitForUrl(`view=${grid}.3`);
  await page.keyboard.press('ArrowUp');
  await page.waitForURL(url => !url.href.includes(grid));
  await page.keyboard.press('ArrowDown');
  await waitForUrl(`view=${grid}.1`);
  await page.keyboard.press('Escape');
  await page.waitForURL(url => !url.href.includes('view='));
  await page.waitForFunction(key => document.activeElement?.getAttribute('data-key') === key, `${grid}.1`);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(key => document.activeElement?.getAttribute('data-key') === key, `${grid}.2`);
});

test('an image is starred, deleted and restored with the keyboard', async () => {
  await consolePage.visit('/gallery');
  await tile(2).focus();
  await page.keyboard.press('s');
  await page.getByRole('button', { name: /Image 2 of 4, selected, starred/ }).waitFor();
  await until(
    () => consolePage.user.run('task show', { task: grid }),
    ({ body }) => body.starred,
  );
  await tile(2).focus();
  await page.keyboard.press('Delete');
  await page.getByText('Deleted.').waitFor();
  await tile(2).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await tile(2).waitFor();
});

testInFull('a comparison of two images shows what differs', async () => {
  await imagine('a red fox beside a lighthouse --draft --ar 3:2 --stylize 600');
  await consolePage.visit('/gallery');
  await page.getByRole('button', { name: 'Image 1 of 4' }).first().focus();
  await page.keyboard.press('c');
  // The same with the pointer.
  await tile(1).hover();
  await tile(1).locator('..').getByRole('button', { name: 'Compare image 1' }).click();
  await page.getByRole('button', { name: 'Compare 2' }).click();
  await page.getByRole('cell', { name: '600' }).waitFor();
  assert.equal(await page.getByRole('rowheader', { name: 'Prompt' }).count(), 0);
  await findsNothingWrong();
  await page.keyboard.press('Escape');
  await page.waitForURL(url => !url.href.includes('compare='));
});

test('selected images are added to a new collection and downloaded as one zip', async () => {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await tile(1).click();
  await page.getByText('1 task, 4 images').waitFor();
  await page.getByRole('button', { name: 'Add to collection' }).click();
  await page.getByText('Adds the whole grid (4 images).').waitFor();
  await page.getByPlaceholder('New collection').fill('Foxes');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Foxes', pressed: true }).waitFor();
  await page.keyboard.press('Escape');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /Download zip/ }).click();
  assert.match((await saving).suggestedFilename(), /^kinora-\d{4}-\d\d-\d\d-1-task\.zip$/);
  await page.getByRole('button', { name: 'Done' }).first().click();
  // A search would hide the images of the collection.
  await page.getByRole('textbox', { name: 'Search prompts' }).fill('nothing like this');
  await waitForUrl('q=');
  await page.getByRole('button', { name: /^Foxes.*1 task/ }).click();
  await waitForUrl('collection=');
  await page.waitForFunction(() => document.querySelectorAll('[data-key]').length === 4);
});

testInFull('a downloaded image is named after its prompt', async () => {
  await consolePage.visit('/gallery?q=lighthouse');
  await tile(2).focus();
  const saving = page.waitForEvent('download');
  await page.keyboard.press('d');
  assert.match((await saving).suggestedFilename(), /^a-red-fox-beside-a-lighthouse-2\.png$/);
});

testInFull('filters are in the URL, and an empty result offers to clear them', async () => {
  await consolePage.visit('/gallery?q=nothing+like+this');
  await page.getByText('Nothing matches these filters.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await tile(1).waitFor();
  await page.getByRole('button', { name: /^Select or upscale \d/ }).click();
  await waitForUrl('action=UPSCALE');
  await tile(1).waitFor({ state: 'detached' });
});

testInFull('on a tablet the search of the gallery shows its whole placeholder', async () => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await consolePage.visit('/gallery');
  const search = page.getByPlaceholder('Search prompts');
  await search.waitFor();
  const room = await search.evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    canvas.font = font;
    const inner = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return inner - canvas.measureText(input.placeholder).width;
  });
  assert.ok(room >= 0, `${-room} px are missing`);
});
