/**
 * Programs that run on a machine become engines with models, routes and covers by one command each.
 * @NOTE length: one test for each program, on one server.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type ConsoleClient, signedIn } from '../../support/clients/console-client.ts';
import { startFakeComfyui } from '../../support/comfyui/fake-comfyui.ts';
import { localPrograms } from '../../support/engines/local-programs.ts';
import { startSdapiServer } from '../../support/engines/sdapi-server.ts';
import {
  forwardPort,
  Reply,
  startBadPort,
  startProgram,
  unusedAddress,
} from '../../support/engines/usual-ports.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let operator: ConsoleClient;

/** Longer than any answer takes here: a closed port answers at once. */
const amply = { timeout_ms: 10_000 };

before(async () => {
  const addressSettings = { KINORA_HOST: unusedAddress(), KINORA_PORT: '8080' };
  kinora = await startTestApp({ settings: addressSettings });
  operator = await signedIn(kinora, 'operator');
});

const discover = (host: string, more: object = {}) =>
  operator.done('engine discover', { host, ...amply, ...more });

interface FoundEngine {
  readonly name: string | null;
  readonly title: string;
  readonly kind: string | null;
  readonly state: string;
  readonly message: string;
  readonly models: readonly { readonly upstream: string; readonly operations: readonly string[] }[];
  readonly notes: readonly string[];
}

/** The name with which the first program of this place is added. */
async function findEngineName(host: string): Promise<string> {
  return (await discover(host)).found[0].name;
}

/** How many engines, models, routes and prices there are. */
async function counts(): Promise<number[]> {
  const tables = ['engines', 'model_cards', 'routes', 'prices'];
  const rows = tables.map(table => kinora.app.db.pool.query(`select count(*)::int as count from ${table}`));
  return (await Promise.all(rows)).map(({ rows: [row] }) => row.count);
}

async function startForge(host: string, checkpoints: string[] = ['painter']) {
  const server = await startSdapiServer({ program: 'forge', checkpoints });
  await forwardPort({ host, port: 7860 }, server.url);
  return server;
}

test('a web UI becomes an engine with models, prices, routes and a cover by one command', async () => {
  const host = unusedAddress();
  await startForge(host, ['painter', 'dreams_v2']);
  const [existing, searchResult] = [await counts(), await discover(host)];
  assert.deepEqual(await counts(), existing, 'a search adds nothing');
  const [forge] = searchResult.found as FoundEngine[];
  assert.deepEqual(
    [forge?.name, forge?.kind, forge?.state, forge?.models.map(({ upstream }) => upstream)],
    ['webui', 'sdapi', 'new', ['painter', 'dreams_v2']],
  );
  assert.ok(forge?.models[0]?.operations.includes('outpaint'), 'with the dialect that was found');
  const { ok, message, added: addition, found: engines } = await discover(host, { add: 'webui' });
  assert.ok(ok, message);
  assert.deepEqual(
    [addition.engine, addition.is_new, addition.models],
    ['webui', true, ['painter', 'dreams-v2']],
  );
  assert.deepEqual([addition.test.ok, addition.test.model], [true, 'painter']);
  assert.equal((engines as FoundEngine[])[0]?.state, 'added');
  const { settings, url } = await operator.done('engine show', { engine: 'webui' });
  assert.deepEqual([settings.dialect, url], ['webui', `http://${host}:7860`]);
  const routes = await operator.done('route list', { engine: 'webui' });
  assert.deepEqual(
    routes.map((route: { model: string; upstream: string }) => [route.model, route.upstream]),
    [
      ['dreams-v2', 'dreams_v2'],
      ['painter', 'painter'],
    ],
  );
  const painter = await operator.done('model show', { model: 'painter' });
  assert.deepEqual([painter.offered, painter.name, painter.sizes.multiple], [true, 'painter', 8]);
  const covers = await operator.done('model covers');
  const cover = covers.find(({ model }: { model: string }) => model === 'painter');
  assert.match(cover.picture, /^data:image\/webp/);
});

test('a second command adds nothing, and one at the same time neither', async () => {
  const host = unusedAddress();
  await startForge(host, ['twice']);
  const add = await findEngineName(host);
  const results = await Promise.all([discover(host, { add }), discover(host, { add })]);
  assert.ok(results.every(({ ok }) => ok));
  assert.deepEqual(
    results.flatMap(({ added: addition }) => addition.models),
    ['twice'],
  );
  const after = await counts();
  const repeatResult = await discover(host, { add });
  assert.deepEqual(
    [repeatResult.ok, repeatResult.added.is_new, repeatResult.added.models, repeatResult.added.test],
    [true, false, [], null],
  );
  assert.match(repeatResult.message, /has all of these models already/);
  assert.deepEqual(await counts(), after);
});

