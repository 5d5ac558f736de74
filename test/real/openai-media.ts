/**
 * The adapter to media servers with the interfaces of OpenAI, against a real server, LiteLLM or
 * new-api. In the environment:
 *
 * REAL_OPENAI_MEDIA_SETTINGS  JSON, such as {"dialect": "vllm-omni", "makes": "clips", "paid": false}
 * REAL_OPENAI_MEDIA_SECRET    a key
 * REAL_OPENAI_MEDIA_MODEL     the name of the model. Default: the first one
 * REAL_OPENAI_MEDIA_SIZE      such as 256x256. Default: 64x64
 *
 * REAL_LITELLM                the executable `litellm`, started in front of a fake of OpenAI
 * REAL_NEW_API                the executable `new-api`, the same, for images only: it polls clips too rarely
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../src/engines/contract/engine-error.ts';
import type { EngineSettings } from '../../src/engines/contract/kind/engine-settings.ts';
import type { InstanceAccess } from '../../src/engines/contract/kind/instance-access.ts';
import type { ProbeResult } from '../../src/engines/contract/kind/probe-result.ts';
import { testStepEngine } from '../../src/engines/contract/steps/step-conformance.ts';
import { probeReal, skipUnreachable } from '../support/engines/probe-real.ts';
import { startLiteLlm } from '../support/programs/litellm.ts';
import { startMediaServer } from '../support/providers/media-server.ts';
import { startNewApi } from '../support/programs/new-api.ts';
import { openMemorySpool } from '../support/engines/memory-spool.ts';
import { mediaKind } from '../support/providers/openai-media.ts';
import { smallStep } from '../support/engines/steps.ts';
import { never } from '../support/test-engine/instance.ts';

const { env } = process;
const advice = 'Start a server, and give its URL: npm run test:real -- openai-media URL';

interface Place {
  readonly url: string;
  readonly settings: object;
  readonly secret?: string | undefined;
  readonly model?: string | undefined;
  /** The id of a clip that does not exist. */
  readonly unknownId?: string;
}

// Everything is opened before the first test, because what is opened during a
// test is closed after the others.
const litellm = env['REAL_LITELLM'] ? await startLiteLlmPlaces(env['REAL_LITELLM']) : [];
const newApi = env['REAL_NEW_API'] ? [await startNewApiPlace(env['REAL_NEW_API'])] : [];
const places = [...listRunningServer(), ...litellm, ...newApi];
const probes = await Promise.all(places.map(async place => ({ place, probeResult: await probe(place) })));

if (!process.argv[2])
  test('a server', { skip: 'name the address of a server that runs, such as http://127.0.0.1:8000' });
if (!env['REAL_LITELLM']) test('LiteLLM', { skip: 'set REAL_LITELLM to the executable of LiteLLM' });
if (!env['REAL_NEW_API']) test('new-api', { skip: 'set REAL_NEW_API to the executable of new-api' });
for (const { place, probeResult } of probes)
  if (probeResult instanceof EngineError) skipUnreachable(place.url, probeResult, advice);
  else testPlace(place, probeResult);

function listRunningServer(): Place[] {
  const [, , url] = process.argv;
  const settings = JSON.parse(env['REAL_OPENAI_MEDIA_SETTINGS'] ?? '{}') as object;
  const [secret, model] = [env['REAL_OPENAI_MEDIA_SECRET'], env['REAL_OPENAI_MEDIA_MODEL']];
  return url ? [{ url, settings, secret, model }] : [];
}

function probe(place: Place): Promise<ProbeResult | EngineError> {
  return probeReal(mediaKind.probe!(toAccess(place), never));
}

function toAccess({ url, settings, secret }: Place): InstanceAccess {
  return { name: 'real', url, secret, settings: mediaKind.settings.parse(settings) as EngineSettings };
}

function testPlace(place: Place, probeResult: ProbeResult): void {
  const access = toAccess(place);
  const { settings } = access;
  const { model, unknownId = 'video_unknown' } = place;
  const upstream = model ?? probeResult.models[0] ?? 'unknown';
  const [width = 64, height = 64] = (env['REAL_OPENAI_MEDIA_SIZE'] ?? '')
    .split('x')
    .map(Number)
    .filter(Boolean);
  const { makes, dialect } = settings;
  test(`${probeResult.program} has ${probeResult.models.join(', ')}. ${probeResult.notes.join(' ')}`, () =>
    assert.ok(probeResult.models.length > 0));
  testStepEngine(
    `${probeResult.program}, ${String(makes)}`,
    async () => mediaKind.openSteps({ ...access, slots: undefined, spool: openMemorySpool() }),
    {
      abilities: mediaKind.abilities(upstream, settings),
      step: primitive => smallStep(primitive, { upstream, width, height }),
      unknownHandle:
        makes === 'clips' && dialect !== 'localai'
          ? { id: unknownId, width, height, seconds: 1, framesPerSecond: 12 }
          : { key: 'unknown' },
    },
  );
}

/** One model for images and one for clips, both on the fake. */
async function startLiteLlmPlaces(executable: string): Promise<Place[]> {
  const { url: upstream } = await startMediaServer();
  const models = ['gpt-image-1', 'sora-2'].map(model => ({
    model_name: model,
    litellm_params: { model: `openai/${model}`, api_base: `${upstream}/v1`, api_key: 'upstream-key' },
  }));
  // Its ids contain the provider, so it needs no table.
  const id = 'litellm:custom_llm_provider:openai;model_id:sora-2;video_id:video_gone';
  const common = { ...(await startLiteLlm(executable, models)), unknownId: `video_${btoa(id)}` };
  const settings = { dialect: 'litellm', masks: 'transparent', paid: false };
  return [
    { ...common, model: 'gpt-image-1', settings: { ...settings, makes: 'both' } },
    { ...common, model: 'sora-2', settings: { ...settings, makes: 'clips' } },
  ];
}

async function startNewApiPlace(executable: string): Promise<Place> {
  const { url: upstream } = await startMediaServer();
  const models = { openai: 'gpt-image-1', sora: 'sora-2' };
  const settings = { dialect: 'new-api', masks: 'transparent', paid: false, makes: 'both' };
  return { ...(await startNewApi(executable, upstream, models)), model: 'gpt-image-1', settings };
}
