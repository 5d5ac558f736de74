/** What `/v1/images` answers, as files. */
import { z } from 'zod';
import { EngineError } from '../engine.ts';
import { type HttpClient, type HttpResponse, readJson } from '../http/http-client.ts';
import { stepFailure } from '../http/http-failures.ts';
import type { HeldFile } from '../plan/held-answers.ts';
import { bytesOfBase64, pictureOf } from '../plan/picture-of.ts';
import { type Usage, usageShape } from './reported-cost.ts';

const answerShape = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).nullish(),
  usage: usageShape,
});
type Item = NonNullable<z.infer<typeof answerShape>['data']>[number];

const maxFileBytes = 64 * 1024 * 1024;

export interface FileSource {
  readonly client: HttpClient;
  /** Of the engine, to which the addresses of files are relative. */
  readonly url: string;
  readonly signal: AbortSignal;
}

export interface MadePictures {
  readonly files: readonly HeldFile[];
  readonly usage: Usage;
}

/** Throws if there are too few: some servers say that they succeeded all the same. */
export async function readPictures(
  response: Pick<HttpResponse, 'bytes'>,
  count: number,
  source: FileSource,
): Promise<MadePictures> {
  const { files, usage } = await readFiles(response, source);
  if (files.length < count)
    throw new EngineError('engine_error', `it returned ${files.length} of ${count} images`, {
      retryable: true,
    });
  return { files: await Promise.all(files.slice(0, count).map(pictureOf)), usage };
}

/** The files of an answer, which are in it or on the same server. */
export async function readFiles(
  response: Pick<HttpResponse, 'bytes'>,
  source: FileSource,
): Promise<{ readonly files: readonly Uint8Array[]; readonly usage: Usage }> {
  const { data, usage } = readJson(response, answerShape);
  const present = (data ?? []).filter(({ b64_json, url }) => b64_json || url);
  return { files: await Promise.all(present.map(item => readFile(item, source))), usage };
}

async function readFile({ b64_json: data, url }: Item, { client, url: base, signal }: FileSource) {
  if (data) return bytesOfBase64(data);
  if (url?.startsWith('data:')) return bytesOfBase64(url);
  if (!url || !URL.canParse(url, `${base}/`))
    throw new EngineError('engine_error', 'the address of a file cannot be read');
  const response = await client.send({ path: new URL(url, `${base}/`), signal, maxBytes: maxFileBytes });
  if (!response.isOk) throw stepFailure(response, client);
  return response.bytes;
}
