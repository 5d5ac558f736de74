/**
 * Pictures for a prediction: small ones in the request itself, others as uploads, as Replicate recommends.
 */
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import { dataUrl } from '../../adapter-kit/hosted/model-input/step-input.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { startFailure } from '../../adapter-kit/http/http-failures.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';

/** Reports of a prediction repeat its input, and must fit into 256 KB. */
const maxInlineBytes = 64_000;
const timeoutMs = 25_000;

const uploadShape = z.object({ urls: z.object({ get: z.string() }) });

interface Upload {
  readonly client: HttpClient;
  readonly signal: AbortSignal;
}

/** The prediction has not been asked for yet, so a failure is always `notStarted`. */
export async function placePicture(picture: StepPicture, upload: Upload): Promise<string> {
  if (picture.bytes.length <= maxInlineBytes) return dataUrl(picture);
  try {
    return await uploadPicture(picture, upload);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { code, reason, retryable, cause } = error;
    throw new EngineError(code, reason, { retryable, cause, notStarted: true });
  }
}

async function uploadPicture(
  { contentType, bytes }: StepPicture,
  { client, signal }: Upload,
): Promise<string> {
  const form = new FormData();
  const file = new Blob([Uint8Array.from(bytes)], { type: contentType });
  form.append('content', file, `picture.${contentType.slice('image/'.length)}`);
  const answer = await client.send({ path: '/v1/files', body: form, signal, timeoutMs });
  if (!answer.isOk) throw startFailure(answer, client);
  return readJson(answer, uploadShape).urls.get;
}
