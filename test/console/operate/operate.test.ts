/**
 * What operators do in the Console: prices, engines, accounts, the live table of tasks, and the audit log.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { inDepth } from '../../support/depth.ts';
import { until, videoEnd } from '../../support/servers/app.ts';
import { openConsole, phone, type ConsoleUser } from '../../support/browser/console-page.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { endless, smallClip, videoClient, type VideoClient } from '../../support/clients/video-client.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: ScriptedApp;
let client: VideoClient;
let operator: ConsoleUser;

before(async () => {
  kinora = await startScriptedApp();
  client = videoClient(kinora);
  operator = await signedIn(kinora, 'operator');
});

const visit = async (path: string, options: object = {}): Promise<Page> =>
  (await openConsole({ kinora, user: operator, path, ...options })).page;
const quick = { ...smallClip, prompt: 'a clip' };
/** Runs for a long time. */
const slow = { ...smallClip, prompt: '{"checks":4000}' };
const submit = async (json: object): Promise<string> => {
  const { body } = await client.post('videos', json);
  assert.ok(body.id, JSON.stringify(body));
  return body.id;
};
const findRow = (page: Page, id: string) =>
  page.locator('tbody tr').filter({ has: page.locator(`a[href*="${id}"]`) });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Task' });
const readCharge = async (id: string) => {
  const { body } = await operator.run('task show', { task: id });
  return body.price.charged;
};

test("a price is tried on last week's tasks before it is set, and applies to the next task", async () => {
  const before = await submit(quick);
  await videoEnd(kinora, before);
  assert.equal(await readCharge(before), '0.06');
  const page = await visit('/prices?model=sketch-motion');
  await page.getByRole('button', { name: 'Set price' }).click();
  await page.getByRole('radio', { name: /^Per second/ }).waitFor();
  const save = page.getByRole('button', { name: 'Save price' });
  assert.ok(await save.isDisabled(), 'there is no change to save');
  const rule = page.getByRole('listitem', { name: 'Rule 2' });
  await rule.getByRole('textbox', { name: 'Price / second' }).fill('0.06');
  await rule.getByText('5 s × $0.06 = $0.30').waitFor();
  const trial = page.locator('section').filter({ has: page.getByText('Effect on the last 7 days') });
  await trial.getByText('+$0.06').first().waitFor();
  assert.match(await trial.locator('dl').innerText(), /Before\s+\$0\.06\s+After\s+\$0\.12/);
  await page.getByRole('textbox', { name: 'Note' }).fill('dearer');
  await save.click();
  const version = page.getByRole('listitem').filter({ hasText: 'dearer' });
  await version.getByText('Current').waitFor();
  const after = await submit(quick);
  await videoEnd(kinora, after);
  assert.equal(await readCharge(after), '0.12');
  assert.equal(await readCharge(before), '0.06');
});

testInFull('a request is tested against a price and shows the matching rule and the total', async () => {
  const page = await visit('/prices?model=sketch-motion');
  await page.getByLabel('Seconds').fill('10');
  await page.getByLabel('resolution').selectOption('1080p');
  await page.getByLabel('audio').selectOption('true');
  await page.getByText('10 s × $0.12 = $1.20').waitFor();
  const currentRow = page.locator('tr[aria-current]');
  assert.match(await currentRow.innerText(), /audio = true\s*resolution = 1080p/);
});

test('the table shows progress without a reload, and cancelling a task shows what is released', async () => {
  const page = await visit('/tasks');
  await page.getByRole('table', { name: 'Tasks, newest first' }).waitFor();
  const id = await submit(slow);
  const row = findRow(page, id);
  const percent = async () => Number(/(\d+)%/.exec(await row.innerText())?.[1] ?? 0);
  const first = await until(percent, share => share > 0);
  await until(percent, share => share > first);
  await row.locator('td').nth(3).click();
  await page.waitForURL(url => url.searchParams.get('open') === id);
  await panel(page)
    .getByRole('button', { name: /Cancel · releases \$0\.12/ })
    .click();
  await panel(page).getByText('Not charged. The held $0.12 is available again.').waitFor();
  await row.getByText('Cancelled').waitFor();
  await panel(page).getByRole('button', { name: 'Retry at today’s price' }).waitFor();
  await page.keyboard.press('j');
  // J moves to the next row.
  await page.waitForURL(url => url.searchParams.get('open') !== id);
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
});

