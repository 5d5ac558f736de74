/** What a client sees of a grid while ComfyUI runs its four prompts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plannedKind } from '../../../src/engines/planner/planned-kind.ts';
import { startTestApp } from '../../support/servers/app.ts';
import { type FakeComfyui, startFakeComfyui } from '../../support/comfyui/fake-comfyui.ts';
import { kind } from '../../support/comfyui/open-comfyui.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import {
  acceptedTask,
  imageClient,
  pixelsAt,
  type RgbPicture,
  waitFor,
} from '../../support/clients/image-client.ts';

/**
 * Which quarters of a sheet have a preview, from left to right and top to bottom.
 * Quarters without one are gray.
 */
function filledCells({ data, width, height }: RgbPicture): boolean[] {
  return [0, 1, 2, 3].map(cell => {
    const x = Math.floor(width * (cell % 2 === 0 ? 0.25 : 0.75));
    const y = Math.floor(height * (cell < 2 ? 0.25 : 0.75));
    const at = (y * width + x) * 3;
    return Math.abs((data[at] ?? 0) - 0xe6) > 16;
  });
}

/** Ends this many prompts. The next one also waits before its last node. */
async function endPrompts({ queue }: FakeComfyui, count: number): Promise<void> {
  await waitFor(
    async () => {
      if (queue.history.size >= count) return true;
      queue.release();
      queue.isHeld = count < 4;
      return false;
    },
    hasEnded => hasEnded,
  );
}

test('a poll shows a sheet of four previews, which fills up while four prompts run', async () => {
  const fake = await startFakeComfyui();
  fake.addFile('CheckpointLoaderSimple', 'ckpt_name', 'sd_xl_base_1.0.safetensors');
  fake.queue.isHeld = true;
  const kinora = await startTestApp({ kinds: [plannedKind(kind)] });
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine add', { engine: 'gpu', kind: 'comfyui', url: fake.url });
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  await operator.done('model add', { model: 'photo', kind: 'image', operations: ['grid'], price });
  await operator.done('route add', { model: 'photo', engine: 'gpu', upstream: 'sdxl' });
  const client = imageClient(kinora);
  const id = acceptedTask(await client.submit('imagine', { prompt: 'a fox --model photo --ar 3:2' }));

  for (const count of [1, 2, 3, 4]) {
    const sheet = await waitFor(
      async () => {
        const { status, imageUrl } = await client.fetch(id);
        return status === 'IN_PROGRESS' && imageUrl ? pixelsAt(imageUrl) : undefined;
      },
      picture => picture !== undefined && filledCells(picture).filter(Boolean).length === count,
    );
    assert.ok(sheet);
    assert.deepEqual(
      filledCells(sheet),
      [0, 1, 2, 3].map(cell => cell < count),
    );
    await endPrompts(fake, count);
  }
  const { status, imageUrl, imageWidth, imageHeight } = await client.end(id);
  assert.equal(status, 'SUCCESS');
  assert.ok(imageUrl && Number(imageWidth) > Number(imageHeight));
});
