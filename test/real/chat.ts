/**
 * The adapter to chat models, against a server that runs (llama.cpp, Ollama, vLLM …) or a real LiteLLM with
 * an answer of its own. In the environment:
 *
 * REAL_CHAT_MODEL     the name of the model. Default: the first one
 * REAL_CHAT_SETTINGS  JSON, such as {"thinking": "off_effort"}
 * REAL_CHAT_SECRET    a key
 * REAL_LITELLM        the path of the executable `litellm`
 */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { chatKind } from '../../src/engines/kinds/chat/chat-kind.ts';
import type { EngineSettings } from '../../src/engines/contract/kind/engine-settings.ts';
import type { InstanceAccess } from '../../src/engines/contract/kind/instance-access.ts';
import type { ProbeResult } from '../../src/engines/contract/kind/probe-result.ts';
import { composeQuestion, readTexts } from '../../src/engines/planner/questions.ts';
import { testStepEngine } from '../../src/engines/contract/steps/step-conformance.ts';
import type { AskStep } from '../../src/engines/contract/steps/step.ts';
import { EngineError } from '../../src/engines/contract/engine-error.ts';
import type { EngineJob } from '../../src/engines/contract/engine-job.ts';
import { openMemorySpool } from '../support/engines/memory-spool.ts';
import { probeReal, skipUnreachable } from '../support/engines/probe-real.ts';
import { startLiteLlm } from '../support/programs/litellm.ts';
import { pictureOfSize, smallStep } from '../support/engines/steps.ts';
import { never } from '../support/test-engine/instance.ts';

const {
  REAL_CHAT_MODEL: model,
  REAL_CHAT_SETTINGS: givenSettings = '{}',
  REAL_CHAT_SECRET: secret,
  REAL_LITELLM,
} = process.env;
const url = process.argv[2];
const advice =
  'Start a server, such as llama-server -m MODEL.gguf --port 8081, and give its URL: npm run test:real -- chat URL';

interface Place {
  readonly url: string;
  readonly secret: string | undefined;
  readonly model: string | undefined;
}

/** The answer of LiteLLM, which asks no provider: weights of the words below. */
const weights = { 1: 1, 2: 0.2, 3: 0.9, 4: 0.1, 5: 0.4 };
const prompt = 'fox very red in snow';
const places: Place[] = [
  ...(url ? [{ url, secret, model }] : []),
  ...(REAL_LITELLM ? [{ ...(await startLiteLlm(REAL_LITELLM, mockModels())), model: 'mock' }] : []),
];

// Everything is opened before the first test, because what is opened during a
// test is closed after the others.
const probes = await Promise.all(places.map(async place => ({ place, probeResult: await probe(place) })));

if (!url) test('a server', { skip: 'name the address of a server that runs, such as http://127.0.0.1:8081' });
if (!REAL_LITELLM) test('LiteLLM', { skip: 'set REAL_LITELLM to the executable of LiteLLM' });
for (const { place, probeResult } of probes)
  if (probeResult instanceof EngineError) skipUnreachable(place.url, probeResult, advice);
  else testPlace(place, probeResult);

function mockModels() {
  const mock_response = JSON.stringify(weights);
  return [{ model_name: 'mock', litellm_params: { model: 'openai/mock', api_key: 'none', mock_response } }];
}

function toAccess({ url, secret }: Place): InstanceAccess {
  const settings = chatKind.settings.parse(JSON.parse(givenSettings)) as EngineSettings;
  return { name: 'real', url, secret, settings };
}

function probe(place: Place): Promise<ProbeResult | EngineError> {
  return probeReal(chatKind.probe!(toAccess(place), never));
}

function testPlace(place: Place, probeResult: ProbeResult): void {
  const access = toAccess(place);
  const { model } = place;
  const upstream = model ?? probeResult.models[0] ?? 'unknown';
  const open = () => chatKind.openSteps({ ...access, slots: undefined, spool: openMemorySpool() });
  test(`${probeResult.program ?? 'a server'} has ${probeResult.models.join(', ')}. ${probeResult.notes.join(' ')}`, () =>
    assert.ok(probeResult.models.length > 0));
  const ask = async (t: TestContext, job: EngineJob) => {
    const base = await smallStep('ask', { upstream });
    const step = { ...base, ...(await composeQuestion(job)) } as AskStep;
    const engine = open();
    const handle = await engine.start(step, `${job.kind}:0`, never);
    let state = await engine.check(handle, 1000, never);
    while (state.state === 'running') state = await engine.check(handle, 1000, never);
    assert.ok(state.state === 'done', JSON.stringify(state));
    const [answer = ''] = state.texts ?? [];
    t.diagnostic(answer);
    t.diagnostic(`usable: ${readTexts(job, answer) !== undefined}`);
    assert.notEqual(answer, '');
  };
  test(`${upstream} shortens a prompt`, t => ask(t, { kind: 'shorten', prompt } as EngineJob));
  const skip =
    probeResult.notes.some(note => note.includes('does not accept images')) && 'It reads no images.';
  test(`${upstream} describes an image`, { skip }, async t => {
    const picture = await pictureOfSize(1200, 800);
    await ask(t, { kind: 'describe', inputs: [{ ...picture, role: 'picture' }] } as unknown as EngineJob);
  });
  testStepEngine(`${probeResult.program ?? 'chat'}, ${upstream}`, async () => open(), {
    abilities: chatKind.abilities(upstream, access.settings),
    step: primitive => smallStep(primitive, { upstream }),
    unknownHandle: { key: 'unknown' },
  });
}