test('models that a program got later are added to its engine', async () => {
  const host = unusedAddress();
  const server = await startForge(host, ['early']);
  const { added: addition } = await discover(host, { add: await findEngineName(host) });
  server.behavior.checkpoints.push('late');
  const laterResult = await discover(host, { add: addition.engine });
  assert.deepEqual([laterResult.added.is_new, laterResult.added.models], [false, ['late']]);
});

test('ComfyUI becomes an engine with the families that it can run', async () => {
  const host = unusedAddress();
  const fake = await startFakeComfyui();
  fake.addFile('CheckpointLoaderSimple', 'ckpt_name', 'own.safetensors');
  fake.architectures.set('own.safetensors', 'stable-diffusion-xl-v1-base');
  await forwardPort({ host, port: 8188 }, fake.url);
  const [comfy] = (await discover(host)).found as FoundEngine[];
  assert.deepEqual(
    comfy?.models.map(({ upstream }) => upstream),
    ['sdxl:own.safetensors'],
  );
  assert.ok(
    comfy?.notes.some(note => note.includes('GB free')),
    'its devices',
  );
  const { ok, message, added: addition } = await discover(host, { add: 'comfyui' });
  assert.deepEqual([ok, addition.models], [true, ['own']], message);
  assert.ok(addition.test.picture.startsWith('data:image/webp'));
});

test('chat models that accept images describe and shorten, and the first one does so by default', async () => {
  const host = unusedAddress();
  const { port, answers } = localPrograms['lm studio'];
  await startProgram({ host, port }, answers);
  const [studio] = (await discover(host)).found as FoundEngine[];
  assert.deepEqual(studio?.models, [{ upstream: 'qwen/qwen3-vl-4b', operations: ['describe', 'shorten'] }]);
  const { added: addition } = await discover(host, { add: 'lm-studio' });
  assert.deepEqual([addition.models, addition.test], [['qwen3-vl-4b'], null]);
  const modelDetails = await operator.done('model show', { model: 'qwen3-vl-4b' });
  assert.deepEqual(
    [modelDetails.operations, modelDetails.default_for],
    [
      ['describe', 'shorten'],
      ['describe', 'shorten'],
    ],
  );
  const second = unusedAddress();
  await startProgram({ host: second, port: 8080 }, localPrograms['llama.cpp'].answers);
  const other = await discover(second, { add: 'llama-cpp' });
  const { default_for: stays } = await operator.done('model show', { model: other.added.models[0] });
  assert.equal(stays, null, 'the default stays the one that it was');
});

test('each interface of a server is an engine of its own', async () => {
  const host = unusedAddress();
  await startProgram({ host, port: 8080 }, localPrograms.localai.answers);
  const engines = (await discover(host)).found as FoundEngine[];
  assert.deepEqual(
    engines.map(({ name, kind, models }) => [name, kind, models.map(({ upstream }) => upstream)]),
    [
      ['localai', 'openai-media', ['flux.2-klein']],
      ['localai-words', 'chat', ['qwen3-vl-4b']],
    ],
  );
  const gateway = unusedAddress();
  await startProgram({ host: gateway, port: 4000 }, localPrograms.litellm.answers);
  const [litellm] = (await discover(gateway)).found as FoundEngine[];
  assert.deepEqual(
    litellm?.models.map(({ upstream }) => upstream),
    ['gpt-image-1'],
  );
});

test('a LiteLLM that fails where its key is missing needs a secret', async () => {
  const failures = [
    new Reply(500, 'Internal Server Error'),
    new Reply(400, JSON.stringify({ error: { message: 'No connected db.', type: 'no_db_connection' } })),
  ];
  for (const failure of failures) {
    const host = unusedAddress();
    const answers = { ...localPrograms.litellm.answers, 'GET /v1/models': failure };
    await startProgram({ host, port: 4000 }, answers);
    const [litellm] = (await discover(host)).found as FoundEngine[];
    assert.deepEqual([litellm?.title, litellm?.state], ['LiteLLM', 'locked'], litellm?.message);
  }
});

