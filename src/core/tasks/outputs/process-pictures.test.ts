import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { adoptedSize } from '../../../media/picture/adopted-size.ts';
import { processPictures } from './save-outputs.ts';
import type { RenditionContext, OpenedMedia, SavedJob } from './rendition.ts';
import { UnusableMedia } from '../../../media/unusable-media.ts';
import { readProvenance } from '../../../media/provenance/provenance.ts';

const job = {
  taskId: 'test',
  model: 'flux',
  kind: 'grid',
  prompt: 'waves',
  seed: 1,
  exclude: [],
  width: 64,
  height: 48,
} as const satisfies SavedJob;
const provenance = {
  engine: 'comfy',
  model: 'flux',
  prompt: 'waves',
  seed: 1,
  parameters: {},
  taskId: 'test',
  createdAt: '2026-01-02T03:04:05.000Z',
  digitalSourceType: 'trainedAlgorithmicMedia',
} as const;
const formats = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const;

/** A red picture with blue left and right edges, each an eighth of the width, and some blue in the middle. */
async function makeFile(width: number, height: number, format: (typeof formats)[number] = 'png') {
  const edge = Math.max(1, width >> 3);
  const blue = { create: { width: edge, height, channels: 3, background: '#00f' } } as const;
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#f00' } })
    .composite([
      { input: blue, left: 0, top: 0 },
      { input: blue, left: width - edge, top: 0 },
      { input: { create: { ...blue.create, height: 1 } }, left: (width - edge) >> 1, top: height >> 1 },
    ])
    .toFormat(format)
    .toBuffer();
  // The claims of an engine about its files are not trusted.
  const media = { kind: 'picture', contentType: 'image/png', width: 1, height: 1, ref: null } as const;
  return { media, bytes } satisfies OpenedMedia;
}

const process = async (
  mediaFiles: readonly OpenedMedia[],
  change: Partial<SavedJob> = {},
  acceptedResults: RenditionContext['acceptedResults'] = [],
) => Promise.all(await processPictures({ ...job, ...change }, mediaFiles, { provenance, acceptedResults }));

test('a picture of any format becomes a PNG of the same size, with provenance', async () => {
  for (const format of formats) {
    const [picture] = await process([await makeFile(64, 48, format)], { kind: 'upscale' });
    assert.deepEqual([picture?.contentType, picture?.width, picture?.height], ['image/png', 64, 48], format);
    assert.deepEqual(readProvenance(picture!.bytes), provenance);
    const { dominant } = await sharp(picture!.bytes).stats();
    assert.ok(dominant.r > 200 && dominant.b < 60, `${format}: ${JSON.stringify(dominant)}`);
  }
});

test('a size is kept if it has the requested aspect ratio, otherwise its largest matching part is used', () => {
  const requestedSize = { width: 1456, height: 816 };
  assert.deepEqual(adoptedSize({ width: 1344, height: 768 }, requestedSize), { width: 1344, height: 768 });
  assert.deepEqual(adoptedSize({ width: 1024, height: 1024 }, requestedSize), { width: 1024, height: 574 });
  assert.deepEqual(adoptedSize({ width: 2000, height: 800 }, requestedSize), { width: 1427, height: 800 });
  assert.deepEqual(adoptedSize({ width: 1, height: 1 }, { width: 300, height: 1 }), { width: 1, height: 1 });
});

test('all pictures of a grid have the size of the first one', async () => {
  const sizes = [
    [80, 60],
    [64, 48],
    [120, 60],
    [60, 80],
  ] as const;
  const files = await process(await Promise.all(sizes.map(([width, height]) => makeFile(width, height))));
  const cells = files.filter(({ kind }) => kind === 'cell');
  assert.deepEqual(
    cells.map(({ width, height }) => [width, height]),
    sizes.map(() => [80, 60]),
  );
  const sheet = files.find(({ kind }) => kind === 'sheet');
  assert.deepEqual([sheet?.width, sheet?.height], [160, 120]);
});

test('oversized pictures are downscaled, the cells of a grid more than a single picture', async () => {
  const [picture] = await process([await makeFile(640, 480)], { kind: 'upscale' });
  assert.deepEqual([picture?.width, picture?.height], [128, 96]);
  const large = await makeFile(4096, 8);
  const wide = { width: 2048, height: 4 };
  const cells = await process([large, large, large, large], wide);
  assert.deepEqual(cells.map(({ kind, width, height }) => [kind, width, height]).slice(0, 2), [
    ['sheet', 4096, 8],
    ['cell', 2048, 4],
  ]);
  const [largePicture] = await process([large], { ...wide, kind: 'upscale' });
  assert.deepEqual([largePicture?.width, largePicture?.height], [4096, 8]);
  const requestedSize = { width: 6000, height: 8 };
  const [fullPicture] = await process([await makeFile(6000, 8)], { ...requestedSize, kind: 'upscale' });
  assert.deepEqual(
    [fullPicture?.width, fullPicture?.height],
    [6000, 8],
    'the requested size is not downscaled',
  );
  const [croppedPicture] = await process([await makeFile(64, 100)], { kind: 'upscale' });
  assert.deepEqual(
    [croppedPicture?.width, croppedPicture?.height],
    [64, 48],
    'a picture that is only longer is not downscaled',
  );
});

