/** What `/v1/images` answers, as files. */
import { z } from 'zod';
import { systemClock } from '@kinora/shared/clock';
import { EngineError } from '../../contract/engine.ts';
import { type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';
import type { ResultFiles, ResultSource } from '../../adapter-kit/http/result-files.ts';
import type { HeldFile } from '../../adapter-kit/answers/held-answers.ts';
import { bytesOfBase64, pictureOf } from '../../adapter-kit/answers/picture-of.ts';
import { type Usage, usageShape } from './reported-cost.ts';

const answerShape = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).nullish(),
  usage: usageShape,
});
type Item = NonNullable<z.infer<typeof answerShape>['data']>[number];

/** Before a file is fetched again. The answer that names it is sent only once, and its pictures are bought. */
const pausesMs = [1_000, 4_000, 15_000];

export interface FileSource extends ResultSource {
  readonly results: ResultFiles;
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
  const { files, usage } = await readFiles(response, count, source);
  if (files.length < count)
    throw new EngineError('engine_error', `it returned ${files.length} of ${count} images`, {
      retryable: true,
    });
  return { files: await Promise.all(files.map(pictureOf)), usage };
}

/**
 * The files of an answer, which are in it, on the same server, or elsewhere, such as in a cloud storage. At most `count`: the others are not
 * fetched, so that an answer cannot fill the memory.
 */
export async function readFiles(
  response: Pick<HttpResponse, 'bytes'>,
  count: number,
  source: FileSource,
): Promise<{ readonly files: readonly Uint8Array[]; readonly usage: Usage }> {
  const { data, usage } = readJson(response, answerShape);
  const present = (data ?? []).filter(({ b64_json, url }) => b64_json || url);
  return { files: await Promise.all(present.slice(0, count).map(item => readFile(item, source))), usage };
}

async function readFile({ b64_json: data, url }: Item, source: FileSource): Promise<Uint8Array> {
  if (data) return bytesOfBase64(data);
  if (url?.startsWith('data:')) return bytesOfBase64(url);
  return fetchFile(url ?? '', source);
}

async function fetchFile(address: string, source: FileSource, tries = 0): Promise<Uint8Array> {
  try {
    return await source.results.fetch(address, source);
  } catch (error) {
    const pauseMs = pausesMs[tries];
    const mayPass = error instanceof EngineError && error.retryable && !source.signal.aborted;
    if (!mayPass || pauseMs === undefined) throw error;
    await systemClock.sleep(pauseMs, source.signal);
    return fetchFile(address, source, tries + 1);
  }
}
