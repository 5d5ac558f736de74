/** The Console says which words of a prompt the engine drew and which it did not understand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sketchPromptReader } from '../../../src/engines/kinds/sketch/prompt-reader.ts';
import { startTestApp } from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { openConsole } from '../../support/browser/console-page.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';

test('the details of a task and its large view show how each word was read', async () => {
  const engine = scriptedEngine((await startScriptedServer()).url);
  const promptReader = sketchPromptReader;
  const kinora = await startTestApp({ engines: [{ ...engine, promptReader }], cards: scriptedCards });
  const { page, user, visit } = await openConsole({ kinora, role: 'operator', path: '/tasks' });
  const { body } = await user.get('/api/token.list');
  const token = body.data.find(({ kind }: { kind: string }) => kind === 'image').id;
  const prompt = 'a red fox at sunset, watercolor, quantum mood, without clouds --v 1';
  const answer = await user.post('/mj/submit/imagine', { prompt }, { 'kinora-token': token });
  await visit(`/task/${answer.body.result}`);
  const words = page.getByLabel('How the engine read the prompt');
  const readWords = async () => (await words.first().innerText()).split(/\s*\n\s*/);
  await words.first().waitFor();
  const expected = ['In the image', 'red fox', 'sunset', 'Style', 'watercolor', 'Excluded', 'clouds'];
  assert.deepEqual(await readWords(), [...expected, 'Not understood', 'quantum', 'mood']);
  await page.getByRole('link', { name: 'Open: 1' }).click();
  await page.getByRole('dialog').getByLabel('How the engine read the prompt').waitFor();
});
