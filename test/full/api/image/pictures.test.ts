/**
 * The image interface's promises about images, verified in the pixels: drawn by the built-in engine, over
 * HTTP. Drafts are 512 pixels wide, so that the file takes about a minute.
 * @NOTE length: one image goes through everything that can be done with it.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { readProvenance } from '../../../../src/media/provenance/provenance.ts';
import { startTestApp } from '../../../support/servers/app.ts';
import { columnStep, cut, detail, difference, meanColor } from '../../../support/media/compare-pictures.ts';
import {
  acceptedTask,
  bytesAt,
  imageClient,
  pixelsAt,
  type ImageClient,
  type ImageRecord,
  type RgbPicture,
} from '../../../support/clients/image-client.ts';

let client: ImageClient;
let grid: ImageRecord;
let candidate: ImageRecord;
let picture: RgbPicture;
const prompt = 'a red fox beside a lighthouse on a cliff at sunset';

before(async () => {
  client = imageClient(await startTestApp({ draws: true }));
  grid = await client.make('imagine', { prompt: `${prompt} --draft --seed 7` });
  candidate = await client.pressAndWait(grid, 'U2');
  picture = await pixelsAt(candidate.imageUrl);
});

const cells = (record: ImageRecord) => Promise.all((record.imageUrls ?? []).map(({ url }) => pixelsAt(url)));
const first = async (record: ImageRecord) => (await cells(record))[0] as RgbPicture;
/** The first candidate of a prompt with a fixed seed. */
const drawDraft = async (words: string) =>
  first(await client.make('imagine', { prompt: `${words} --draft --seed 7` }));

test('a sheet holds the four cells, top left, top right, bottom left, bottom right', async () => {
  const sheet = await pixelsAt(grid.imageUrl);
  assert.deepEqual([sheet.width, sheet.height], [grid.imageWidth, grid.imageHeight]);
  const { width, height } = picture;
  for (const [index, cell] of (await cells(grid)).entries()) {
    const part = { left: (index % 2) * width, top: Math.floor(index / 2) * height, width, height };
    assert.ok(difference(await cut(sheet, { part }), cell) < 4, `cell ${index}`);
  }
});

test('the four candidates differ', async () => {
  const [a, b, c, d] = (await cells(grid)) as [RgbPicture, RgbPicture, RgbPicture, RgbPicture];
  for (const [one, other] of [
    [a, b],
    [a, c],
    [a, d],
    [b, c],
    [b, d],
    [c, d],
  ] as const)
    assert.ok(difference(one, other) > 5);
});

test('a selected candidate equals its cell, pixel by pixel', async () => {
  const [, second] = await cells(grid);
  assert.equal(difference(picture, second as RgbPicture), 0);
});

test('the same prompt and seed give the same image, another seed gives another', async () => {
  const sameSeedRecord = await client.make('imagine', { prompt: `${prompt} --draft --seed 7` });
  assert.equal(difference(await first(sameSeedRecord), await first(grid)), 0);
  const other = await client.make('imagine', { prompt: `${prompt} --draft --seed 8` });
  assert.ok(difference(await first(other), await first(grid)) > 5);
});

test('every image has metadata that says how it was made and that it is generated', async () => {
  const provenance = readProvenance(await bytesAt(grid.imageUrls?.[0]?.url));
  assert.equal(provenance?.prompt, prompt);
  assert.equal(provenance?.seed, 7);
  assert.equal(provenance?.taskId, grid.id);
  assert.equal(provenance?.digitalSourceType, 'algorithmicMedia');
  const { xmp } = await sharp(await bytesAt(candidate.imageUrl)).metadata();
  assert.match(xmp?.toString() ?? '', /algorithmicMedia/);
});

test('--no removes things, and --style, --v, --niji, --chaos, --stylize, --weird, --exp and --stop show', async () => {
  const plain = await first(grid);
  for (const change of [
    '--no lighthouse',
    '--no fox',
    '--style raw',
    '--v 4',
    '--niji 4',
    '--chaos 80',
    '--stylize 900',
    '--weird 1500',
    '--exp 80',
    '--sref 1234',
    '--p abc',
  ]) {
    const draft = /--v|--niji/.test(change) ? '' : '--draft';
    const record = await client.make('imagine', { prompt: `${prompt} ${change} ${draft} --seed 7` });
    const variant = await cut(await first(record), { to: plain });
    assert.ok(difference(variant, plain) > 2, `${change}: ${difference(variant, plain)}`);
  }
});

