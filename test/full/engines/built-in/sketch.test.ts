/** The built-in engine behind the interfaces: previews, and images and clips with their provenance. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { probeClip } from '../../../../src/media/clip/clip.ts';
import { readProvenance } from '../../../../src/media/provenance/provenance.ts';
import {
  call,
  imageEnd,
  imagine,
  startTestApp,
  until,
  videoEnd,
  type TestApp,
} from '../../../support/servers/app.ts';
import { signedIn } from '../../../support/clients/console-client.ts';

let kinora: TestApp;
before(async () => {
  kinora = await startTestApp({ draws: true });
});

const downloadBytes = async (address: string, key?: string) => {
  const response = await fetch(address, key ? { headers: { authorization: `Bearer ${key}` } } : {});
  return { type: response.headers.get('content-type'), bytes: new Uint8Array(await response.arrayBuffer()) };
};

test('a prompt can be read before it is submitted, which creates nothing', async () => {
  const member = await signedIn(kinora, 'member');
  const { words } = await member.done('model words', {
    model: 'sketch',
    prompt: 'a full moon under water, quantum',
    exclude: 'fog',
  });
  assert.deepEqual(words, {
    drawn: ['under water'],
    understood: ['full moon', 'under water'],
    placed: ['under water'],
    style: [],
    excluded: ['fog'],
    not_understood: ['quantum'],
  });
  const unknown = await member.run('model words', { model: 'nothing', prompt: 'a fox' });
  assert.equal(unknown.body.error.code, 'model_unknown');
});

test('a grid has previews with unique URLs, and its progress only rises', async () => {
  const id = await imagine(kinora, 'a windmill on a hill');
  const polls: { progress: number; imageUrl: string | null }[] = [];
  await until(
    async () => {
      const { body } = await call(`${kinora.url}/mj/task/${id}/fetch`, { key: kinora.imageKey });
      if (body.status === 'IN_PROGRESS')
        polls.push({ progress: Number.parseInt(body.progress, 10), imageUrl: body.imageUrl });
      return body.status;
    },
    status => status === 'SUCCESS',
  );
  const progress = polls.map(poll => poll.progress);
  assert.deepEqual(
    progress,
    [...progress].sort((a, b) => a - b),
  );
  assert.ok(progress.every(percent => percent < 100));
  const previews = [...new Set(polls.flatMap(poll => poll.imageUrl ?? []))];
  assert.ok(previews.length >= 1, 'there was a preview');
  for (const address of previews) assert.equal((await downloadBytes(address)).type, 'image/webp');
});

test('cells have the task and the AI mark in their metadata, and the same seed gives the same image', async () => {
  const prompt = 'three sailboats on a lake at dawn --ar 3:2 --seed 11';
  const [first, second] = [
    await imageEnd(kinora, await imagine(kinora, prompt)),
    await imageEnd(kinora, await imagine(kinora, prompt)),
  ];
  assert.equal(first.seed, '11');
  const cell = await downloadBytes(first.imageUrls[2].url);
  const provenance = readProvenance(cell.bytes);
  assert.equal(provenance?.digitalSourceType, 'algorithmicMedia');
  assert.deepEqual(
    [provenance?.seed, provenance?.prompt, provenance?.taskId],
    [11, 'three sailboats on a lake at dawn', first.id],
  );
  const pixels = async (address: string) =>
    sharp((await downloadBytes(address)).bytes)
      .raw()
      .toBuffer();
  assert.ok((await pixels(first.imageUrls[2].url)).equals(await pixels(second.imageUrls[2].url)));
  assert.ok(!(await pixels(first.imageUrls[2].url)).equals(await pixels(first.imageUrls[1].url)));
  const meta = await sharp(cell.bytes).metadata();
  assert.deepEqual([meta.width, meta.height], [1344, 896]);
});

test('an upscale is the cell painted at twice the size, with more detail than an enlarged cell', async () => {
  const grid = await imageEnd(kinora, await imagine(kinora, 'a castle on a hill --v 4 --seed 3'));
  const { body } = await call(`${kinora.url}/mj/submit/action`, {
    key: kinora.imageKey,
    json: { taskId: grid.id, customId: grid.buttons[1].customId },
  });
  const upscale = await imageEnd(kinora, body.result);
  const [large, small] = [await downloadBytes(upscale.imageUrl), await downloadBytes(grid.imageUrls[1].url)];
  const size = grid.imageWidth / 2;
  assert.equal(upscale.imageWidth, size * 2);
  const blown = await sharp(small.bytes)
    .resize(size * 2)
    .grayscale()
    .raw()
    .toBuffer();
  const upscalePixels = await sharp(large.bytes).grayscale().raw().toBuffer();
  const difference =
    blown.reduce((sum, value, index) => sum + Math.abs(value - (upscalePixels[index] ?? 0)), 0) /
    blown.length;
  assert.ok(difference < 12, `the same image: they differ by ${difference} on average`);
  assert.ok(roughness(upscalePixels, size * 2) > roughness(blown, size * 2) * 1.1, 'with more detail');
});

/** The mean difference of neighboring pixels. */
function roughness(pixels: Buffer, width: number): number {
  let sum = 0;
  for (let index = 1; index < pixels.length; index++) {
    if (index % width !== 0) sum += Math.abs((pixels[index] ?? 0) - (pixels[index - 1] ?? 0));
  }
  return sum / pixels.length;
}

test('a clip has all its frames, can be played while it loads, and has its provenance', async () => {
  const json = {
    model: 'sketch-motion',
    prompt: 'rain on a lake',
    seconds: 3,
    resolution: '480p',
    aspect_ratio: '1:1',
  };
  const { body } = await call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json });
  const record = await videoEnd(kinora, body.id);
  const { bytes } = await downloadBytes(record.metadata.url, kinora.videoKey);
  const clip = await probeClip(bytes);
  assert.deepEqual([clip.frames, clip.durationMs, clip.codec, clip.moovFirst], [72, 3000, 'avc', true]);
  assert.equal(readProvenance(bytes)?.taskId, body.id);
});
