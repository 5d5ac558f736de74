/**
 * The adapter of chat models, against a server that speaks their formats and misbehaves.
 * @NOTE length: all tests use the same fake server and the same few functions.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import {
  type ChatBehavior,
  type ChatPart,
  type ChatRequest,
  type ChatServer,
  startChatServer,
} from '../../support/providers/chat-server.ts';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { EngineSettings } from '../../../src/engines/contract/kind/engine-settings.ts';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { AskStep } from '../../../src/engines/contract/steps/step.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import type { StepPicture } from '../../../src/engines/contract/steps/step-picture.ts';
import { describeQuestion } from '../../../src/engines/planner/words/describe.ts';
import { chatKind } from '../../../src/engines/kinds/chat/chat-kind.ts';
import { chatSettings } from '../../../src/engines/kinds/chat/chat-settings.ts';

const picture = await makePicture({ width: 1600, height: 800 }, 'webp');
const step: AskStep = {
  primitive: 'ask',
  upstream: 'tiny-vision',
  parameters: { top_p: 0.9 },
  seed: 4_294_967_295,
  picture,
  ...describeQuestion(),
};

async function makePicture(
  size: { width: number; height: number },
  format: 'webp' | 'jpeg',
): Promise<StepPicture> {
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#d33' } })
    .toFormat(format)
    .toBuffer();
  return { contentType: `image/${format}`, ...size, bytes };
}

function listParts([message]: ChatRequest['messages']): readonly ChatPart[] {
  assert.ok(message && typeof message.content !== 'string');
  return message.content;
}

interface Choices {
  readonly settings?: EngineSettings;
  readonly secret?: string;
}

function instanceAt(
  { url }: Pick<ChatServer, 'url'>,
  { settings = {}, secret }: Choices = {},
): InstanceOptions {
  return {
    name: 'words',
    url,
    secret,
    settings: chatSettings.parse(settings),
    slots: undefined,
    spool: openMemorySpool(),
  };
}

function openAt(server: Pick<ChatServer, 'url'>, choices?: Choices): StepEngine {
  return chatKind.openSteps(instanceAt(server, choices));
}

async function waitForEnd(engine: StepEngine, askStep: AskStep = step): Promise<EngineStatus> {
  const handle = await engine.start(askStep, 'one:0', never);
  for (;;) {
    const state = await engine.check(handle, 5000, never);
    if (state.state !== 'running') return state;
  }
}

async function readText(behavior: ChatBehavior): Promise<string | undefined> {
  const state = await waitForEnd(openAt(await startChatServer(behavior)));
  assert.ok(state.state === 'done', JSON.stringify(state));
  return state.texts?.[0];
}

testStepEngine('chat', async () => openAt(await startChatServer()), {
  abilities: chatKind.abilities('tiny-vision', chatSettings.parse({})),
  step: () => step,
  unknownHandle: { key: 'unknown' },
});

test('a question is sent with its schema, its image and every parameter', async () => {
  const server = await startChatServer();
  await waitForEnd(openAt(server));
  const [body] = server.requests;
  assert.ok(body);
  assert.deepEqual(server.paths, ['POST /v1/chat/completions']);
  const { messages, response_format: format, ...rest } = body;
  assert.deepEqual(rest, {
    model: 'tiny-vision',
    stream: false,
    top_p: 0.9,
    temperature: 0.8,
    max_tokens: 4096,
    seed: 4_294_967_295 % 0x7fff_ffff,
    chat_template_kwargs: { enable_thinking: false },
  });
  assert.deepEqual(format?.json_schema?.schema, step.schema);
  const [text, image] = listParts(messages);
  assert.equal(text?.text, step.prompt);
  const [head, data = ''] = image?.image_url?.url.split(',') ?? [];
  assert.equal(head, 'data:image/png;base64');
  const { width, height, format: type } = await sharp(Buffer.from(data, 'base64')).metadata();
  assert.deepEqual([width, height, type], [1024, 512, 'png']);
});

test('a small JPEG is sent unchanged, and a question without an image is plain text', async () => {
  const server = await startChatServer();
  const small = await makePicture({ width: 640, height: 400 }, 'jpeg');
  await waitForEnd(openAt(server), { ...step, picture: small });
  const { picture: _, ...wordless } = step;
  await waitForEnd(openAt(server), wordless);
  const [first, second] = server.requests.map(({ messages }) => messages[0]?.content);
  assert.equal(
    (first as ChatPart[])[1]?.image_url?.url,
    `data:image/jpeg;base64,${Buffer.from(small.bytes).toString('base64')}`,
  );
  assert.equal(second, step.prompt);
});

test('a server that rejects optional fields is asked again without them, and never again with them', async () => {
  for (const unknownFields of [
    ['response_format'],
    ['chat_template_kwargs'],
    ['temperature', 'max_tokens'],
  ]) {
    const server = await startChatServer({ unknownFields, content: '{"literal":"a"}' });
    const engine = openAt(server);
    assert.equal((await waitForEnd(engine)).state, 'done');
    const handle = await engine.start(step, 'two:0', never);
    while ((await engine.check(handle, 1000, never)).state === 'running');
    assert.equal(server.requests.length, 3);
    for (const { response_format: format, messages, ...rest } of server.requests.slice(1)) {
      assert.deepEqual([format, rest], [undefined, { model: 'tiny-vision', stream: false, top_p: 0.9 }]);
      assert.match(listParts(messages)[0]?.text ?? '', /JSON Schema[^]*"literal"/);
    }
  }
});

test('the settings decide how JSON is requested and how thinking is turned off', async () => {
  const server = await startChatServer({ content: '{"literal":"a"}' });
  await waitForEnd(openAt(server, { settings: { answerFormat: 'json_object', thinking: 'off_effort' } }));
  await waitForEnd(openAt(server, { settings: { answerFormat: 'none', thinking: 'default' } }));
  const [object, none] = server.requests;
  assert.deepEqual(object?.response_format, { type: 'json_object' });
  assert.equal(object?.['reasoning_effort'], 'none');
  assert.deepEqual(
    ['response_format', 'reasoning_effort', 'chat_template_kwargs'].filter(name => name in (none ?? {})),
    [],
  );
});

test('text that a model writes around its JSON is dropped', async () => {
  const json = '{"a": "b {c}"}';
  for (const content of [
    json,
    `\n${json}\n`,
    `\`\`\`json\n${json}\n\`\`\``,
    `<think>{"no": 1}\n</think>\n\n${json}`,
    `Here you are:\n\n\`\`\`\n${json}\n\`\`\`\nEnjoy!`,
    `The answer is ${json}.`,
  ])
    assert.equal(await readText({ content }), json);
  assert.equal(await readText({ content: 'I see a fox.' }), 'I see a fox.');
});

test('the cost of an answer is reported if the server returns it', async () => {
  const state = await waitForEnd(openAt(await startChatServer({ cost: 0.0123456 })));
  assert.ok(state.state === 'done');
  assert.equal(state.costMicros, 12_346);
});

for (const [behavior, code, retryable] of [
  [{ finishReason: 'length' }, 'engine_error', false],
  [{ finishReason: 'content_filter', content: null }, 'content_refused', false],
  [{ refusal: 'no', content: null }, 'content_refused', false],
  [{ content: '' }, 'engine_error', true],
  [{ fault: 'no json' }, 'engine_error', false],
  [{ fault: 'no choices' }, 'engine_error', false],
  [{ fault: 'half' }, 'engine_unavailable', true],
] as const)
  test(`an answer with ${JSON.stringify(behavior)} fails as ${code}`, async () => {
    const engine = openAt(await startChatServer(behavior));
    const failure = await catchFailure(waitForEnd(engine).then(throwFailure));
    assert.deepEqual([failure.code, failure.retryable], [code, retryable]);
  });

/** An immediate failure is thrown by the start; a later one is a state. */
async function throwFailure(state: EngineStatus): Promise<never> {
  const { EngineError } = await import('../../../src/engines/contract/engine-error.ts');
  assert.ok(state.state === 'failed', state.state);
  throw new EngineError(state.code, state.reason, { retryable: state.retryable });
}

