/** Runs work on pixels in a thread of its own, so that it does not delay requests. */
import { sizeText } from '../picture/size-text.ts';
import { reason } from '@kinora/shared/errors/reason';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { PictureError, withinLimits, type PixelSize } from '../picture/picture-file.ts';
import type { PixelWork } from './thread/compose-thread.ts';

type Input<Name extends keyof PixelWork> = Parameters<PixelWork[Name]>[0];
type Output<Name extends keyof PixelWork> = ReturnType<PixelWork[Name]>;

const program = new URL('./thread/compose-thread.ts', import.meta.url);

/** For each pixel of a canvas: two pictures, their mask, and distances in the mask. */
const bytesAPixel = 13;

/**
 * Calls a function of `compose-thread.ts` with a copy of its input. Throws `too_costly` above 18 megapixels.
 */
export async function inThread<Name extends keyof PixelWork>(
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const sizes = [input, ...Object.values(input)].filter(isSized);
  const pixels = Math.max(...sizes.map(({ width, height }) => width * height));
  return withinLimits(pixels * bytesAPixel, () => runThread(name, input));
}

function isSized(value: unknown): value is PixelSize {
  return typeof value === 'object' && value !== null && 'width' in value && 'height' in value;
}

async function runThread<Name extends keyof PixelWork>(
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const copies: ArrayBuffer[] = [];
  const copy = (value: unknown): unknown => {
    if (!hasPixels(value)) return value;
    const pixels = value.width * value.height;
    if (![pixels, pixels * 4].includes(value.data.length) || pixels === 0)
      throw new PictureError(
        'wrong_size',
        reason('pixel_bytes', { size: sizeText(value), bytes: value.data.length }),
      );
    // Transferred instead of cloned: a clone would be of the whole buffer, which may be larger than its view.
    const data = new Uint8Array(value.data);
    copies.push(data.buffer);
    return { ...value, data };
  };
  const copiedInput = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, copy(value)]));
  const worker = new Worker(program, {
    workerData: { name, input: copiedInput },
    transferList: copies,
    // The server's settings and keys are not passed on.
    env: {},
    execArgv: [],
  });
  const failed = once(worker, 'exit').then(([code]) => {
    throw new InvariantError(`The thread for ${name} ended with exit code ${code} and without a result.`);
  });
  const [output] = await Promise.race([once(worker, 'message'), failed]);
  return output as Output<Name>;
}

function hasPixels(value: unknown): value is PixelSize & { readonly data: Uint8Array | Uint8ClampedArray } {
  return isSized(value) && 'data' in value && ArrayBuffer.isView(value.data);
}

/** Throws `wrong_size` if pictures and masks that belong together differ in size. */
export function checkSizes(first: PixelSize, ...otherSizes: readonly PixelSize[]): void {
  for (const { width, height } of otherSizes)
    if (width !== first.width || height !== first.height)
      throw new PictureError(
        'wrong_size',
        reason('size_other', { size: `${width}x${height}`, wanted: sizeText(first) }),
      );
}
