/** Blends, image prompts and style references on engines that follow instructions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainPicture } from '../support/image-client.ts';
import { askedSteps } from '../support/pixel-engine.ts';
import { studioOf } from '../support/studio.ts';

test('a blend and the references of a prompt are images that the instruction names', async () => {
  const { client } = await studioOf('generate,instruct');
  const pictures = await Promise.all([plainPicture(), plainPicture({ width: 48, height: 64 }, '#c04040')]);
  const lastStep = () => {
    const step = askedSteps.get('generate-instruct')?.at(-1);
    assert.ok(step?.primitive === 'instruct');
    return step;
  };

  const blend = await client.made('blend', {
    base64Array: pictures.map(data => `data:image/png;base64,${data}`),
  });
  assert.equal(blend.status, 'SUCCESS', blend.failReason ?? '');
  const blended = lastStep();
  assert.match(blended.prompt, /Combine the pictures.*content of picture 1.*content of picture 2/);
  assert.deepEqual(
    blended.pictures.map(({ width, height }) => [width, height]),
    [
      [64, 48],
      [48, 64],
    ],
  );

  const words = `a red fox --draft --sref ${blend.imageUrls?.[0]?.url}`;
  const referred = await client.made('imagine', { prompt: words, base64Array: [pictures[0]] });
  assert.equal(referred.status, 'SUCCESS', referred.failReason ?? '');
  const { prompt, pictures: sent } = lastStep();
  assert.equal(sent.length, 2);
  assert.match(prompt, /^a red fox\..*content of picture 1.*style and the colours of picture 2/);
});