for (const [status, code, retryable, notStarted] of [
  [400, 'engine_rejected', false, true],
  [401, 'engine_unauthorized', false, true],
  [404, 'engine_error', true, true],
  [429, 'engine_busy', true, true],
  [500, 'engine_error', true, false],
  [502, 'engine_unavailable', true, false],
  [503, 'engine_busy', true, true],
] as const)
  test(`a question answered with status ${status} is ${code}`, async () => {
    const server = await startChatServer({ status });
    const failure = await catchFailure(openAt(server).start(step, 'one:0', never));
    assert.deepEqual(toVerdict(failure), { code, retryable, notStarted });
    assert.equal(server.requests.length, status === 400 ? 2 : 1);
  });

test('a 500 of an unpaid server itself fails only the question, any other is an unknown start', async () => {
  const unclear = { code: 'engine_unavailable', retryable: true, notStarted: false };
  for (const [isProxy, isPaid, verdict] of [
    [false, false, { ...unclear, code: 'engine_error' }],
    [true, false, unclear],
    [false, true, unclear],
  ] as const) {
    const server = await startChatServer({ status: 500, isProxy });
    const failure = await catchFailure(
      openAt(server, { settings: { paid: isPaid } }).start(step, 'one:0', never),
    );
    assert.deepEqual(toVerdict(failure), verdict);
  }
});

