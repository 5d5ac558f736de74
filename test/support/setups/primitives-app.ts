/** A server whose only model runs on an engine that knows some primitives, and images for it. */
import { plannedKind } from '../../../src/engines/planner/planned-kind.ts';
import { toPng } from '../../../src/media/picture/picture.ts';
import { startTestApp, type TestApp } from '../servers/app.ts';
import { signedIn } from '../clients/console-client.ts';
import { imageClient, type ImageClient, type RgbPicture } from '../clients/image-client.ts';
import { photograph } from '../media/photograph.ts';
import { pixelKind } from '../engines/pixel-engine.ts';

/** Small enough that each of several operations takes little processor time. */
const sizes = { multiple: 16, maxPixels: 384 * 256 };

export const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };

export interface PrimitivesApp {
  readonly kinora: TestApp;
  readonly client: ImageClient;
}

/**
 * A server whose only model runs on an engine that knows these primitives. Without the primitive `upscale`,
 * only one of any size can enlarge.
 */
export async function startPrimitivesApp(
  knows: string,
  { makesAnySize = false }: { readonly makesAnySize?: boolean } = {},
): Promise<PrimitivesApp> {
  const kinora = await startTestApp({ kinds: [plannedKind(pixelKind)] });
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine drain', { engine: 'sketch' });
  await operator.done('engine remove', { engine: 'sketch' });
  await operator.done('engine add', {
    engine: knows.replaceAll(',', '-').toLowerCase(),
    kind: 'pixels',
    settings: { knows },
  });
  await operator.done('model add', {
    model: 'photo',
    kind: 'image',
    versions: ['7'],
    ...(!makesAnySize && { sizes }),
    price,
  });
  await operator.done('route add', { model: 'photo', engine: knows.replaceAll(',', '-').toLowerCase() });
  return { kinora, client: imageClient(kinora) };
}

/** A PNG from elsewhere. */
export async function photographFile(size = { width: 768, height: 512 }): Promise<Buffer> {
  return Buffer.from(await toPng(photograph({ ...size, grain: 6 })));
}

/** A mask in base64. */
export async function cutLeftHalf({ width, height }: RgbPicture): Promise<string> {
  const data = new Uint8Array(width * height * 4).map((_, index) =>
    Math.floor(index / 4) % width < width / 2 || index % 4 === 3 ? 255 : 0,
  );
  return Buffer.from(await toPng({ data, width, height })).toString('base64');
}
