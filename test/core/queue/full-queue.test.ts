/** A full queue: at most KINORA_MAX_WAITING tasks wait, however many submits are concurrent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, startTestApp } from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';
import { smallClip } from '../../support/clients/video-client.ts';

test('a burst of submits fills the queue exactly, and every further submit is rejected as queue full', async () => {
  // No worker takes tasks out of the queue.
  const kinora = await startTestApp({
    settings: { KINORA_ROLE: 'api', KINORA_MAX_WAITING: '7' },
    cards: scriptedCards,
  });
  const create = () =>
    call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json: { ...smallClip, prompt: 'x' } });
  const answers = await Promise.all(Array.from({ length: 60 }, create));
  assert.equal(answers.filter(({ status }) => status === 200).length, 7);
  const rejectedAnswers = answers.filter(({ status }) => status !== 200);
  for (const { status, body } of rejectedAnswers)
    assert.deepEqual([status, body.error.code], [429, 'queue_full']);
  const imagine = () =>
    call(`${kinora.url}/mj/submit/imagine`, { key: kinora.imageKey, json: { prompt: 'x' } });
  assert.equal((await imagine()).body.code, 23, 'both interfaces share one count');
});

test('while tasks leave the queue, a burst of submits is accepted or rejected, never unavailable', async () => {
  const scriptedServer = await startScriptedServer();
  const kinora = await startTestApp({
    settings: { KINORA_MAX_WAITING: '1' },
    engines: [scriptedEngine(scriptedServer.url, { slots: 8 })],
    cards: scriptedCards,
  });
  const create = async () => {
    const json = { ...smallClip, prompt: '{"checks":1}' };
    return (await call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json })).status;
  };
  const statuses: number[] = [];
  for (let round = 0; round < 15; round++)
    statuses.push(...(await Promise.all(Array.from({ length: 20 }, create))));
  assert.deepEqual([...new Set(statuses)].sort(), [200, 429]);
});
