/** The sizes that docs/engines/comfyui.md recommends for a server without a GPU. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startFakeComfyui } from '../../support/comfyui/fake-comfyui.ts';
import { noiseExport, noiseSlots } from '../../support/comfyui/noise-export.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { imageEnd, imagine, startTestApp } from '../../support/servers/app.ts';

const guide = await readFile(new URL('../../../docs/engines/comfyui.md', import.meta.url), 'utf8');
const [, operations = ''] = /model add sdxl --kind image --operations (\S+)/.exec(guide) ?? [];
const [, price = ''] = /--price '(\{.*\})'/.exec(guide) ?? [];
const [, sizes = ''] = /model change sdxl --sizes '(\{.*\})'/.exec(guide) ?? [];
const [, steps = ''] = /`--cpu`[^]*?--parameters '(\{.*\})'/.exec(guide) ?? [];

test('the guide shows how to make the first grid in small images with few steps, and how to restore both', async () => {
  const fake = await startFakeComfyui();
  const kinora = await startTestApp();
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine add', { engine: 'gpu-1', kind: 'comfyui', url: fake.url });
  const slots = [...noiseSlots, { slot: 'steps', node: '2', input: 'strength' }];
  await operator.done('workflow add', { family: 'noise', primitive: 'generate', graph: noiseExport, slots });
  await operator.done('model add', { model: 'sdxl', kind: 'image', operations, price });
  await operator.done('route add', { model: 'sdxl', engine: 'gpu-1', upstream: 'noise' });
  const readGridSize = async () => {
    const start = fake.queue.received.length;
    const task = await imageEnd(kinora, await imagine(kinora, 'a fox --model sdxl'));
    assert.equal(task.status, 'SUCCESS', JSON.stringify(task));
    const { width, height } = fake.queue.received[start]?.graph['1']?.inputs ?? {};
    return [width, height];
  };
  assert.deepEqual(await readGridSize(), [1024, 1024]);
  await operator.done('model change', { model: 'sdxl', sizes });
  assert.deepEqual(await readGridSize(), [512, 512]);
  await operator.done('model change', { model: 'sdxl', sizes: 'none' });
  assert.deepEqual(await readGridSize(), [1024, 1024]);
  const change = (parameters: string) =>
    operator.done('route change', { model: 'sdxl', engine: 'gpu-1', parameters });
  assert.deepEqual((await change(steps)).parameters.set, { steps: 8 });
  assert.deepEqual((await change('{}')).parameters.set, {});
});
