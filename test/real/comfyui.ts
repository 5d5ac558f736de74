/**
 * The ComfyUI adapter against a real server. It needs no model. With a checkpoint for SDXL or SD
 * 1.5, previews are tested too. With the text encoder of
 * `test/support/comfyui/answering-encoder.ts`, describe and shorten are.
 */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { suite, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ClassCache } from '../../src/engines/kinds/comfyui/server/class-cache.ts';
import { openComfyServer } from '../../src/engines/kinds/comfyui/server/comfy-server.ts';
import { loadWorkflow } from '../../src/engines/kinds/comfyui/families/families.ts';
import { checkGraph, textOfProblem } from '../../src/engines/kinds/comfyui/workflow/check-workflow.ts';
import { fillWorkflow } from '../../src/engines/kinds/comfyui/workflow/fill-workflow.ts';
import { openHttpClient } from '../../src/engines/adapter-kit/http/http-client.ts';
import { testStepEngine } from '../../src/engines/contract/steps/step-conformance.ts';
import { systemClock } from '@kinora/shared/clock';
import { newRowId } from '../../src/platform/lib/id.ts';
import {
  waitForEnd,
  fullStep,
  generateStep,
  instanceAt,
  kind,
  never,
  noiseStep,
  openAt,
  unknownHandle,
} from '../support/comfyui/open-comfyui.ts';
import { answeringEncoder, testAnswers } from '../support/comfyui/test-answers.ts';
import { testOperations } from '../support/comfyui/test-operations.ts';

const url = process.argv[2] ?? 'http://127.0.0.1:8188';
const probeResult = await kind
  .probe?.(instanceAt({ url }), AbortSignal.timeout(15_000))
  .catch(() => undefined);
const checkpoint = probeResult?.models.find(model => model.startsWith('sdxl'));
const canAnswer = probeResult !== undefined && (await hasAnsweringEncoder());

if (!probeResult)
  test('a ComfyUI server', {
    skip: `Nothing answers at ${url}. Start ComfyUI, on a machine without a GPU with --cpu, and give its URL: npm run test:real -- comfyui URL`,
  });
else
  suite(`${probeResult.program} at ${url}`, () => {
    test('a probe lists what can run', t => {
      for (const line of [`Routes: ${probeResult.models.join(', ')}`, ...probeResult.notes])
        t.diagnostic(line);
    });
    // Each run uses its own keys, because the server remembers the last run.
    testStepEngine(`noise`, async () => openWithOwnKeys(newRowId()), {
      abilities: kind.abilities('noise', {}),
      step: noiseStep,
      unknownHandle,
    });
    test('shipped workflows fit the nodes of the server, apart from their model files', checkNodes);
    test('cancelling stops only its own prompt', cancelOneOfTwo);
    test('a prompt that is interrupted in ComfyUI counts as cancelled', testInterruption);
    test('four concurrent prompts return four images', generateFourAtOnce);
    suite('every operation, through a whole Kinora', () => testOperations(url));
    const skip = checkpoint ? false : 'The server has no checkpoint.';
    test('a checkpoint shows previews while it works', { skip }, showsPreviews);
    const lack = 'Write its file: node test/support/comfyui/answering-encoder.ts COMFYUI';
    testAnswers(url, canAnswer ? false : lack);
  });

async function hasAnsweringEncoder(): Promise<boolean> {
  const client = openHttpClient({ url, secret: undefined });
  const { nodeClass } = openComfyServer(client);
  const [loader, asks] = await Promise.all([
    nodeClass('CLIPLoader', never),
    nodeClass('TextGenerate', never),
  ]);
  client.close();
  return asks !== undefined && loader?.inputs.get('clip_name')?.choices?.includes(answeringEncoder) === true;
}

function openWithOwnKeys(run: string) {
  const engine = kind.openSteps(instanceAt({ url }));
  return {
    ...engine,
    start: (...[step, key, signal]: Parameters<typeof engine.start>) =>
      engine.start(step, `${run}:${key}`, signal),
    find: async (key: string, signal: AbortSignal) => engine.find?.(`${run}:${key}`, signal),
  };
}

