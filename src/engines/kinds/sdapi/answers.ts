/** What `/sdapi/v1` answers, as files. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import { type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';
import type { HeldFile } from '../../adapter-kit/answers/held-answers.ts';
import { decodeBase64, toHeldPicture } from '../../adapter-kit/answers/held-picture.ts';

const sampledShape = z.object({
  images: z.array(z.string()).nullish(),
  /** JSON in a text. */
  info: z.unknown(),
});
const enlargedShape = z.object({ image: z.string() });
const infoShape = z.object({ index_of_first_image: z.int().min(0).default(0) });

/**
 * The pictures in their order. Throws if there are too few: some programs say that
 * they succeeded all the same.
 */
export async function readPictures(response: HttpResponse, count: number): Promise<HeldFile[]> {
  const { images, info } = readJson(response, sampledShape);
  const first = firstIndex(info);
  const requestedImages = (images ?? []).slice(first, first + count);
  if (requestedImages.length < count)
    throw new EngineError(
      'engine_error',
      reason('images_missing', { found: requestedImages.length, wanted: count }),
      {
        retryable: true,
      },
    );
  return Promise.all(requestedImages.map(image => toHeldPicture(decodeBase64(image))));
}

export function readEnlarged(response: HttpResponse): string {
  return readJson(response, enlargedShape).image;
}

/** A sheet of the pictures can come before them. */
function firstIndex(info: unknown): number {
  try {
    return infoShape.parse(JSON.parse(String(info))).index_of_first_image;
  } catch {
    return 0;
  }
}
