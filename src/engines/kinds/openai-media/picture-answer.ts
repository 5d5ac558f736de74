/** What `/v1/images` answers, as files. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import { type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';
import type { HeldFile, LinkedFile } from '../../adapter-kit/answers/held-answers.ts';
import { decodeBase64, toHeldPicture } from '../../adapter-kit/answers/held-picture.ts';
import { type Usage, usageShape } from './reported-cost.ts';

const answerShape = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).nullish(),
  usage: usageShape,
});
type Item = NonNullable<z.infer<typeof answerShape>['data']>[number];

export interface PictureResult {
  readonly files: readonly (HeldFile | LinkedFile)[];
  readonly usage: Usage;
}

/** A file in an answer, or its address. */
export type AnsweredFile = { readonly bytes: Uint8Array } | { readonly link: string };

/** Its size is read from the file, once it is fetched. */
const linkedPicture = { kind: 'picture', contentType: 'image/png', width: 0, height: 0 } as const;

/** Throws if there are too few: some servers say that they succeeded all the same. */
export async function readPictures(
  response: Pick<HttpResponse, 'bytes'>,
  count: number,
): Promise<PictureResult> {
  const { files, usage } = readFiles(response, count);
  if (files.length < count)
    throw new EngineError('engine_error', reason('images_missing', { found: files.length, wanted: count }), {
      retryable: true,
    });
  const heldFiles = files.map(async file =>
    'link' in file ? { ...linkedPicture, ...file } : toHeldPicture(file.bytes),
  );
  return { files: await Promise.all(heldFiles), usage };
}

/**
 * The files of an answer, which are in it, or addresses on the same server or elsewhere, such as in a
 * cloud storage. At most `count`.
 */
export function readFiles(
  response: Pick<HttpResponse, 'bytes'>,
  count: number,
): { readonly files: readonly AnsweredFile[]; readonly usage: Usage } {
  const { data, usage } = readJson(response, answerShape);
  return { files: (data ?? []).flatMap(fileIn).slice(0, count), usage };
}

function fileIn({ b64_json: data, url }: Item): AnsweredFile[] {
  const inlineData = data || (url?.startsWith('data:') ? url : undefined);
  if (inlineData) return [{ bytes: decodeBase64(inlineData) }];
  return url ? [{ link: url }] : [];
}