test('an open page shows when a task fails, why, and that nothing was charged', async () => {
  const id = await submit(endless);
  const page = await visit(`/task/${id}`);
  await page.getByText('$0.12 is held until the task ends.').waitFor();
  kinora.scriptedServer.obey = () => ({ check: 'refuse' });
  await page.getByRole('alert').getByText('Not charged.').waitFor();
  kinora.scriptedServer.obey = undefined;
  await page.getByText('Not charged. The held $0.12 is available again.').waitFor();
  const ledger = page.getByRole('list', { name: 'Ledger' });
  await ledger.getByText('Released').waitFor();
  assert.match(await ledger.innerText(), /Held[\s\S]*Released/);
});

test('filters are in the URL, views are saved, and cancelling several tasks shows the consequences', async () => {
  const ids = [await submit(endless), await submit(endless)];
  const page = await visit('/tasks?state=queued,starting,running');
  await findRow(page, ids[1] ?? '').waitFor();
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Now');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Now', exact: true }).waitFor();
  for (const id of ids) await findRow(page, id).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Cancel 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('$0.24 of held funds is released').waitFor();
  await dialog.getByRole('button', { name: 'Cancel 2' }).click();
  await page.getByText('Nothing matches these filters.').waitFor();
  await page.getByRole('button', { name: 'Failed today' }).click();
  await page.waitForURL(url => url.searchParams.get('from') === 'today');
  await page.getByText('1 task').waitFor();
  await page.getByRole('button', { name: 'Slow video' }).click();
  await page.getByText('Nothing matches these filters.').waitFor();
});