test('what cannot be used says why, in both languages, and cannot be added', async () => {
  const host = unusedAddress();
  const { swarmui, invokeai, koboldcpp } = localPrograms;
  await startProgram({ host, port: swarmui.port }, swarmui.answers);
  await startProgram({ host, port: invokeai.port }, invokeai.answers);
  const blind = { ...localPrograms.ollama.answers, 'POST /api/show': { capabilities: ['completion'] } };
  await startProgram({ host, port: 11434 }, blind);
  await startProgram({ host, port: koboldcpp.port }, { ...koboldcpp.answers, 'GET /sdapi/v1/sd-models': [] });
  await startProgram({ host, port: 7860 }, { 'GET /sdapi/v1/options': new Reply(401, '{}') });
  await startProgram({ host, port: 8080 }, { '*': new Reply(200, '<html>') });
  await startBadPort({ host, port: 9091 }, 'hanging');
  const engines = (await discover(host)).found as FoundEngine[];
  const reasons: Readonly<Record<string, RegExp>> = {
    SwarmUI: /uses the ComfyUI that it starts/,
    InvokeAI: /no kind of engine/,
    Ollama: /no model that (accepts|makes) images/,
    KoboldCpp: /--sdmodel|--mmproj/,
    'Stable Diffusion web UI':
      /requires a secret. Add it with: kinora engine add [a-z0-9-]+ --kind sdapi --url/,
    null: /none of the programs/,
  };
  for (const [title, reason] of Object.entries(reasons)) {
    const ofTitle = engines.filter(one => String(one.title) === title);
    assert.ok(ofTitle.length > 0, title);
    for (const { message, state } of ofTitle) {
      assert.match(message, reason);
      assert.ok(['locked', 'unusable'].includes(state), state);
    }
  }
  const { body } = await operator.post(
    '/api/engine.discover',
    { host, ...amply },
    { 'accept-language': 'zh' },
  );
  for (const { message } of body.found) assert.match(message, /[\u4e00-\u9fff]/);
  const rejection = await operator.run('engine discover', { host, ...amply, add: 'invokeai' });
  assert.match(rejection.body.error.message, /nothing of this name was found/);
  const locked = engines.find(({ state }) => state === 'locked');
  const secondResult = await discover(host, { add: locked?.name });
  assert.deepEqual(
    [secondResult.ok, secondResult.message, secondResult.added],
    [false, locked?.message, null],
  );
});

test('this Kinora is no engine of itself, and another one is told apart', async () => {
  const [self] = (await discover(new URL(kinora.url).hostname)).found as FoundEngine[];
  assert.deepEqual([self?.name, self?.state, self?.message], [null, 'unusable', 'This is Kinora itself.']);
  const host = unusedAddress();
  await forwardPort({ host, port: 7860 }, kinora.url);
  const [other] = (await discover(host)).found as FoundEngine[];
  assert.match(other?.message ?? '', /^This is a Kinora, on another port/);
});

test('an engine that fails its test stays with its models, and says so', async () => {
  const host = unusedAddress();
  const server = await startForge(host, ['weak']);
  server.behavior.status = 500;
  const { ok, message, added: addition } = await discover(host, { add: await findEngineName(host) });
  assert.deepEqual([ok, addition.models, addition.test.ok], [false, ['weak'], false]);
  assert.match(message, /stay, but the test failed/);
});

test('if a part cannot be added, nothing is', async () => {
  const host = unusedAddress();
  await startForge(host, ['whole', 'part']);
  const add = await findEngineName(host);
  const existing = await counts();
  const { pool } = kinora.app.db;
  await pool.query(
    `create function refuse_route() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
     create trigger refuse_route before insert on routes for each row when (new.model = 'part') execute function refuse_route()`,
  );
  try {
    assert.equal((await operator.run('engine discover', { host, ...amply, add })).status, 500);
  } finally {
    await pool.query('drop trigger refuse_route on routes; drop function refuse_route');
  }
  assert.deepEqual(await counts(), existing);
  assert.deepEqual((await discover(host, { add })).added.models, ['whole', 'part']);
});

test('only the models that are named are added, and at most eight of many', async () => {
  const host = unusedAddress();
  const modelNames = Array.from({ length: 10 }, (_, index) => `many-${index}`);
  await startForge(host, modelNames);
  const add = await findEngineName(host);
  const one = await discover(host, { add, models: 'many-9' });
  assert.deepEqual(one.added.models, ['many-9']);
  const rest = await discover(host, { add });
  assert.deepEqual(rest.added.models, modelNames.slice(0, 8));
  assert.match(rest.message, /at most 8 are added at once: many-8\./);
  const wrong = await operator.run('engine discover', { host, ...amply, add, models: 'nothing' });
  assert.match(wrong.body.error.message, /unknown entry "nothing"/);
});

test('a search and what it adds are in the audit log, each part under its own action', async () => {
  const entries = await operator.done('audit list', { limit: 500 });
  const actions = (object: string) =>
    entries
      .filter((entry: { object: string }) => entry.object === object)
      .map((entry: { action: string }) => entry.action);
  assert.deepEqual(actions('webui'), ['engine add']);
  assert.deepEqual(actions('painter'), ['model add']);
  assert.deepEqual(actions('painter -> webui'), ['route add']);
  assert.ok(entries.some((entry: { action: string }) => entry.action === 'engine discover'));
});

test('only operators search, and no address of a cloud is asked', async () => {
  for (const role of ['member', 'owner'] as const) {
    const { status } = await (await signedIn(kinora, role)).run('engine discover', { host: unusedAddress() });
    assert.equal(status, 403);
  }
  const { status, body } = await operator.run('engine discover', { host: '169.254.169.254' });
  assert.equal(status, 400);
  assert.match(body.error.message, /link-local or reserved/);
});