test('a 503 of a proxy is an unknown start of a paid question, a 503 of the server itself a rejection', async () => {
  const unclear = { code: 'engine_unavailable', retryable: true, notStarted: false };
  const busy = { code: 'engine_busy', retryable: true, notStarted: true };
  for (const [isProxy, isPaid, verdict] of [
    [true, true, unclear],
    [false, true, busy],
    [true, false, busy],
  ] as const) {
    const server = await startChatServer({ status: 503, isProxy });
    const failure = await catchFailure(
      openAt(server, { settings: { paid: isPaid } }).start(step, 'one:0', never),
    );
    assert.deepEqual(toVerdict(failure), verdict);
  }
});

test('a lost connection is an unknown start of a paid question, which is not sent again', async () => {
  const server = await startChatServer({ fault: 'reset' });
  const engine = openAt(server, { settings: { paid: true } });
  const failure = await catchFailure(engine.start(step, 'one:0', never));
  assert.deepEqual(toVerdict(failure), { code: 'engine_unavailable', retryable: true, notStarted: false });
  const { isPaid, afterUnknownStart, canCancel } = engine.traits;
  assert.deepEqual([isPaid, afterUnknownStart, canCancel], [true, 'never', false]);
  assert.equal(server.requests.length, 1);
  assert.equal(openAt(server).traits.afterUnknownStart, 'repeat');
});

test('a server that never answers times out, and a cancelled question ends immediately', async () => {
  const server = await startChatServer({ fault: 'hang' });
  const engine = openAt(server, { settings: { timeoutSeconds: 3 } });
  const handle = await engine.start(step, 'one:0', never);
  const cancelled = await engine.start(step, 'two:0', never);
  await engine.cancel(cancelled);
  assert.deepEqual(await engine.check(cancelled, 0, never), { state: 'lost' });
  let state = await engine.check(handle, 1000, never);
  while (state.state === 'running') state = await engine.check(handle, 10_000, never);
  assert.ok(state.state === 'failed');
  assert.deepEqual([state.code, state.retryable], ['engine_unavailable', true]);
});

test('cancelling rejects when the spool fails, without crashing the process', async () => {
  const drop = () => Promise.reject(new RangeError('the disk is gone'));
  const options = { ...instanceAt(await startChatServer()), spool: { ...openMemorySpool(), drop } };
  await assert.rejects(chatKind.openSteps(options).cancel({ key: 'one:0' }), RangeError);
});

test('any step that is not a question is rejected', async () => {
  const other = { ...step, primitive: 'generate', negative: '', width: 64, height: 64, count: 1 } as const;
  const failure = await catchFailure(openAt(await startChatServer()).start(other, 'one:0', never));
  assert.deepEqual(toVerdict(failure), { code: 'engine_rejected', retryable: false, notStarted: true });
});

test('the key is sent, and no error contains it', async () => {
  const server = await startChatServer({ key: 'sesame-5f3a' });
  assert.equal((await waitForEnd(openAt(server, { secret: 'sesame-5f3a' }))).state, 'done');
  const failure = await catchFailure(openAt(server, { secret: 'wrong-77' }).start(step, 'one:0', never));
  assert.equal(failure.code, 'engine_unauthorized');
  assert.doesNotMatch(`${failure.stack} ${String(failure.cause)}`, /wrong-77/);
});

test('the API is found below the path of the base URL', async () => {
  const server = await startChatServer();
  await waitForEnd(openAt({ url: `${server.url}/api/v1` }));
  assert.deepEqual(server.paths, ['POST /api/v1/chat/completions']);
});

test('a probe lists the models, asks no question, and reports models that cannot read images', async () => {
  const modelList = (capabilities: string[]) => ({
    object: 'list',
    models: [{ name: 'tiny', capabilities }],
    data: [{ id: 'tiny', owned_by: 'llamacpp' }],
  });
  const server = await startChatServer({ models: modelList(['completion', 'multimodal']) });
  const probe = () => chatKind.probe!(instanceAt(server), never);
  assert.deepEqual(await probe(), { program: 'llama.cpp', models: ['tiny'], notes: [] });
  server.behavior.models = modelList(['completion']);
  assert.match((await probe()).notes[0] ?? '', /does not accept images/);
  // As Ollama answers before the first model is pulled.
  server.behavior.models = { object: 'list', data: null };
  assert.deepEqual(await probe(), { program: undefined, models: [], notes: ['It has no models.'] });
  server.behavior.models = {
    object: 'list',
    data: ['llama:1b', 'llava:7b'].map(id => ({ id, owned_by: 'library' })),
  };
  server.behavior.capabilities = { 'llama:1b': ['completion'], 'llava:7b': ['completion', 'vision'] };
  assert.deepEqual(await probe(), {
    program: 'Ollama',
    models: ['llama:1b', 'llava:7b'],
    unsuitable: ['llama:1b'],
    settings: { thinking: 'off_effort' },
    notes: ['These models do not accept images, so they cannot describe images: llama:1b.'],
  });
  assert.deepEqual(server.requests, []);
  server.behavior.status = 404;
  assert.equal((await catchFailure(probe())).code, 'engine_error');
});
