/** Prompts that an external server judges, by every interface, and what happens while it is away. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { serve } from '../../support/servers/serve.ts';
import { call } from '../../support/servers/app.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';

const moderationCalls: {
  readonly model: string;
  readonly input: string;
  readonly key: string | undefined;
}[] = [];
let status = 200;
let body: unknown;
let strict: ScriptedApp;
let lenient: ScriptedApp;

before(async () => {
  const url = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { model, input } = JSON.parse(Buffer.concat(chunks).toString());
      moderationCalls.push({ model, input, key: request.headers.authorization });
      const isBad = /gore/.test(input);
      const answer = body ?? {
        id: 'modr-1',
        model,
        results: [
          { flagged: isBad, categories: { violence: isBad, 'violence/graphic': isBad, sexual: false } },
        ],
      };
      response
        .writeHead(request.url === '/v1/moderations' ? status : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
    });
  });
  const settings = { KINORA_MODERATION_URL: `${url}/v1`, KINORA_MODERATION_KEY: 'sk-moderation' };
  strict = await startScriptedApp({ settings });
  lenient = await startScriptedApp({ settings: { ...settings, KINORA_MODERATION_ON_FAILURE: 'allow' } });
});

const imagine = ({ url, imageKey }: ScriptedApp, prompt: string) =>
  call(`${url}/mj/submit/imagine`, { key: imageKey, json: { prompt } });
const clip = ({ url, videoKey }: ScriptedApp, prompt: string) =>
  call(`${url}/v1/videos`, { key: videoKey, json: { model: 'sketch-short', prompt } });
const picture = ({ url, imageKey }: ScriptedApp, prompt: string) =>
  call(`${url}/v1/images/generations`, { key: imageKey, json: { model: 'sketch', prompt } });

test('a flagged prompt is rejected by every interface with its categories, and is not charged', async () => {
  const image = await imagine(strict, 'gore');
  assert.deepEqual([image.status, image.body.code], [200, 24]);
  assert.match(image.body.description, /violence, violence\/graphic/);
  for (const answer of [await clip(strict, 'gore'), await picture(strict, 'gore')]) {
    assert.deepEqual([answer.status, answer.body.error.code], [422, 'prompt_flagged']);
    assert.match(answer.body.error.message, /rejected by moderation: violence, violence\/graphic/);
  }
  const { rows } = await strict.app.db.pool.query('select count(*)::int as count from tasks');
  assert.equal(rows[0].count, 0);
  assert.deepEqual(moderationCalls[0], {
    model: 'omni-moderation-latest',
    input: 'gore',
    key: 'Bearer sk-moderation',
  });
});

test('other prompts pass', async () => {
  assert.equal((await imagine(strict, 'a lake')).body.code, 1);
  assert.equal((await clip(strict, 'a lake')).status, 200);
});

test('while the server fails or answers nonsense, prompts are rejected, or pass if the operator says so', async () => {
  for (const [nextStatus, nextBody] of [
    [500, undefined],
    [200, { results: [] }],
    [200, { error: 'no' }],
  ] as const) {
    status = nextStatus;
    body = nextBody;
    assert.equal((await clip(strict, 'a hill')).body.error.code, 'moderation_unavailable');
    assert.equal((await clip(lenient, 'a hill')).status, 200);
  }
});
