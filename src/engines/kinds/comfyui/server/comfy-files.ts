/** Files on a ComfyUI server: pictures that go in, results that come out. */
import { reason } from '@kinora/shared/errors/reason';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EngineError } from '../../../contract/engine-error.ts';
import type { HttpClient, HttpResponse } from '../../../adapter-kit/http/http-client.ts';
import { readAnswer } from './comfy-request.ts';
import { fileFailure } from '../../../adapter-kit/http/file-failures.ts';
import { startFailure } from '../../../adapter-kit/http/http-failures.ts';

export interface FileAddress {
  readonly filename: string;
  readonly subfolder: string;
  readonly type: string;
}

export interface UploadFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Below the folder of the server's inputs. */
  readonly folder: string;
}

export interface ComfyFiles {
  /** Returns the name by which `LoadImage` finds the file. The same bytes have the same name. */
  upload(file: UploadFile, signal: AbortSignal): Promise<string>;
  /** Returns undefined if there is no such file. */
  view(file: FileAddress, signal: AbortSignal): Promise<HttpResponse | undefined>;
  /** Whether there is such a file. Nothing of it is read. */
  has(file: FileAddress, signal: AbortSignal): Promise<boolean>;
}

const uploadTimeoutMs = 120_000;
/** Whoever waits for a file gives up after five minutes. */
const viewTimeoutMs = 280_000;
/** A clip of a minute at 1080p has about 100 MB. */
const maxBytes = 256 * 1024 * 1024;

const uploadedShape = z.object({ name: z.string(), subfolder: z.string() });

export function openComfyFiles(client: HttpClient): ComfyFiles {
  return {
    async upload({ bytes, contentType, folder }, signal) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const body = new FormData();
      // There is no `overwrite`, so that bytes that are there already are not written
      // again while a prompt reads them.
      body.set('image', new File([new Uint8Array(bytes)], `${hash}.${contentType.slice('image/'.length)}`));
      body.set('subfolder', folder);
      const answer = await client.send({ path: '/upload/image', body, signal, timeoutMs: uploadTimeoutMs });
      if (!answer.isOk) throw startFailure(answer, client);
      const { name, subfolder } = readAnswer(answer, uploadedShape);
      return subfolder ? `${subfolder}/${name}` : name;
    },
    async view(file, signal) {
      const limits = { timeoutMs: viewTimeoutMs, maxBytes };
      const answer = await client.send({ path: viewPath(file), signal, ...limits });
      if (answer.isOk && answer.bytes.length === 0) throw emptyFile();
      if (answer.isOk) return answer;
      if (answer.status === 404) return undefined;
      throw fileFailure(answer, { client, place: file.filename });
    },
    async has(file, signal) {
      const { body, ...head } = await client.stream({ path: viewPath(file), signal });
      body.destroy();
      if (head.isOk && head.headers['content-length'] === '0') throw emptyFile();
      if (!head.isOk && head.status !== 404)
        throw fileFailure({ ...head, bytes: new Uint8Array() }, { client, place: file.filename });
      return head.isOk;
    },
  };
}

function viewPath({ filename, subfolder, type }: FileAddress): string {
  return `/view?${new URLSearchParams({ filename, subfolder, type })}`;
}

function emptyFile(): EngineError {
  return new EngineError('engine_error', reason('workflow_file_empty'), { retryable: true });
}
