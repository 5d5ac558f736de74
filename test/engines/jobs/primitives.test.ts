/** Engines that know only primitives: which buttons a photograph from elsewhere gets, and that each works. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut, difference } from '../../support/media/compare-pictures.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { acceptedTask, bytesAt, pixelsAt, type ImageRecord } from '../../support/clients/image-client.ts';
import { askedSteps, listPrimitives } from '../../support/engines/pixel-engine.ts';
import {
  cutLeftHalf,
  photographFile,
  price,
  startPrimitivesApp,
  type PrimitivesApp,
} from '../../support/setups/primitives-app.ts';
import { testInFull } from '../../support/test-in-full.ts';
import { inDepth } from '../../support/depth.ts';

const names = ({ buttons }: ImageRecord) =>
  buttons.map(({ customId, label }) => label || (customId.split('::')[2] ?? ''));

const grid = ['U1', 'U2', 'U3', 'U4'];
const variations = ['V1', 'V2', 'V3', 'V4'];
const arrows = ['pan_left', 'pan_right', 'pan_up', 'pan_down'];
const zooms = ['Zoom Out 2x', 'Zoom Out 1.5x', 'Custom Zoom'];

async function makeAndSelect({
  client,
}: PrimitivesApp): Promise<{ sheet: ImageRecord; picture: ImageRecord }> {
  const sheet = await client.make('imagine', { prompt: 'green hills --draft --ar 3:2' });
  assert.equal(sheet.status, 'SUCCESS', sheet.failReason ?? '');
  return { sheet, picture: await client.pressAndWait(sheet, 'U1') };
}

async function pressButton(
  { client }: PrimitivesApp,
  from: ImageRecord,
  button: string,
): Promise<ImageRecord> {
  const record = await client.pressAndWait(from, button);
  assert.equal(record.status, 'SUCCESS', `${button}: ${record.failReason}`);
  return record;
}

const downloadCell = async ({ imageUrls }: ImageRecord, index = 0) => pixelsAt(imageUrls?.[index]?.url);

test('an engine that knows only text to image offers grids and selecting', async () => {
  const app = await startPrimitivesApp('generate');
  const { sheet, picture } = await makeAndSelect(app);
  assert.deepEqual(names(sheet), [...grid, 'reroll']);
  assert.equal(names(picture).length, 1, 'a bookmark, and nothing that starts from pixels');
  assert.ok(
    difference(await downloadCell(sheet), await pixelsAt(picture.imageUrl)) === 0,
    'the candidate itself',
  );
  const rejection = await app.client.submit('imagine', {
    prompt: 'a lake --draft',
    base64Array: [(await photographFile()).toString('base64')],
  });
  assert.equal(rejection.body.code, 4);
  assert.match(rejection.body.description, /reference images/);
  assert.deepEqual(listPrimitives('generate'), ['generate']);
});

test('an engine that also knows image to image offers variations and upscales with more detail', async () => {
  const app = await startPrimitivesApp('generate,imageToImage', { makesAnySize: true });
  const { sheet, picture } = await makeAndSelect(app);
  assert.deepEqual(
    names(sheet).filter(name => variations.includes(name)),
    variations,
  );
  const buttonNames = names(picture);
  for (const name of ['Upscale (Subtle)', 'Upscale (Creative)', 'Vary (Subtle)', 'Vary (Strong)'])
    assert.ok(buttonNames.includes(name), name);
  for (const name of [...zooms, ...arrows, 'Vary (Region)']) assert.ok(!buttonNames.includes(name), name);
  const old = await pixelsAt(picture.imageUrl);
  const distance = async (button: string) =>
    difference(old, await downloadCell(await pressButton(app, picture, button)));
  assert.ok((await distance('Vary (Subtle)')) < (await distance('Vary (Strong)')));
  const upscaledImage = await pressButton(app, picture, 'Upscale (Subtle)');
  assert.deepEqual([upscaledImage.imageWidth, upscaledImage.imageHeight], [old.width * 2, old.height * 2]);
  const reducedPicture = await cut(await pixelsAt(upscaledImage.imageUrl), { to: old });
  assert.ok(difference(old, reducedPicture) < 25, 'the same image');
  const image = `data:image/png;base64,${(await photographFile({ width: 192, height: 128 })).toString('base64')}`;
  const editedImage = await app.client.make('edits', { prompt: 'greener hills', image });
  assert.equal(editedImage.status, 'SUCCESS', editedImage.failReason ?? '');
  const maskBase64 = await cutLeftHalf(await pixelsAt(editedImage.imageUrls?.[0]?.url));
  const rejection = await app.client.submit('edits', { prompt: 'a lake', image, maskBase64 });
  assert.equal(rejection.body.code, 4);
  assert.match(rejection.body.description, /only a part of an image/);
});

for (const knows of inDepth({
  quick: ['generate,imageToImage,inpaint'],
  full: ['generate,imageToImage,inpaint', 'instruct'],
}))
  test(`${knows}: added pixels fit, and old pixels are kept`, async () => {
    const app = await startPrimitivesApp(knows);
    const { client } = app;
    const image = `data:image/png;base64,${(await photographFile()).toString('base64')}`;
    const sheet =
      knows === 'instruct'
        ? await client.make('edits', { prompt: 'greener hills', image })
        : (await makeAndSelect(app)).sheet;
    assert.equal(sheet.status, 'SUCCESS', sheet.failReason ?? '');
    const picture = await pressButton(app, sheet, 'U2');
    const buttonNames = names(picture);
    for (const name of [...zooms, ...arrows, 'Vary (Region)', 'Vary (Subtle)', 'Make Square'])
      assert.ok(buttonNames.includes(name), `${name} in ${buttonNames.join()}`);
    const old = await pixelsAt(picture.imageUrl);

    const left = await downloadCell(await pressButton(app, picture, 'pan_left'));
    const part = { left: left.width - old.width, top: 0, width: old.width, height: old.height };
    assert.equal(difference(old, await cut(left, { part })), 0, 'a pan keeps every old pixel');
    // Seams are measured in src/engines/planner/seams.test.ts, because this engine
    // paints another part of the scene.

    const zoomedPicture = await downloadCell(await pressButton(app, picture, 'Zoom Out 2x'));
    const middle = { left: old.width / 4, top: old.height / 4, width: old.width / 2, height: old.height / 2 };
    const small = await cut(old, { to: middle });
    assert.ok(
      difference(small, await cut(zoomedPicture, { part: middle })) < 1,
      'a zoom out keeps the image at half its size',
    );

    const modalAnswer = await client.press(picture, 'Vary (Region)');
    acceptedTask(
      await client.modal(modalAnswer.body.result, { prompt: 'a lake', maskBase64: await cutLeftHalf(old) }),
    );
    const region = await downloadCell(await client.end(modalAnswer.body.result));
    assert.equal(
      difference(old, region, x => x >= old.width / 2),
      0,
      'pixels outside the mask are unchanged',
    );
    assert.ok(difference(old, region, x => x < old.width / 4) > 5, 'pixels inside the mask change');
  });

test('a model generates the sizes of its card, and the result has the requested aspect ratio', async () => {
  const { client, kinora } = await startPrimitivesApp('generate');
  const operator = await signedIn(kinora, 'operator');
  const sizes = { list: [{ width: 640, height: 480 }] };
  const { status, body } = await operator.run('model change', { model: 'photo', sizes: { multiple: 0 } });
  assert.deepEqual([status, body.error.param], [400, 'sizes.multiple']);
  await operator.done('model change', { model: 'photo', sizes });
  assert.deepEqual((await operator.done('model show', { model: 'photo' })).sizes, { multiple: 8, ...sizes });
  const sheet = await client.make('imagine', { prompt: 'hills --draft --ar 3:2' });
  const step = askedSteps.get('generate')?.at(-1);
  assert.deepEqual(step && 'width' in step && [step.width, step.height], [640, 480]);
  const cell = await downloadCell(sheet);
  assert.ok(Math.abs(cell.width / cell.height - 1.5) < 0.01, `${cell.width}x${cell.height}`);
});

test('a language model describes and shortens, and a parameter without effect is named', async () => {
  const { client, kinora } = await startPrimitivesApp('generate,ask');
  const base64 = (await photographFile()).toString('base64');
  const describeTask = await client.make('describe', { base64: `data:image/png;base64,${base64}` });
  assert.equal(describeTask.status, 'SUCCESS', describeTask.failReason ?? '');
  assert.equal(
    (describeTask.properties['finalPrompt'] ?? '').split('\n').filter(line => line.includes('--ar 3:2'))
      .length,
    4,
  );
  const shortenTask = await client.make('shorten', { prompt: 'a very quiet green hill in the morning' });
  assert.equal(shortenTask.status, 'SUCCESS', shortenTask.failReason ?? '');
  const styledImage = await client.make('imagine', { prompt: 'a hill --draft --s 300 --weird 20' });
  const { rows } = await kinora.app.db.pool.query('select job from tasks where public_id = $1', [
    styledImage.id,
  ]);
  assert.deepEqual(rows[0].job.ignored, ['--stylize', '--weird']);
  const imageBytes = await bytesAt(styledImage.imageUrls?.[0]?.url);
  assert.match(imageBytes.toString('latin1'), /trainedAlgorithmicMedia/);
});

test('operators see which operations of a model are not offered, and what its engines would need', async () => {
  const { kinora } = await startPrimitivesApp('generate');
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine add', { engine: 'plain', kind: 'pixels', settings: { knows: 'generate' } });
  await operator.done('model add', { model: 'plain', kind: 'image', operations: 'grid,outpaint', price });
  const unavailable = async () =>
    (await operator.done('model show', { model: 'plain' })).management.unavailable;
  assert.deepEqual(await unavailable(), [], 'it is not offered at all');
  await operator.done('route add', { model: 'plain', engine: 'plain' });
  const reason = 'plain cannot do it: it would need inpainting or editing by instruction.';
  assert.deepEqual(await unavailable(), [{ operation: 'outpaint', reason }]);
  // Its settings have no defaults, so that what it could do is open.
  const kinds = await operator.done('engine kinds');
  assert.deepEqual(kinds.find(({ kind }: { kind: string }) => kind === 'pixels').operations, []);
  await operator.done('engine add', { engine: 'able', kind: 'pixels', settings: { knows: 'inpaint' } });
  await operator.done('route add', { model: 'plain', engine: 'able' });
  assert.deepEqual(await unavailable(), []);
});

test('an engine whose model supports nothing that it offers gets no route', async () => {
  const { kinora } = await startPrimitivesApp('generate');
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine add', { engine: 'words', kind: 'pixels', settings: { knows: 'ask' } });
  await operator.done('model add', { model: 'grids', kind: 'image', operations: ['grid'], price });
  const { status, body } = await operator.run('route add', { model: 'grids', engine: 'words' });
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /supports none of the operations of .*: .* It supports /);
});

testInFull("Make Square has the model's own size", async () => {
  const { kinora, client } = await startPrimitivesApp('generate,inpaint');
  const operator = await signedIn(kinora, 'operator');
  await operator.done('model change', { model: 'photo', sizes: { multiple: 64, maxPixels: 262_144 } });
  const wide = await client.pressAndWait(
    await client.make('imagine', { prompt: 'green hills --ar 16:9' }),
    'U1',
  );
  const square = await client.pressAndWait(wide, 'Make Square');
  const { width, height } = await downloadCell(square);
  assert.deepEqual([width, height], [512, 512]);
});