test('--stop leaves an image unfinished, and an earlier stop differs more from the finished image', async () => {
  const at = async (stop: number) =>
    first(await client.make('imagine', { prompt: `${prompt} --v 4 --stop ${stop} --seed 7` }));
  const [early, late, done] = [await at(20), await at(70), await at(100)];
  const [earlyDifference, lateDifference] = [difference(early, done), difference(late, done)];
  assert.ok(earlyDifference > lateDifference && lateDifference > 0.5, `${earlyDifference} ${lateDifference}`);
});

test('an image with --tile repeats without a seam', async () => {
  const tile = await drawDraft('red foxes and autumn leaves --tile');
  const innerSteps = Array.from({ length: tile.width - 1 }, (_, column) => columnStep(tile, column));
  const usual = [...innerSteps].sort((a, b) => a - b)[Math.floor(innerSteps.length * 0.95)] ?? 0;
  assert.ok(
    columnStep(tile, tile.width - 1) <= usual,
    `${columnStep(tile, tile.width - 1)} against ${usual}`,
  );
});

test('prompt weights change an image, and a negative weight removes things', async () => {
  const even = await drawDraft('fox:: castle::');
  assert.ok(difference(await drawDraft('fox::3 castle::'), even) > 2);
  assert.ok(difference(await drawDraft('fox::3 castle::-1'), even) > 2);
});

test('an upscale keeps the image and has more detail than a resized one, and creative adds to it', async () => {
  const upscale = async (button: string) => pixelsAt((await client.pressAndWait(candidate, button)).imageUrl);
  const [subtle, creative] = [await upscale('2x_subtle'), await upscale('2x_creative')];
  assert.deepEqual([subtle.width, subtle.height], [picture.width * 2, picture.height * 2]);
  const enlargement = await cut(picture, { to: subtle });
  assert.ok(difference(await cut(subtle, { to: picture }), picture) < 12, 'the same image');
  assert.ok(detail(subtle) > detail(enlargement) * 1.05, `${detail(subtle)} against ${detail(enlargement)}`);
  assert.ok(difference(subtle, creative) > 1);
});

test('a strong variation changes more than a subtle one', async () => {
  const vary = async (button: string) => {
    const variations = await cells(await client.pressAndWait(candidate, button));
    return variations.map(one => difference(one, picture)).reduce((sum, one) => sum + one, 0) / 4;
  };
  const [subtle, strong] = [await vary('Vary (Subtle)'), await vary('Vary (Strong)')];
  assert.ok(subtle > 0.5 && strong > subtle * 1.2, `${subtle} ${strong}`);
});

