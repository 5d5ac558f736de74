/**
 * The price of every button is correct: each is pressed, and the hold is compared with the displayed price.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TaskButton, TaskRecord } from '../../../src/api/procedures/records/task-record.ts';
import type { TestApp } from '../../support/servers/app.ts';
import { inDepth } from '../../support/depth.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import {
  acceptedTask,
  imageClient,
  plainPicture,
  type ImageClient,
  type ImageRecord,
} from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;
let operator: Awaited<ReturnType<typeof signedIn>>;
let client: ImageClient;
let mask: string;

before(async () => {
  kinora = await startScriptedApp();
  operator = await signedIn(kinora, 'operator');
  const models = scriptedCards.map(card => card as { id: string; group: string });
  const imageModels = models.filter(card => card.group === 'image').map(({ id }) => id);
  const creation = await operator.run('group create', {
    group: 'dear',
    kind: 'image',
    factor: '1.7',
    models: imageModels.join(','),
  });
  assert.equal(creation.status, 200, JSON.stringify(creation.body));
  const { body } = await operator.run('token create', { group: 'dear', tier: 'turbo' });
  client = imageClient({ ...kinora, imageKey: body.key });
  mask = await plainPicture({ width: 64, height: 64 }, '#ffffff');
});

const readLine = async (id: string): Promise<TaskRecord> =>
  (await operator.run('task show', { task: id })).body;

/** The total hold of all tasks that the press created. The tasks are then cancelled. */
async function measureHold(task: ImageRecord, button: TaskButton): Promise<string> {
  const answer = await client.submit('action', { taskId: task.id, customId: button.id });
  if (button.kind === 'bookmark') return '0.00';
  const id = acceptedTask(answer);
  if (answer.body.code === 21) {
    const isRegion = button.kind === 'region';
    acceptedTask(await client.modal(id, isRegion ? { maskBase64: mask } : {}));
  }
  const ids: string[] = answer.body.properties.taskIds ?? [id];
  const amounts = await Promise.all(ids.map(async one => Number((await readLine(one)).price.amount)));
  for (const one of ids) await operator.run('task cancel', { task: one });
  return String(amounts.reduce((sum, amount) => sum + amount, 0));
}

async function checkButtons(task: ImageRecord): Promise<number> {
  const { buttons, prompt } = await readLine(task.id);
  for (const button of buttons) {
    assert.notEqual(button.price, null, button.id);
    const total = await measureHold(task, button);
    assert.equal(Number(button.price).toFixed(6), Number(total).toFixed(6), `${button.id} of ${prompt}`);
  }
  return buttons.length;
}

const prompts = inDepth({
  quick: ['a cat --v 6 --q 2 --relax', 'a cat --niji 6 --ar 4:1'],
  full: [
    'a cat --v 7 --ar 3:2',
    'a cat --v 6 --q 2 --relax',
    'a cat --v 5 --fast',
    'a cat --v 4',
    'a cat --v 2',
    'a cat --niji 6 --ar 4:1',
    'a cat --v 7 --draft',
    'a cat --v 8.1 --hd',
  ],
});

for (const prompt of prompts)
  test(`the buttons of a grid and of its image cost the displayed price: ${prompt}`, async () => {
    const grid = await client.make('imagine', { prompt });
    assert.equal(await checkButtons(grid), 9);
    const solo = await client.pressAndWait(grid, 'U1');
    assert.ok((await checkButtons(solo)) > 3);
  });

test('the buttons of an upscale and of a variation cost the displayed price', async () => {
  const grid = await client.make('imagine', { prompt: 'a dog --v 7 --q 4' });
  const solo = await client.pressAndWait(grid, 'U3');
  assert.ok((await checkButtons(await client.pressAndWait(solo, 'Upscale (Creative)'))) > 3);
  await checkButtons(await client.pressAndWait(grid, 'V2'));
  await checkButtons(await client.pressAndWait(solo, 'Zoom Out 2x'));
});

test('the buttons of a describe and of a shorten cost the displayed price', async () => {
  const description = await client.make('describe', { base64: await plainPicture() });
  assert.equal(await checkButtons(description), 6);
  const analysis = await client.make('shorten', {
    prompt: 'a very long prompt about a cat --ar 16:9 --q 2',
  });
  assert.equal(await checkButtons(analysis), 6);
});

testInFull('the buttons of clips cost the displayed price', async () => {
  const grid = await client.make('imagine', { prompt: 'a bird --v 7 --ar 1:1' });
  const solo = await client.pressAndWait(grid, 'U1');
  const clips = await client.pressAndWait(solo, 'animate_low');
  assert.ok((await checkButtons(clips)) > 4);
  const clip = await client.pressAndWait(clips, 'U1');
  assert.ok((await checkButtons(clip)) > 1);
});
