/**
 * Describe and shorten through a complete Kinora, with a ComfyUI server that has the text
 * encoder of `answering-encoder.ts`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import { toPng } from '../../../src/media/picture/picture.ts';
import { startTestApp } from '../servers/app.ts';
import { signedIn } from '../clients/console-client.ts';
import { acceptedTask, imageClient, type ImageClient, type ImageRecord } from '../clients/image-client.ts';
import { photograph } from '../media/photograph.ts';

export const answeringEncoder = 'kinora-answers.safetensors';

/** A busy machine without a GPU needs minutes for an answer. */
const timeoutSeconds = 1_800;

export function testAnswers(url: string, skip: string | false): void {
  test('a text encoder describes an image and shortens a prompt', { skip }, async t => {
    const kinora = await startTestApp();
    const operator = await signedIn(kinora, 'operator');
    await operator.done('engine drain', { engine: 'sketch' });
    await operator.done('engine remove', { engine: 'sketch' });
    await operator.done('engine add', { engine: 'gpu', kind: 'comfyui', url });
    const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
    await operator.done('model add', {
      model: 'words',
      kind: 'image',
      operations: ['describe', 'shorten'],
      price,
    });
    const upstream = `ask:${answeringEncoder}`;
    await operator.done('route add', {
      model: 'words',
      engine: 'gpu',
      upstream,
      timeout_seconds: timeoutSeconds,
    });
    const client = imageClient(kinora);
    const photo = await toPng(photograph({ width: 96, height: 64, grain: 0 }));
    const base64 = `data:image/png;base64,${Buffer.from(photo).toString('base64')}`;
    for (const [name, body, expected] of [
      ['shorten', { prompt: 'hills' }, /\*\*hills\*\*/],
      ['describe', { base64 }, /castle --ar 3:2[^]*poster --ar 3:2[^]*summer --ar 3:2[^]*winter --ar 3:2/],
    ] as const) {
      const record = await waitForEnd(client, acceptedTask(await client.submit(name, body)));
      assert.equal(record.status, 'SUCCESS', record.failReason ?? '');
      t.diagnostic(JSON.stringify(record.prompt));
      assert.match(JSON.stringify(record), expected);
    }
  });
}

async function waitForEnd(client: ImageClient, id: string): Promise<ImageRecord> {
  for (;;) {
    const record = await client.fetch(id);
    if (['SUCCESS', 'FAILURE'].includes(record.status)) return record;
    await systemClock.sleep(1_000);
  }
}