/** White where it is repainted: the middle of the upper half. */
async function skyMask(): Promise<string> {
  const white = await sharp({ create: { width: 100, height: 60, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const mask = sharp({ create: { width: 300, height: 200, channels: 3, background: 'black' } });
  return (
    await mask
      .composite([{ input: white, left: 100, top: 20 }])
      .png()
      .toBuffer()
  ).toString('base64');
}

test('only the pixels inside a region are repainted', async () => {
  const answer = await client.press(candidate, 'Vary (Region)');
  acceptedTask(
    await client.modal(answer.body.result, { prompt: 'a hot air balloon', maskBase64: await skyMask() }),
  );
  const record = await client.end(answer.body.result);
  const { width, height } = picture;
  const isInside = (x: number, y: number) =>
    x >= Math.floor(width / 3) - 2 &&
    x <= Math.ceil((width * 2) / 3) + 2 &&
    y >= Math.floor(height * 0.1) - 2 &&
    y <= Math.ceil(height * 0.4) + 2;
  for (const cell of await cells(record)) {
    assert.equal(
      difference(cell, picture, (x, y) => !isInside(x, y)),
      0,
      'outside',
    );
    assert.ok(difference(cell, picture, isInside) > 2, 'inside');
  }
});

test('a pan extends the image to one side and keeps the old pixels', async () => {
  for (const [button, keeps] of [
    ['⬅️', { right: true }],
    ['⬇️', { right: false }],
  ] as const) {
    const record = await client.pressAndWait(candidate, button);
    for (const cell of await cells(record)) {
      const left = keeps.right ? cell.width - picture.width : 0;
      const oldPart = await cut(cell, {
        part: { left, top: 0, width: picture.width, height: picture.height },
      });
      assert.equal(difference(oldPart, picture), 0, button);
    }
  }
});

test('zooming out shows the image smaller in the middle of a larger scene', async () => {
  for (const [button, factor] of [
    ['Zoom Out 2x', 2],
    ['Zoom Out 1.5x', 1.5],
  ] as const) {
    const record = await client.pressAndWait(candidate, button);
    const [cell] = await cells(record);
    const { width, height } = picture;
    const inner = { width: Math.round(width / factor) - 4, height: Math.round(height / factor) - 4 };
    const part = {
      ...inner,
      left: Math.round((width - inner.width) / 2),
      top: Math.round((height - inner.height) / 2),
    };
    const oldPart = await cut(cell as RgbPicture, { part });
    const small = await cut(picture, { to: { width: inner.width + 4, height: inner.height + 4 } });
    const middle = await cut(small, { part: { left: 2, top: 2, ...inner } });
    assert.ok(difference(oldPart, middle) < 8, `${button}: ${difference(oldPart, middle)}`);
    const edge = await cut(cell as RgbPicture, { part: { left: 0, top: 0, width, height: part.top } });
    assert.ok(detail(edge) > 0, 'something is painted around it');
  }
});

test('Make Square extends a wide image and keeps all of it', async () => {
  const wide = await client.pressAndWait(
    await client.make('imagine', { prompt: `${prompt} --ar 16:9 --draft` }),
    'U1',
  );
  const record = await client.pressAndWait(wide, 'Outpaint::100');
  const [cell] = await cells(record);
  assert.equal(cell?.width, cell?.height);
});

test('a style reference gives its colors, and more with a higher weight', async () => {
  const blue = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#1030c0' } })
    .png()
    .toBuffer();
  const { body } = await client.submit('upload-discord-images', { base64Array: [blue.toString('base64')] });
  const distance = async (weight: number) => {
    const [red, green, blueness] = meanColor(
      await drawDraft(`a meadow --sref ${body.result[0]} --sw ${weight}`),
    );
    return Math.abs(red - 16) + Math.abs(green - 48) + Math.abs(blueness - 192);
  };
  const [none, all] = [await distance(0), await distance(1000)];
  assert.ok(all < none, `${all} against ${none}`);
});

test("describing one of the server's own images returns its prompt", async () => {
  const { body } = await client.submit('describe', { link: candidate.imageUrl });
  const description = await client.end(acceptedTask({ body } as never));
  assert.match(description.prompt ?? '', /fox/);
  assert.match(description.prompt ?? '', /lighthouse/);
});

test('a blend contains something of each image', async () => {
  const sources = await Promise.all(
    ['a red fox in the snow', 'a castle at night'].map(async words => {
      const source = await client.make('imagine', { prompt: `${words} --draft` });
      return (await bytesAt(source.imageUrls?.[0]?.url)).toString('base64');
    }),
  );
  const record = await client.make('blend', { base64Array: sources });
  assert.equal((await cells(record)).length, 4);
  const provenance = readProvenance(await bytesAt(record.imageUrls?.[0]?.url));
  assert.deepEqual(provenance?.parameters['inputs'], [{ role: 'prompt' }, { role: 'prompt' }]);
});

test('an edit keeps the size of its image, and a retexture changes its colors', async () => {
  const image = (await bytesAt(candidate.imageUrl)).toString('base64');
  const edit = await client.make('edits', {
    prompt: 'a hot air balloon',
    image,
    maskBase64: await skyMask(),
  });
  const [cell] = await cells(edit);
  assert.deepEqual([cell?.width, cell?.height], [picture.width, picture.height]);
  assert.equal(
    difference(cell as RgbPicture, picture, (_, y) => y > picture.height / 2),
    0,
  );
  const golden = await first(await client.make('retexture', { prompt: 'gold', image }));
  assert.ok(difference(golden, picture) > 5);
});

test('an image is animated to a clip, which can be extended', async () => {
  const record = await client.make('video', {
    taskId: candidate.id,
    motion: 'low',
    batchSize: 1,
    prompt: '',
  });
  assert.equal(record.videoUrls?.length, 1);
  assert.equal(record.status, 'SUCCESS');
  const longer = await client.pressAndWait(record, 'animate_low_extend');
  assert.equal(longer.status, 'SUCCESS', longer.failReason ?? '');
});
