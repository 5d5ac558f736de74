import assert from 'node:assert/strict';
import { test } from 'node:test';
import { photograph } from '../../../test/support/media/photograph.ts';
import { encodeMask } from '../../media/picture/mask-file.ts';
import { toPng } from '../../media/picture/picture.ts';
import type { EngineInput } from '../contract/engine-input.ts';
import type { EngineJob } from '../contract/engine-job.ts';
import { copyPicture, fitPicture, putOldPixelsBack } from './finish-media.ts';

/** A size that is wider than other inputs may be. */
const size = { width: 4320, height: 24 };
const wide = photograph({ ...size, grain: 6 });
const bytes = await toPng(wide);
const picture: EngineInput = { role: 'picture', contentType: 'image/png', ...size, bytes };
const job: EngineJob = {
  taskId: '1',
  model: 'm',
  kind: 'edit',
  prompt: '',
  seed: 1,
  exclude: [],
  ...size,
  inputs: [picture],
};

test('every pixel of a very wide picture stays unchanged outside the mask', async () => {
  const isNew = (column: number) => column < 100;
  const data = Uint8Array.from({ length: size.width * size.height }, (_, pixel) =>
    isNew(pixel % size.width) ? 255 : 0,
  );
  const mask = await encodeMask({ data, ...size });
  const inputs: EngineInput[] = [picture, { ...picture, role: 'mask', bytes: mask }];
  const answer = await toPng(photograph({ ...size, grain: 6, seed: 2 }));
  const pixels = await putOldPixelsBack(
    answer,
    { ...job, inputs },
    { ...size, picture: 'input', mask: true },
  );
  let changedCount = 0;
  for (const [at, value] of pixels.entries())
    if (!isNew((at >> 2) % size.width) && value !== wide.data[at]) changedCount++;
  assert.equal(changedCount, 0);
});

test('a very wide upscale result and a copied candidate keep their pixels', async () => {
  // The buffers are compared as a whole, because a list of so many differences takes minutes.
  const pixels = Buffer.from(wide.data);
  assert.ok(pixels.equals(Buffer.from(await fitPicture(bytes, job))), 'of an upscale');
  assert.ok(pixels.equals(Buffer.from(await copyPicture(job))), 'of a copy');
});
