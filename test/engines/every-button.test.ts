/** Every button that a photograph made elsewhere gets works, whatever the engine knows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buttonOf, pixelsAt, type ImageRecord } from '../support/image-client.ts';
import { leftHalf, photographFile, studioOf, type Studio } from '../support/studio.ts';

const size = { width: 384, height: 256 };

/** A grid that the engine has made of the photograph, or of words if it knows no pictures. */
async function gridOf({ client }: Studio, knows: string): Promise<ImageRecord> {
  if (knows === 'generate') return client.made('imagine', { prompt: 'green hills --draft --ar 3:2' });
  const photo = (await photographFile(size)).toString('base64');
  if (knows === 'instruct')
    return client.made('edits', { prompt: 'greener hills', image: `data:image/png;base64,${photo}` });
  return client.made('imagine', { prompt: 'green hills --draft --ar 3:2', base64Array: [photo] });
}

/** Presses it, and answers its modal. Returns the record of its task. */
async function pressed({ client }: Studio, from: ImageRecord, customId: string): Promise<ImageRecord> {
  const { body } = await client.press(from, customId);
  assert.ok([1, 21].includes(body.code), `${customId}: ${JSON.stringify(body)}`);
  if (body.code === 21) {
    const mask = await leftHalf(await pixelsAt(from.imageUrl));
    const isZoom = customId.includes('CustomZoom');
    const answer = isZoom ? { prompt: 'hills --zoom 1.3' } : { prompt: 'a lake', maskBase64: mask };
    await client.modal(body.result, answer);
  }
  return client.end(body.result);
}

for (const [knows, least] of [
  ['generate', 1],
  ['generate,imageToImage', 7],
  ['generate,imageToImage,inpaint', 16],
  ['instruct', 14],
] as const)
  test(`${knows}: every button that is offered works`, async () => {
    const studio = await studioOf(knows);
    const sheet = await gridOf(studio, knows);
    assert.equal(sheet.status, 'SUCCESS', sheet.failReason ?? '');
    const picture = await pressed(studio, sheet, buttonOf(sheet, 'U1').customId);
    let count = 0;
    for (const from of [sheet, picture])
      for (const { customId } of from.buttons.filter(button => !button.customId.includes('BOOKMARK'))) {
        // Of four alike, one is enough.
        if (/::[234]::/.test(customId)) continue;
        const { status, failReason } = await pressed(studio, from, customId);
        assert.equal(status, 'SUCCESS', `${customId}: ${failReason}`);
        count++;
      }
    assert.ok(count >= least, `${count} buttons were pressed`);
  });
