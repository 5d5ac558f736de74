/**
 * The buttons for a photograph from elsewhere, by what the engine knows, and that
 * each does what its name says.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut, difference } from '../../../support/media/compare-pictures.ts';
import {
  findButton,
  pixelsAt,
  type ImageRecord,
  type RgbPicture,
} from '../../../support/clients/image-client.ts';
import {
  cutLeftHalf,
  photographFile,
  startPrimitivesApp,
  type PrimitivesApp,
} from '../../../support/setups/primitives-app.ts';

/** Small, because four of each are generated. */
const size = { width: 192, height: 128 };

/** A grid that the engine generated from the photograph, or from text if it cannot read images. */
async function makeGrid({ client }: PrimitivesApp, knows: string): Promise<ImageRecord> {
  if (knows === 'generate') return client.make('imagine', { prompt: 'green hills --draft --ar 3:2' });
  const photo = (await photographFile(size)).toString('base64');
  return client.make('edits', { prompt: 'greener hills', image: `data:image/png;base64,${photo}` });
}

/** Presses the button and answers its modal. Returns the record of its task. */
async function pressAndAnswer(
  { client }: PrimitivesApp,
  from: ImageRecord,
  customId: string,
): Promise<ImageRecord> {
  const { body } = await client.press(from, customId);
  assert.ok([1, 21].includes(body.code), `${customId}: ${JSON.stringify(body)}`);
  if (body.code === 21) {
    const mask = await cutLeftHalf(await pixelsAt(from.imageUrl));
    const isZoom = customId.includes('CustomZoom');
    const answer = isZoom ? { prompt: 'hills --zoom 1.3' } : { prompt: 'a lake', maskBase64: mask };
    await client.modal(body.result, answer);
  }
  return client.end(body.result);
}

const grid = ['U1', 'U2', 'U3', 'U4', '🔄'];
const candidateVariations = ['V1', 'V2', 'V3', 'V4'];
const upscales = ['Upscale (Subtle)', 'Upscale (Creative)'];
const variations = ['Vary (Subtle)', 'Vary (Strong)'];
const zooms = ['Zoom Out 2x', 'Zoom Out 1.5x', 'Custom Zoom', 'Make Square'];
const inPicture = ['Vary (Region)', ...zooms, '⬅️', '➡️', '⬆️', '⬇️'];
const bookmark = '❤️';

for (const [knows, ofSheet, ofPicture] of [
  ['generate', grid, [bookmark]],
  ['generate,imageToImage', [...grid, ...candidateVariations], [...upscales, ...variations, bookmark]],
  [
    'generate,imageToImage,inpaint',
    [...grid, ...candidateVariations],
    [...upscales, ...variations, ...inPicture, bookmark],
  ],
  ['instruct', [...grid, ...candidateVariations], [...variations, ...inPicture, bookmark]],
] as const)
  test(`${knows}: the buttons match the engine, and each does what its name says`, async () => {
    const app = await startPrimitivesApp(knows);
    const sheet = await makeGrid(app, knows);
    assert.equal(sheet.status, 'SUCCESS', sheet.failReason ?? '');
    const picture = await pressAndAnswer(app, sheet, findButton(sheet, 'U1').customId);
    assert.deepEqual(sheet.buttons.map(buttonName), ofSheet);
    assert.deepEqual(picture.buttons.map(buttonName), ofPicture);
    const old = await pixelsAt(picture.imageUrl);
    for (const from of [sheet, picture])
      for (const button of from.buttons.filter(each => buttonName(each) !== bookmark)) {
        // One of four equal buttons is enough.
        if (/::[234]::/.test(button.customId)) continue;
        const result = await pressAndAnswer(app, from, button.customId);
        assert.equal(result.status, 'SUCCESS', `${button.customId}: ${result.failReason}`);
        await check(buttonName(button), { followUp: result, old });
      }
  });

function buttonName({ label, emoji }: ImageRecord['buttons'][number]): string {
  return label || emoji;
}

/**
 * The size of the result relative to the old image, and the old image's place in it, for
 * every pan, zoom and Make Square.
 */
const frames: Readonly<
  Record<string, (old: RgbPicture) => { width: number; height: number; x: number; y: number }>
> = {
  '⬅️': ({ width }) => ({ width: growEdge(width) / width, height: 1, x: 1, y: 0 }),
  '➡️': ({ width }) => ({ width: growEdge(width) / width, height: 1, x: 0, y: 0 }),
  '⬆️': ({ height }) => ({ width: 1, height: growEdge(height) / height, x: 0, y: 1 }),
  '⬇️': ({ height }) => ({ width: 1, height: growEdge(height) / height, x: 0, y: 0 }),
  'Zoom Out 2x': () => ({ width: 2, height: 2, x: 0.5, y: 0.5 }),
  'Zoom Out 1.5x': () => ({ width: 1.5, height: 1.5, x: 0.5, y: 0.5 }),
  'Custom Zoom': () => ({ width: 1.3, height: 1.3, x: 0.5, y: 0.5 }),
  'Make Square': ({ width, height }) => ({ width: 1, height: width / height, x: 0.5, y: 0.5 }),
};

const growEdge = (edge: number) => Math.round((edge * 1.5) / 16) * 16;

async function check(
  name: string,
  { followUp, old }: { followUp: ImageRecord; old: RgbPicture },
): Promise<void> {
  const cells = await Promise.all((followUp.imageUrls ?? []).map(({ url }) => pixelsAt(url)));
  const results = cells.length > 0 ? cells : [await pixelsAt(followUp.imageUrl)];
  assert.equal(results.length, /^(U\d|Upscale)/.test(name) ? 1 : 4, name);
  const frame = frames[name]?.(old);
  for (const result of results) {
    if (frame) {
      await checkKept(name, { result, old, frame });
      continue;
    }
    const scale = name.startsWith('Upscale') ? 2 : 1;
    assert.deepEqual([result.width, result.height], [old.width * scale, old.height * scale], name);
  }
  if (name !== 'Vary (Region)') return;
  for (const result of results)
    assert.equal(
      difference(old, result, x => x >= old.width / 2),
      0,
      'pixels outside the mask are unchanged',
    );
}

/** The old image is at its place in the result: bit by bit, or as the Lanczos filter scales it. */
async function checkKept(
  name: string,
  {
    result,
    old,
    frame,
  }: { result: RgbPicture; old: RgbPicture; frame: ReturnType<(typeof frames)[string] & object> },
): Promise<void> {
  const [wide, high] = [result.width / frame.width, result.height / frame.height];
  const part = {
    left: Math.round((result.width - wide) * frame.x),
    top: Math.round((result.height - high) * frame.y),
    width: Math.round(wide),
    height: Math.round(high),
  };
  const isWhole = part.width === old.width && part.height === old.height;
  const expected = isWhole ? old : await cut(old, { to: part });
  assert.equal(difference(expected, await cut(result, { part })), 0, name);
  if (/[⬅➡⬆⬇]/u.test(name)) assert.ok(isWhole, `${name} scales nothing`);
  if (name.includes('Zoom')) assert.deepEqual([result.width, result.height], [old.width, old.height], name);
  if (name === 'Make Square') assert.equal(result.width, result.height);
}
