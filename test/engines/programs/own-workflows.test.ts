/**
 * Workflows of the operator: read, added, checked on a server, used for a grid, replaced and
 * removed, while the server runs.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { imageEnd, imagine, startTestApp, type TestApp } from '../../support/servers/app.ts';
import { type FakeComfyui, startFakeComfyui } from '../../support/comfyui/fake-comfyui.ts';
import { noiseExport, noiseSlots } from '../../support/comfyui/noise-export.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { commandLine } from '../../support/programs/bundled-program.ts';

let kinora: TestApp;
let operator: ConsoleClient;
let fake: FakeComfyui;

const price = { unit: 'image', rules: [{ unitPrice: '0.02' }], tiers: { fast: '1' } };
const noiseWorkflow = { family: 'my-noise', primitive: 'generate', graph: noiseExport, slots: noiseSlots };
const rejection = async (input: object) => {
  const { status, body } = await operator.run('workflow add', { ...noiseWorkflow, ...input });
  assert.equal(status, 400, JSON.stringify(body));
  return `${body.error.param}: ${body.error.message}`;
};

before(async () => {
  fake = await startFakeComfyui();
  kinora = await startTestApp();
  operator = await signedIn(kinora, 'operator');
  await operator.done('engine add', { engine: 'gpu', kind: 'comfyui', url: fake.url });
});

test('reading an export returns its nodes and suggested slots', async () => {
  const read = await operator.done('workflow read', { graph: noiseExport });
  assert.deepEqual(read.nodes[0], {
    id: '1',
    class: 'EmptyImage',
    title: 'Canvas',
    inputs: [
      { name: 'width', value: 512, from: null },
      { name: 'height', value: 512, from: null },
      { name: 'batch_size', value: 1, from: null },
      { name: 'color', value: 0, from: null },
    ],
  });
  assert.equal(read.nodes[1].inputs[0].from, '1');
  const slots = read.slots.map((one: { slot: string; node: string }) => `${one.slot} ${one.node}`);
  for (const slot of ['width 1', 'height 1', 'seed 2', 'prompt 7', 'out 9'])
    assert.ok(slots.includes(slot), slot);
  assert.deepEqual(read.needs.generate, ['prompt', 'out']);
  assert.ok(read.shipped.includes('sdxl'));
});

test('reading an export names the mistakes of its graph in the language of the caller, and adding it is rejected', async () => {
  const graph = {
    ...noiseExport,
    2: { ...noiseExport[2], inputs: { ...noiseExport[2].inputs, image: ['3', 0] } },
    3: { class_type: 'ImageBlur', inputs: { image: ['2', 0], mask: ['77', 0] } },
  };
  const mistakes = [
    'the input mask of node 3 comes from a node 77, which is not there',
    'these nodes feed each other, so none of them can run: 2, 3',
  ];
  assert.deepEqual((await operator.done('workflow read', { graph: noiseExport })).mistakes, []);
  assert.deepEqual((await operator.done('workflow read', { graph })).mistakes, mistakes);
  assert.ok((await rejection({ graph })).includes(mistakes[0] ?? ''));
  const chinese = await operator.post('/api/workflow.read', { graph }, { 'accept-language': 'zh' });
  assert.match((chinese.body.data ?? chinese.body).mistakes[1], /^这些节点互为输入/);
});

test('a workflow that cannot run is rejected with the reason, and only operators add workflows', async () => {
  assert.match(await rejection({ graph: { nodes: [], links: [] } }), /^graph: .*"Export \(API\)"/);
  assert.match(await rejection({ slots: [] }), /^slots: .*generate needs the slots prompt, out/);
  const straySlots = [...noiseSlots, { slot: 'cfg', node: '99', input: 'cfg' }];
  assert.match(await rejection({ slots: straySlots }), /^slots: .*no input cfg of a node 99/);
  const strayFrames = [...noiseSlots, { slot: 'frames', node: '9' }];
  assert.match(
    await rejection({ slots: strayFrames }),
    /^slots: .*slot frames on node 9 \(SaveImage\) sets no input/,
  );
  assert.match(await rejection({ family: 'sdxl' }), /^family: .*is built in/);
  assert.match(await rejection({ family: 'My Noise' }), /^family: .*lowercase/);
  assert.match(await rejection({ primitive: 'dance' }), /^primitive: .*expected one of generate/);
  assert.match(await rejection({ graph: '{' }), /^graph: .*expected JSON/);
  assert.match(await rejection({ graph: '{}' }), /^graph: .*not a ComfyUI workflow/);
  const nul = JSON.stringify({ 1: { class_type: 'A', inputs: { text: '\0' } } });
  assert.match(await rejection({ graph: nul }), /^graph: .*NUL/);
  const member = await signedIn(kinora, 'member');
  assert.equal((await member.run('workflow add', noiseWorkflow)).status, 403);
  assert.equal((await member.run('workflow list')).status, 403);
  assert.deepEqual(await operator.done('workflow list'), []);
});

test('a workflow family of the operator generates a grid without a restart', async () => {
  const workflow = await operator.done('workflow add', noiseWorkflow);
  assert.equal(workflow.nodes, 4);
  await operator.done('model add', {
    model: 'noise',
    kind: 'image',
    name: 'Noise',
    operations: ['grid'],
    price,
  });
  await operator.done('route add', { model: 'noise', engine: 'gpu', upstream: 'my-noise' });
  const task = await imageEnd(kinora, await imagine(kinora, 'a fox --model noise'));
  assert.equal(task.status, 'SUCCESS', JSON.stringify(task));
  const graphs = fake.queue.received.map(({ graph }) => graph);
  assert.equal(graphs.length, 4);
  assert.equal(new Set(graphs.map(graph => graph['2']?.inputs['seed'])).size, 4);
  const storedWorkflow = await operator.done('workflow show', { family: 'my-noise', primitive: 'generate' });
  assert.deepEqual(storedWorkflow.graph['1'].inputs, noiseExport[1].inputs);
  assert.equal(storedWorkflow.slots.length, noiseSlots.length);
});

test('showing the only workflow of a family needs no primitive, and showing one of several does', async () => {
  const family = 'shown-noise';
  const show = (input: object = {}) => operator.run('workflow show', { family, ...input });
  assert.equal((await show()).status, 404);
  await operator.done('workflow add', { ...noiseWorkflow, family });
  assert.equal((await show()).body.primitive, 'generate');
  await operator.done('workflow add', { ...noiseWorkflow, family, primitive: 'clip' });
  const { status, body } = await show();
  assert.deepEqual([status, body.error.param], [400, 'primitive']);
  assert.match(body.error.message, /several workflows\. Name the primitive of one: clip, generate\./);
  assert.equal((await show({ primitive: 'clip' })).body.primitive, 'clip');
  for (const primitive of ['clip', 'generate']) await operator.done('workflow remove', { family, primitive });
});

test('the offer of the model follows its workflows, and a replaced workflow applies from the next start', async () => {
  const { graph } = noiseWorkflow;
  const louder = {
    ...graph,
    1: { ...graph[1], inputs: { ...graph[1].inputs, batch_size: 4 } },
    2: { ...graph[2], inputs: { ...graph[2].inputs, strength: 0.9 } },
  };
  const slots = [...noiseSlots, { slot: 'batch', node: '1', input: 'batch_size' }];
  await operator.done('workflow add', { ...noiseWorkflow, graph: louder, slots });
  const unable = await operator.run('route add', {
    model: 'sketch-motion',
    engine: 'gpu',
    upstream: 'my-noise',
  });
  assert.equal(unable.status, 400);
  assert.match(unable.body.error.message, /supports none of the operations/);
  const start = fake.queue.received.length;
  await imageEnd(kinora, await imagine(kinora, 'a fox --model noise'));
  assert.equal(fake.queue.received[start]?.graph['2']?.inputs['strength'], 0.9);
  assert.equal(fake.queue.received[start]?.graph['1']?.inputs['batch_size'], 1);
});

test('a check names the items that the server lacks', async () => {
  const check = () => operator.done('workflow check', { family: 'my-noise', engine: 'gpu' });
  assert.deepEqual([(await check()).ok, (await check()).lacks], [true, []]);
  const noise = fake.classes.get('ImageAddNoise');
  fake.classes.delete('ImageAddNoise');
  const lacking = await check();
  assert.equal(lacking.ok, false);
  assert.deepEqual(lacking.lacks, [
    { primitive: 'generate', kind: 'node', name: 'ImageAddNoise', node: '2', input: null },
  ]);
  const failed = await imageEnd(kinora, await imagine(kinora, 'a fox --model noise'));
  assert.equal(failed.status, 'FAILURE');
  fake.classes.set('ImageAddNoise', noise ?? {});
  fake.faults = [{ route: 'GET /object_info', does: 401, times: 20 }];
  const unauthorizedCheck = await check();
  assert.deepEqual([unauthorizedCheck.ok, unauthorizedCheck.code], [false, 'engine_unauthorized']);
  fake.faults = [];
  const sketch = await operator.run('workflow check', { family: 'my-noise', engine: 'sketch' });
  assert.match(sketch.body.error.message, /do not run workflows/);
  const nothing = await operator.run('workflow check', { family: 'nothing', engine: 'gpu' });
  assert.equal(nothing.body.error.code, 'workflow_unknown');
  assert.match(nothing.body.error.message, /Available: my-noise generate, sdxl, sd35/);
});

test('a check tells what the server lacks from what the workflow lacks, also of a built-in family', async () => {
  const noise = { ...noiseExport[2], inputs: { image: ['1', 0], seed: 3, strength: 5e9 } };
  const workflow = { ...noiseWorkflow, family: 'too-much', graph: { ...noiseExport, 2: noise } };
  await operator.done('workflow add', workflow);
  const wrong = await operator.done('workflow check', { family: 'too-much', engine: 'gpu' });
  assert.deepEqual(
    [wrong.ok, wrong.lacks.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)],
    [false, ['value strength (too large)']],
  );
  assert.match(wrong.message, /^The workflows have 1 input that is missing or has a value/);
  await operator.done('route change', { model: 'noise', engine: 'gpu', upstream: 'too-much' });
  const before = fake.queue.received.length;
  const failed = await imageEnd(kinora, await imagine(kinora, 'a fox --model noise'));
  assert.equal(failed.status, 'FAILURE');
  assert.match(
    failed.failReason,
    /rejected the job: it does not accept values of the workflow: input strength/,
  );
  assert.equal(fake.queue.received.length, before);
  await operator.done('route change', { model: 'noise', engine: 'gpu', upstream: 'my-noise' });
  await operator.done('workflow remove', { family: 'too-much', primitive: 'generate' });
  const builtInCheck = await operator.done('workflow check', { family: 'sdxl', engine: 'gpu' });
  assert.deepEqual([builtInCheck.family, builtInCheck.code], ['sdxl', null]);
});

test('an export in the wrapper of another program is stored without it, and an input that the server does not list keeps nothing from running', async () => {
  const family = 'wrapped';
  const noise = { ...noiseExport[2], inputs: { ...noiseExport[2].inputs, lora_1: { on: true } } };
  const graph = { input: { workflow: { ...noiseExport, 2: noise } } };
  const workflow = await operator.done('workflow add', { ...noiseWorkflow, family, graph });
  assert.equal(workflow.nodes, 4);
  assert.deepEqual((await operator.done('workflow show', { family })).graph['2'], noise);
  const checked = await operator.done('workflow check', { family, engine: 'gpu' });
  assert.deepEqual(
    [checked.ok, checked.lacks],
    [
      true,
      [
        {
          primitive: 'generate',
          kind: 'unlisted',
          name: 'lora_1 (ImageAddNoise)',
          node: '2',
          input: 'lora_1',
        },
      ],
    ],
  );
  assert.match(
    checked.message,
    /everything that the workflows need\. The server does not list some inputs \(1\)/,
  );
  await operator.done('workflow remove', { family, primitive: 'generate' });
});

test('a route to an unknown family, or with a parameter that sets nothing, is rejected with the allowed ones', async () => {
  const change = (terms: object) => operator.run('route change', { model: 'noise', engine: 'gpu', ...terms });
  const unknown = await change({ upstream: 'sdx:file' });
  assert.equal(unknown.body.error.param, 'upstream');
  assert.match(
    unknown.body.error.message,
    /no workflow family sdx\. Did you mean sdxl\? Allowed: .*sdxl, sd35/,
  );
  const typo = await change({ upstream: 'sdxl', parameters: { set: { stepss: 4 } } });
  assert.equal(typo.body.error.param, 'parameters');
  assert.match(typo.body.error.message, /no slot stepss .*Allowed: cfg, sampler, scheduler, steps/);
  const typeRejection = await change({ upstream: 'sdxl', parameters: { set: { steps: 'four' } } });
  assert.match(typeRejection.body.error.message, /steps must be a number, not "four"/);
});

test('the last workflow of a family cannot be removed while a route names the family', async () => {
  const generate = { family: 'my-noise', primitive: 'generate' };
  const removal = await operator.run('workflow remove', generate);
  assert.equal(removal.body.error.code, 'workflow_needed');
  assert.match(removal.body.error.message, /noise -> gpu/);
  await operator.done('route remove', { model: 'noise', engine: 'gpu' });
  await operator.done('workflow remove', generate);
  assert.deepEqual(await operator.done('workflow list'), []);
  assert.equal((await operator.run('workflow show', generate)).status, 404);
  const actions = (await operator.done('audit list', { object: 'my-noise generate' })).map(
    ({ action }: { action: string }) => action,
  );
  assert.deepEqual(actions, ['workflow remove', 'workflow add', 'workflow add']);
});

test('the command line adds an export from its file', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'kinora-workflow-')), 'noise.json');
  await writeFile(file, JSON.stringify(noiseExport));
  const run = async (...words: string[]) =>
    promisify(execFile)(process.execPath, [...(await commandLine()), 'workflow', ...words], {
      env: { ...process.env, DATABASE_URL: kinora.databaseUrl, KINORA_DATA_DIR: kinora.dataDir },
    });
  const options = ['--family', 'typed', '--primitive', 'generate', '--slots', JSON.stringify(noiseSlots)];
  await run('add', file, ...options);
  const { stdout } = await run('list', '--json');
  assert.match(stdout, /typed/);
  await assert.rejects(
    run('add', file, '--family', 'typed', '--primitive', 'generate'),
    /needs the slots prompt/,
  );
});
