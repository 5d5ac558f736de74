/** The procedures of the marketplace: what models generate and cost, for every caller. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { consoleClient } from '../../support/clients/console-client.ts';
import { videoClient, type VideoClient } from '../../support/clients/video-client.ts';

let kinora: TestApp;
let client: VideoClient;

before(async () => {
  kinora = await startTestApp();
  client = videoClient(kinora);
});

test('the marketplace lists models and prices for everyone, and its totals equal the charges', async () => {
  const anybody = consoleClient(kinora);
  const { body } = await anybody.run('model list');
  assert.deepEqual(body.data.map(({ unit }: any) => unit).sort(), [
    '/ clip',
    '/ clip',
    '/ clip',
    '/ image',
    '/ second',
    '/ second',
  ]);
  const modelDetails = (await anybody.run('model show', { model: 'sketch-short' })).body;
  assert.ok(modelDetails.parameters.properties.seconds && modelDetails.rules.length > 0);
  for (const language of ['curl', 'javascript', 'python'])
    assert.ok(modelDetails.requests.videos[language].includes(kinora.url), language);
  assert.deepEqual(
    modelDetails.groups,
    [{ name: 'video' }],
    'the groups whose tokens can use it, without their factors',
  );
  const { requests: _, groups: __, ...commonFields } = modelDetails;
  const wholeList = (await anybody.run('model list', { whole: true, kind: 'video' })).body.data;
  assert.deepEqual(
    wholeList.find(({ id }: any) => id === 'sketch-short'),
    commonFields,
  );
  const sketch = body.data.find(({ id }: any) => id === 'sketch');
  assert.equal(sketch.from, '0.005', 'the lowest price is exact');
  for (const seconds of [4, 6, 10]) {
    const lines = (await anybody.run('model compare', { seconds })).body.data;
    assert.equal(lines.length, 4);
    for (const { model, total, note } of lines) {
      const needs = ['sketch-frames', 'sketch-cast'].includes(model);
      if (needs) continue;
      const quoted = (await client.post('videos/quote', { model, prompt: 'x', seconds })).body;
      if (total === null) assert.ok(note.includes('seconds') && quoted.error, model);
      else assert.equal(total, quoted.amount, model);
    }
    const totals = lines.filter(({ total }: any) => total !== null).map(({ total }: any) => Number(total));
    assert.deepEqual(
      totals,
      totals.toSorted((a: number, b: number) => a - b),
    );
  }
  const closed = await startTestApp({ settings: { KINORA_PUBLIC_MODELS: 'false' } });
  assert.equal((await consoleClient(closed).run('model list')).status, 401);
  await closed.stop();
});

test('models, and the reasons why one has no price, are in the language of the caller', async () => {
  const anybody = consoleClient(kinora);
  const headers = { 'accept-language': 'zh-CN,zh;q=0.9' };
  const chinese = (await anybody.get('/api/model.list', headers)).body.data;
  const english = (await anybody.run('model list')).body.data;
  assert.equal(chinese.length, 6);
  for (const { id, description } of chinese) assert.match(description, /\p{Script=Han}/u, id);
  for (const { id, description } of english) assert.doesNotMatch(description, /\p{Script=Han}/u, id);
  const { body: modelDetails } = await anybody.get('/api/model.show?model=sketch-short', headers);
  assert.equal(modelDetails.description, chinese.find(({ id }: any) => id === 'sketch-short').description);
  const lines = (await anybody.get('/api/model.compare?seconds=9', headers)).body.data;
  assert.match(lines.find(({ model }: any) => model === 'sketch-short').note, /\p{Script=Han}/u);
  const { body: record } = await client.get('models/sketch-short', headers);
  assert.equal(record.description, modelDetails.description);
});
