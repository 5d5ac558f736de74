/** Blends, image prompts and style references on engines that follow instructions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../support/clients/console-client.ts';
import { askedSteps } from '../../support/engines/pixel-engine.ts';
import { plainPicture } from '../../support/media/plain-picture.ts';
import { price, startPrimitivesApp } from '../../support/setups/primitives-app.ts';

test('a blend and the references of a prompt are images that the instruction names', async () => {
  const { client } = await startPrimitivesApp('generate,instruct');
  const pictures = await Promise.all([
    pictureAsBase64(),
    pictureAsBase64({ width: 48, height: 64 }, '#c04040'),
  ]);
  const lastStep = () => {
    const step = askedSteps.get('generate-instruct')?.at(-1);
    assert.ok(step?.primitive === 'instruct');
    return step;
  };

  const blend = await client.make('blend', {
    base64Array: pictures.map(data => `data:image/png;base64,${data}`),
  });
  assert.equal(blend.status, 'SUCCESS', blend.failReason ?? '');
  const blendStep = lastStep();
  assert.match(blendStep.prompt, /Combine the pictures.*content of picture 1.*content of picture 2/);
  assert.deepEqual(
    blendStep.pictures.map(({ width, height }) => [width, height]),
    [
      [64, 48],
      [48, 64],
    ],
  );

  const words = `a red fox --draft --sref ${blend.imageUrls?.[0]?.url}`;
  const record = await client.make('imagine', { prompt: words, base64Array: [pictures[0]] });
  assert.equal(record.status, 'SUCCESS', record.failReason ?? '');
  const { prompt, pictures: stepPictures } = lastStep();
  assert.equal(stepPictures.length, 2);
  assert.match(prompt, /^a red fox\..*content of picture 1.*style and the colors of picture 2/);
});

test('a blend goes to a model that can blend, unless it names another one', async () => {
  const { kinora, client } = await startPrimitivesApp('generate,imageToImage');
  const operator = await signedIn(kinora, 'operator');
  const engine = 'generate-instruct';
  await operator.done('engine add', { engine, kind: 'pixels', settings: { knows: 'generate,instruct' } });
  await operator.done('model add', { model: 'editor', kind: 'image', price });
  await operator.done('route add', { model: 'editor', engine });
  const base64Array = [await pictureAsBase64(), await pictureAsBase64(undefined, '#c04040')];

  const before = askedSteps.get(engine)?.length ?? 0;
  const blend = await client.make('blend', { base64Array });
  assert.equal(blend.status, 'SUCCESS', blend.failReason ?? '');
  assert.equal(askedSteps.get(engine)?.length, before + 4);

  const blendAnswer = await client.submit('blend', { base64Array, model: 'photo' });
  assert.equal(blendAnswer.body.code, 4);
  assert.match(blendAnswer.body.description, /"photo" cannot do this. It takes one image prompt/);
  const imagineAnswer = await client.submit('imagine', { prompt: 'a red fox', base64Array });
  assert.match(imagineAnswer.body.description, /"photo" cannot do this. It takes one image prompt/);
  const manyImages = { base64Array: [...base64Array, ...base64Array, ...base64Array.slice(1)] };
  const largeBlendAnswer = await client.submit('blend', { ...manyImages, model: 'editor' });
  assert.match(largeBlendAnswer.body.description, /at most 4 reference images, image prompts included/);
});

test('a server without a model for an operation says so, and a blend needs no model for the version', async () => {
  const { kinora, client } = await startPrimitivesApp('generate');
  const operator = await signedIn(kinora, 'operator');
  const image = await pictureAsBase64({ width: 64, height: 64 });
  const edit = { prompt: 'at night --model photo', image };
  const editAnswer = await client.submit('edits', edit);
  assert.match(editAnswer.body.description, /does not support edit/);

  await operator.done('route change', { model: 'photo', engine: 'generate', enabled: false });
  const engine = 'generate-instruct';
  await operator.done('engine add', { engine, kind: 'pixels', settings: { knows: 'generate,instruct' } });
  await operator.done('model add', { model: 'editor', kind: 'image', price });
  await operator.done('route add', { model: 'editor', engine });
  const base64Array = [image, await pictureAsBase64(undefined, '#c04040')];
  const blend = await client.make('blend', { base64Array });
  assert.equal(blend.status, 'SUCCESS', blend.failReason ?? '');

  await operator.done('route change', { model: 'editor', engine, enabled: false });
  const none = await client.submit('imagine', { prompt: 'a red fox' });
  assert.match(none.body.description, /does not support grid/);
});

async function pictureAsBase64(size = { width: 64, height: 48 }, background = '#3060a0'): Promise<string> {
  return (await plainPicture(size, background).png().toBuffer()).toString('base64');
}