async function checkNodes(t: TestContext): Promise<void> {
  const client = openHttpClient({ url, secret: undefined });
  const cache = new ClassCache(openComfyServer(client));
  const root = fileURLToPath(new URL('../../src/engines/kinds/comfyui/workflows/', import.meta.url));
  for (const file of globSync('*/*.json', { cwd: root }).sort()) {
    const workflow = loadWorkflow(file.replace('.json', ''));
    const optional = workflow.slots.filter(({ isOptional, name }) => isOptional && name !== 'upscaler');
    const classes = await cache.readClasses(workflow.graph, never);
    const graph = fillWorkflow(
      workflow,
      Object.fromEntries(optional.map(({ name }) => [name, 'x.png'])),
      classes,
    );
    const problems = checkGraph(graph, classes);
    const otherProblems = problems.filter(problem => problem.kind !== 'choice');
    // A build may be older than a model. Any other problem is a fault of the workflow.
    assert.deepEqual(
      otherProblems.filter(({ kind: problemKind }) => problemKind !== 'class'),
      [],
      file,
    );
    const missing = [...new Set(problems.map(textOfProblem))].join(', ');
    t.diagnostic(`${file}: ${missing ? `lacks ${missing}` : 'complete'}`);
  }
  client.close();
}

async function cancelOneOfTwo(): Promise<void> {
  const engine = openAt({ url });
  const step = { ...(await generateStep()), width: 2048, height: 2048 };
  const keys = [newRowId(), newRowId(), newRowId()];
  const handles = await Promise.all(keys.map(key => engine.start({ ...step }, key, never)));
  await engine.cancel(handles[1] ?? null);
  const states = await Promise.all(handles.map(handle => waitForEnd(engine, handle)));
  assert.deepEqual([states[0]?.state, states[2]?.state], ['done', 'done']);
  assert.notEqual(states[1]?.state, 'done');
}

/** As a person does who sits at the server. */
async function testInterruption(): Promise<void> {
  const engine = openAt({ url });
  const first = { ...(await fullStep('clip')), upstream: 'noise', width: 768, height: 768, seconds: 4 };
  const next = await generateStep();
  const [clip, picture] = [
    await engine.start(first, newRowId(), never),
    await engine.start(next, newRowId(), never),
  ];
  const isRunning = async () => {
    const queue = await (await fetch(`${url}/queue`)).json();
    return JSON.stringify(queue.queue_running).includes((clip as { id: string }).id);
  };
  while (!(await isRunning())) await systemClock.sleep(20);
  await fetch(`${url}/interrupt`, { method: 'POST' });
  const [state, other] = [await waitForEnd(engine, clip), await waitForEnd(engine, picture)];
  assert.deepEqual([state.state, other.state], ['failed', 'done'], JSON.stringify([state, other]));
  assert.match(JSON.stringify(state), /it was cancelled on the server.*"retryable":false/);
}

async function generateFourAtOnce(t: TestContext): Promise<void> {
  const engine = openAt({ url });
  const step = await generateStep();
  const beganMs = systemClock.now();
  const handles = await Promise.all(
    [0, 1, 2, 3].map(index => engine.start({ ...step, seed: index }, newRowId(), never)),
  );
  const startedMs = systemClock.now();
  const states = await Promise.all(handles.map(handle => waitForEnd(engine, handle)));
  for (const state of states)
    assert.ok(state.state === 'done' && state.media.length === 1, JSON.stringify(state));
  t.diagnostic(`started in ${startedMs - beganMs} ms, done in ${systemClock.now() - beganMs} ms`);
}

async function showsPreviews(t: TestContext): Promise<void> {
  const engine = openAt({ url });
  const step = { ...(await generateStep(checkpoint)), parameters: { steps: 4 } };
  const handle = await engine.start(step, newRowId(), never);
  const previews: string[] = [];
  for (;;) {
    const state = await engine.check(handle, 10_000, never);
    if (state.state === 'running' && state.preview)
      previews.push(`${state.progress.toFixed(2)}: ${state.preview.width}x${state.preview.height}`);
    if (state.state === 'running') continue;
    assert.equal(state.state, 'done', JSON.stringify(state));
    break;
  }
  // Older builds send previews only if they were started with them.
  if (!probeResult?.program?.startsWith('ComfyUI 0.3.')) assert.ok(previews.length > 0);
  t.diagnostic(`previews at ${previews.join(', ')}`);
}