test('draining an engine shows the consequences first, and resuming it makes it take tasks again', async () => {
  const page = await visit('/engines');
  const card = page.getByRole('article', { name: 'scripted' });
  await card.getByText(/^(Healthy|Idle)$/).waitFor();
  await card.getByRole('button', { name: 'Test' }).click();
  await card.getByText(/Test passed/).waitFor();
  await card.getByRole('button', { name: 'Drain' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('New tasks are accepted and wait until the engine is resumed.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('new cards');
  await dialog.getByRole('button', { name: 'Drain' }).click();
  await card.getByText(/Drained by .* \(new cards\)/).waitFor();
  const id = await submit(quick);
  await page.goto(page.url().replace('/engines', '/overview'));
  await page.getByText('Engine scripted is drained; 1 task is waiting for it.').click();
  await card.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await card.getByText(/^(Healthy|Idle)$/).waitFor();
  await videoEnd(kinora, id);
});

test('an account is opened and topped up, and a code is shown once', async () => {
  const page = await visit('/accounts');
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('studio');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const studio = page.getByRole('complementary', { name: 'studio' });
  await studio.getByRole('textbox', { name: 'Amount' }).fill('25');
  await studio.getByText('New balance: $25.00').waitFor();
  await studio.getByRole('textbox', { name: 'Reason' }).fill('invoice 7');
  await studio.getByRole('button', { name: 'Top up · $25.00' }).click();
  await studio.getByText('invoice 7').waitFor();
  await studio.locator('dd').getByText('$25.00').waitFor();
  await studio.getByRole('link', { name: 'People' }).click();
  await page.getByText('The users of the account “studio”').waitFor();
  await page.getByRole('button', { name: 'Invite user' }).click();
  const invitation = page.getByRole('dialog', { name: 'Invite a user to “studio”' });
  await invitation.getByRole('button', { name: 'Create link' }).click();
  await invitation.getByText('For the account “studio”.').waitFor();
  await invitation.getByRole('button', { name: 'Done' }).click();
  await page.goBack();
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Codes' }).check({ force: true });
  await page.getByRole('button', { name: 'New code' }).first().click();
  await page.getByRole('textbox', { name: /^Value/ }).fill('5');
  await page.getByRole('button', { name: 'Create code' }).click();
  const code = await page.getByRole('dialog').locator('code').innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('region', { name: 'Codes', exact: true }).getByText('$5.00').waitFor();
  assert.ok(!(await page.content()).includes(code));
});

testInFull('a group of image models has its own default version', async () => {
  const page = await visit('/groups?edit=image');
  const version = page.getByRole('combobox', { name: 'Default version' });
  assert.equal(await version.locator('option:checked').textContent(), 'Server default (7)');
  await version.selectOption('niji 6');
  await page.getByRole('button', { name: 'Save' }).click();
  const group = page.getByRole('article').filter({ hasText: 'Built in' }).first();
  await group.getByText('niji 6').waitFor();
  await group.getByRole('button', { name: 'Edit' }).click();
  await version.selectOption('Server default (7)');
  await page.getByRole('button', { name: 'Save' }).click();
  await group.getByText('niji 6').waitFor({ state: 'detached' });
});

test('a group and a banned word are created and deleted', async () => {
  const page = await visit('/groups');
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('cheap');
  await page.getByRole('radio', { name: 'Video' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Price factor' }).fill('0.8');
  await page.getByText('$0.20 becomes $0.16 in this group.').waitFor();
  await page.getByRole('checkbox', { name: /Sketch Motion/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  const group = page.getByRole('article').filter({ hasText: 'cheap' });
  await group.getByText('× 0.8').waitFor();
  await group.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await group.waitFor({ state: 'detached' });
  await page.goto(page.url().replace('/groups', '/moderation'));
  await page.getByRole('textbox', { name: 'Add words' }).fill('forbidden fruit');
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByText('Banned: forbidden fruit.').waitFor();
  await page.getByRole('textbox', { name: 'Test a prompt' }).fill('a Forbidden  fruit on a table');
  await page.getByText('Rejected: contains “forbidden fruit”.').waitFor();
  await page.getByRole('button', { name: 'Remove "forbidden fruit"' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No banned words').waitFor();
});

test('the audit log shows every change with its values before and after', async () => {
  const page = await visit('/audit');
  for (const action of [
    'Set a price',
    'Drain an engine',
    'Resume an engine',
    'Top up an account',
    'Cancel a task',
    'Delete a group',
  ])
    await page.getByText(action, { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'sketch-motion' }).click();
  await until(
    async () => page.locator('ol > li').count(),
    count => count === 1,
  );
  const entry = page.getByRole('listitem').filter({ hasText: 'Set a price' });
  assert.match(await entry.innerText(), /Version[\s\S]*2026-11-21[\s\S]*v1/);
  await page.goto(page.url().replace(/\/audit.*/, '/settings'));
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('retention_hours');
  await page.getByText('KINORA_RETENTION_HOURS').waitFor();
  await page.getByText('Hours that generated files are kept.').waitFor();
  await page.getByRole('button', { name: 'Account menu', exact: true }).click();
  await page.getByText('中文').click();
  await page.getByText('产出文件保留的小时数。').waitFor();
});

const pages = [
  '/tasks',
  '/overview',
  '/engines',
  '/prices?model=sketch-motion',
  '/prices?model=sketch&edit=new',
  '/groups?edit=video',
  '/accounts',
  '/moderation',
  '/audit',
  '/settings',
];

testInFull('these pages are accessible, and none is wider than a phone', async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
  const [task] = (await operator.run('task list')).body.data;
  const problems: string[] = [];
  for (const theme of inDepth<readonly ('dark' | 'light')[]>({
    quick: ['dark'],
    full: ['dark', 'light'],
  })) {
    const page = await visit('/tasks', { viewport: theme === 'dark' ? phone : undefined, theme });
    for (const path of [...pages, `/tasks?open=${task.id}`, `/task/${task.id}`]) {
      await page.goto(page.url().replace(/\/console.*/, `/console${path}`));
      await page.locator('main h1').waitFor();
      await page.waitForFunction(() => !document.querySelector('main [class*="150ms_both"]'));
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (width > 0) problems.push(`${path} is ${width} px too wide`);
      await page.evaluate(axe);
      const violationTexts = await page.evaluate(async () => {
        const { violations } = await (globalThis as any).axe.run({ rules: { region: { enabled: false } } });
        return violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
      });
      problems.push(...violationTexts.map((one: string) => `${path}, ${theme}: ${one}`));
    }
  }
  assert.deepEqual(problems, []);
});
