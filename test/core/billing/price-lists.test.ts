/**
 * Prices from the price list, and prices of clips: proposals like those of providers, and nothing changes
 * until an operator accepts one.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { startTestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { type ProviderAnswer, startProviderServer } from '../../support/providers/provider-server.ts';
import { commandLine } from '../../support/programs/bundled-program.ts';

const map = {
  sample_spec: { litellm_provider: 'one of the providers', mode: 'one of the modes' },
  'gemini/veo-3.1-lite-generate-preview': {
    litellm_provider: 'gemini',
    mode: 'video_generation',
    output_cost_per_second: 0.05,
    output_cost_per_second_1080p: 0.08,
  },
  'runwayml/gen4_turbo': {
    litellm_provider: 'runwayml',
    mode: 'video_generation',
    output_cost_per_video_per_second: 0.05,
  },
  'black_forest_labs/flux-pro-1.1': {
    litellm_provider: 'black_forest_labs',
    mode: 'image_generation',
    output_cost_per_image: 0.04,
  },
  'dall-e-3': { litellm_provider: 'openai', mode: 'image_generation', input_cost_per_image: 0.04 },
};
let listAnswer: ProviderAnswer = { body: map };
let listReads = 0;
const provider = await startProviderServer({
  isStart: () => false,
  answer: ({ path, headers }) => {
    if (path === '/prices.json') {
      listReads += 1;
      assert.equal(headers.authorization, undefined);
      return listAnswer;
    }
    if (path === '/api/v1/videos/models') {
      const pricing_skus = { duration_seconds_with_audio: '0.40', duration_seconds_without_audio: '0.20' };
      return { body: { data: [{ id: 'google/veo-3.1', pricing_skus }] } };
    }
    return { status: 404 };
  },
});

const secretKey = revealSecretKey(newSecretKey());
const place = (settings: object) => startTestApp({ settings: { KINORA_SECRET_KEY: secretKey, ...settings } });
const listUrl = { KINORA_PRICE_LIST_URL: `${provider.url}/prices.json` };
const open = { ...listUrl, KINORA_ALLOWED_NETWORKS: '127.0.0.1' };
const kinora = await place(open);
const { run, done } = await signedIn(kinora, 'operator');
const perImage = { unit: 'image', rules: [{ unitPrice: '0.05' }], tiers: { fast: '1' } };
const perSecond = { ...perImage, unit: 'second', rules: [{ unitPrice: '0.10' }] };

const engines = [
  { engine: 'gemini-1', kind: 'google', settings: { makes: 'clips' } },
  { engine: 'router', kind: 'openrouter', settings: { makes: 'clips' } },
  { engine: 'runway-1', kind: 'runway', settings: { makes: 'clips' } },
  { engine: 'flux', kind: 'bfl', settings: {} },
  { engine: 'open-ai', kind: 'openai-media', settings: { dialect: 'openai', makes: 'pictures' } },
  { engine: 'own', kind: 'openai-media', settings: { dialect: 'openai', makes: 'pictures', paid: false } },
];
for (const one of engines) await done('engine add', { ...one, url: provider.url, secret: 'planted-key' });
await done('model add', { model: 'painter', kind: 'image', operations: ['grid'], price: perImage });
await done('model add', { model: 'mover', kind: 'video', operations: ['clip'], price: perSecond });
const routes = [
  { model: 'mover', engine: 'gemini-1', upstream: 'models/veo-3.1-lite-generate-preview' },
  { model: 'mover', engine: 'router', upstream: 'google/veo-3.1' },
  { model: 'mover', engine: 'runway-1', upstream: 'gen4_turbo' },
  { model: 'painter', engine: 'flux', upstream: 'flux-pro-1.1' },
  { model: 'painter', engine: 'open-ai', upstream: 'dall-e-3' },
  { model: 'painter', engine: 'own', upstream: 'dall-e-3' },
];
for (const route of routes) await done('route add', route);

const proposals = (engine: string) => done('price proposals', { engine });
const readCost = async (model: string, engine: string) =>
  (await done('route list', { model, engine }))[0].cost;
const summarizeProposal = ({ source, state, unit, amount, condition, margin_proposed }: any) => [
  source,
  state,
  unit,
  amount,
  condition,
  margin_proposed,
];

test('a provider without published prices gets those of the list, with the margin, as proposals', async () => {
  assert.deepEqual((await proposals('gemini-1')).map(summarizeProposal), [
    ['list', 'changed', 'second', '0.05', null, '0.05'],
    ['list', 'changed', 'second', '0.08', '1080p', '0.02'],
  ]);
  assert.deepEqual((await proposals('open-ai')).map(summarizeProposal), [
    ['list', 'changed', 'image', '0.04', null, '0.01'],
  ]);
  assert.deepEqual((await proposals('runway-1')).map(summarizeProposal), [
    ['list', 'changed', 'second', '0.05', null, '0.05'],
  ]);
  assert.deepEqual((await proposals('flux')).map(summarizeProposal), [
    ['list', 'changed', 'image', '0.04', null, '0.01'],
  ]);
  assert.equal(await readCost('mover', 'gemini-1'), null);
});

test('the list is read once for all engines, and never for self-hosted servers', async () => {
  listReads = 0;
  const all = await done('price proposals', {});
  assert.equal(listReads, 1);
  assert.deepEqual([...new Set(all.map(({ engine }: any) => engine))].sort(), [
    'flux',
    'gemini-1',
    'open-ai',
    'own',
    'router',
    'runway-1',
  ]);
  assert.deepEqual((await proposals('own')).map(summarizeProposal), [
    [null, 'unknown', null, null, null, null],
  ]);
  assert.equal(listReads, 1);
});

test('prices of clips are proposed for clips with and without sound', async () => {
  assert.deepEqual((await proposals('router')).map(summarizeProposal), [
    ['provider', 'changed', 'second', '0.40', 'with sound', '-0.30'],
    ['provider', 'changed', 'second', '0.20', 'without sound', '-0.10'],
  ]);
});

test('an operator accepts one of several prices as it was shown', async () => {
  const proposal = { model: 'mover', engine: 'gemini-1', unit: 'second', amount: '0.08', condition: '1080p' };
  assert.equal((await run('price accept', { ...proposal, amount: '0.05' })).status, 400);
  listAnswer = { body: { ...map, 'gemini/veo-3.1-lite-generate-preview': {} } };
  assert.equal((await run('price accept', proposal)).status, 400);
  listAnswer = { body: map };
  assert.equal(await readCost('mover', 'gemini-1'), null);
  assert.equal((await done('price accept', proposal)).cost, '0.08');
  assert.deepEqual(await readCost('mover', 'gemini-1'), { unit: 'second', price: '0.08' });
  assert.deepEqual(
    (await proposals('gemini-1')).map(({ state }: any) => state),
    ['changed', 'same'],
  );
  assert.equal(
    (
      await done('price accept', {
        ...proposal,
        engine: 'router',
        amount: '0.20',
        condition: 'without sound',
      })
    ).cost,
    '0.20',
  );
  assert.equal((await done('audit list', { object: 'mover -> gemini-1' }))[0].action, 'price accept');
});

test('the command line reads the list and accepts a price of it, too', async () => {
  const storageSettings = { DATABASE_URL: kinora.databaseUrl, KINORA_DATA_DIR: kinora.dataDir };
  const env = { ...process.env, ...open, ...storageSettings, KINORA_SECRET_KEY: secretKey };
  const kinoraCommand = async (...words: string[]) => {
    const command = [...(await commandLine()), ...words, '--engine', 'flux', '--json'];
    return JSON.parse((await promisify(execFile)(process.execPath, command, { env })).stdout);
  };
  assert.deepEqual((await kinoraCommand('price', 'proposals')).map(summarizeProposal), [
    ['list', 'changed', 'image', '0.04', null, '0.01'],
  ]);
  assert.equal(await readCost('painter', 'flux'), null);
  await kinoraCommand('price', 'accept', 'painter', '--unit', 'image', '--amount', '0.04');
  assert.deepEqual(await readCost('painter', 'flux'), { unit: 'image', price: '0.04' });
});

test('an unreadable list is reported and hides no prices of providers', async () => {
  const tooLarge = Buffer.alloc(17 * 1024 * 1024, 32);
  for (const [answer, reason] of [
    [{ status: 404 }, /status 404/],
    [{ body: 'no list' }, /not in the format/],
    [{ body: tooLarge, headers: { 'content-type': 'application/json' } }, /exceeds 16777216 bytes/],
  ] as const) {
    listAnswer = answer as ProviderAnswer;
    const [line] = await proposals('gemini-1');
    assert.deepEqual(summarizeProposal(line), ['list', 'unread', null, null, null, null]);
    assert.match(line.message, reason);
    assert.equal((await proposals('router'))[0].source, 'provider');
  }
  listAnswer = { body: map };
});

test('the list is fetched from the public internet only, unless the operator allows the network', async () => {
  const closed = await place(listUrl);
  const operator = await signedIn(closed, 'operator');
  await operator.done('engine add', { ...engines[0], url: provider.url, secret: 'planted-key' });
  await operator.done('model add', { model: 'mover', kind: 'video', operations: ['clip'], price: perSecond });
  await operator.done('route add', routes[0]);
  listReads = 0;
  const [line] = await operator.done('price proposals', { engine: 'gemini-1' });
  assert.equal(line.state, 'unread');
  assert.match(line.message, /KINORA_ALLOWED_NETWORKS/);
  assert.equal(listReads, 0);
});

test('without a list, engines whose providers publish no prices are left out', async () => {
  const plain = await place({});
  const operator = await signedIn(plain, 'operator');
  await operator.done('engine add', { ...engines[0], url: provider.url, secret: 'planted-key' });
  await operator.done('model add', { model: 'mover', kind: 'video', operations: ['clip'], price: perSecond });
  await operator.done('route add', routes[0]);
  assert.deepEqual(await operator.done('price proposals', {}), []);
});