test('a picture of another aspect ratio is cropped equally at both sides and not stretched', async () => {
  const [picture] = await process([await makeFile(128, 48)], { kind: 'upscale' });
  assert.deepEqual([picture?.width, picture?.height], [64, 48]);
  const { data } = await sharp(picture!.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  // The blue edges were 16 pixels wide and within the 32 pixels that were cropped.
  for (const x of [0, 32, 63]) assert.deepEqual([...data.subarray(x * 3, x * 3 + 3)], [255, 0, 0]);
});

test('a picture of less than half of the asked size or of quite another shape is rejected, also among others', async () => {
  const goodFile = await makeFile(64, 48);
  for (const [width, height] of [
    [1, 1],
    [30, 22],
    // Half as wide after the cut.
    [30, 48],
    [48, 120],
    [240, 48],
  ] as const) {
    const unlike = await makeFile(width, height);
    const reason = { message: `${width}x${height} pixels instead of 64x48` };
    await assert.rejects(process([unlike], { kind: 'upscale' }), reason);
    await assert.rejects(process([goodFile, goodFile, unlike, goodFile]), reason);
    await process([unlike], { kind: 'upscale' }, ['any-size']);
  }
  const [half] = await process([await makeFile(32, 32)], { kind: 'upscale' });
  assert.deepEqual([half?.width, half?.height], [32, 24]);
});

test('a picture is compared with the size that its engine was asked for', async () => {
  const small = await makeFile(16, 12);
  const smallerFile = { ...small, media: { ...small.media, asked: { width: 24, height: 18 } } };
  const [picture] = await process([smallerFile], { kind: 'upscale' });
  assert.deepEqual([picture?.width, picture?.height], [16, 12]);
});

test('a black picture is rejected, also among others, unless the model makes such', async () => {
  const goodFile = await makeFile(64, 48);
  for (const [format, background] of [
    ['png', '#000'],
    ['jpeg', '#000'],
    ['webp', '#030303'],
    ['gif', '#000'],
  ] as const) {
    const create = { width: 64, height: 48, channels: 4, background } as const;
    const plain = { ...goodFile, bytes: await sharp({ create }).toFormat(format).toBuffer() };
    const reason = { message: 'image 3 of 4 is blank' };
    await assert.rejects(process([goodFile, goodFile, plain, goodFile]), reason, `${format} ${background}`);
    await process([goodFile, goodFile, plain, goodFile], {}, ['blank']);
    await process([plain], { kind: 'upscale' });
  }
});

test('a picture of one other color is kept, because it may be what was asked for', async () => {
  const goodFile = await makeFile(64, 48);
  for (const background of ['#7f7f7f', '#fff', '#3060a0']) {
    const create = { width: 64, height: 48, channels: 3, background } as const;
    const plain = { ...goodFile, bytes: await sharp({ create }).png().toBuffer() };
    assert.equal((await process([goodFile, goodFile, plain, goodFile])).length, 5, background);
  }
});

test('a picture with a little on a black background is kept', async () => {
  const dot = Buffer.alloc(64 * 48 * 3).fill(255, 64 * 40 * 3, 64 * 40 * 3 + 3);
  const raw = { width: 64, height: 48, channels: 3 } as const;
  const file = { ...(await makeFile(64, 48)), bytes: await sharp(dot, { raw }).png().toBuffer() };
  assert.equal((await process([file, file, file, file])).length, 5);
});

test('a picture has a thumbnail if it is larger than one', async () => {
  const kinds = async (width: number, height: number) =>
    (await process([await makeFile(width, height)], { kind: 'upscale', width, height })).map(
      ({ kind }) => kind,
    );
  assert.deepEqual(await kinds(384, 288), ['picture']);
  assert.deepEqual(await kinds(385, 289), ['picture', 'thumbnail']);
});

test('an incomplete or invalid picture is rejected', async () => {
  const completeFile = await makeFile(64, 48, 'avif');
  for (const bytes of [Buffer.from('<svg/>'), completeFile.bytes.subarray(0, 120), Buffer.alloc(0)])
    await assert.rejects(process([{ ...completeFile, bytes }], { kind: 'upscale' }), UnusableMedia);
});

test('a background that the request wants transparent stays so, whatever the size, and is white otherwise', async () => {
  const glass = {
    create: { width: 64, height: 48, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  } as const;
  const spot = { create: { width: 16, height: 16, channels: 4, background: '#f00' } } as const;
  const bytes = await sharp(glass)
    .composite([{ input: spot, left: 8, top: 8 }])
    .png()
    .toBuffer();
  const media = { kind: 'picture', contentType: 'image/png', width: 1, height: 1, ref: null } as const;
  const corner = async (change: Partial<SavedJob>) => {
    const [picture] = await process([{ media, bytes }], { kind: 'upscale', ...change });
    const { data, info } = await sharp(picture!.bytes).raw().toBuffer({ resolveWithObject: true });
    return [info.channels, ...data.subarray(0, info.channels)];
  };
  const parameters = { background: 'transparent' };
  assert.deepEqual(await corner({ parameters }), [4, 0, 0, 0, 0]);
  assert.equal((await corner({ parameters, width: 40, height: 30 })).at(-1), 0);
  assert.deepEqual(await corner({}), [3, 255, 255, 255]);
});
