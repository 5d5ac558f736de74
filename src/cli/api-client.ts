/** A client of a running Kinora, over HTTP as any other: submits, follows, downloads. */
import { writeFile } from 'node:fs/promises';
import { systemClock } from '../lib/clock.ts';

export interface Keys {
  readonly image: string;
  readonly video: string;
}

export interface ImageRecord {
  readonly id: string;
  readonly status: string;
  readonly progress: string;
  readonly imageUrl: string | null;
  readonly imageUrls?: readonly { readonly url: string }[];
  readonly failReason: string | null;
  readonly buttons: readonly { readonly customId: string; readonly label: string }[];
  readonly usage: { readonly amount: string; readonly currency: string };
}

export interface VideoRecord {
  readonly id: string;
  readonly status: string;
  readonly progress: number;
  readonly metadata?: { readonly url: string };
  readonly error?: { readonly message: string };
  readonly usage: { readonly amount: string; readonly currency: string };
}

/** A refusal by the server, or a task that failed: what it said. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const pollMs = 150;

export function openApiClient(url: string, keys: Keys) {
  const call = async (path: string, key: string, body?: unknown): Promise<never> => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new ApiError(
        `${url} cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`,
        0,
      );
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(`${response.status} ${sentenceIn(text)}`, response.status);
    return JSON.parse(text) as never;
  };

  const submitImage = async (path: string, body: unknown): Promise<string> => {
    const answer = (await call(path, keys.image, body)) as {
      code: number;
      description: string;
      result: string | null;
    };
    if (answer.result === null) throw new ApiError(answer.description, 200);
    return answer.result;
  };

  return {
    submitImage,
    createVideo: (body: unknown): Promise<VideoRecord> => call('/v1/videos', keys.video, body),
    /** Polls until the picture is there. */
    followImage: async (
      id: string,
      onProgress: (percent: number, stage: string) => void,
    ): Promise<ImageRecord> => {
      for (;;) {
        const record: ImageRecord = await call(`/mj/task/${id}/fetch`, keys.image);
        if (record.status === 'FAILURE') throw new ApiError(record.failReason ?? 'The task failed.', 200);
        if (record.status === 'SUCCESS') return record;
        onProgress(
          Number.parseInt(record.progress, 10) || 0,
          record.status.toLowerCase().replaceAll('_', ' '),
        );
        await systemClock.sleep(pollMs);
      }
    },
    followVideo: async (
      id: string,
      onProgress: (percent: number, stage: string) => void,
    ): Promise<VideoRecord> => {
      for (;;) {
        const record: VideoRecord = await call(`/v1/videos/${id}`, keys.video);
        if (record.status === 'failed') throw new ApiError(record.error?.message ?? 'The task failed.', 200);
        if (record.status === 'completed') return record;
        onProgress(record.progress, record.status.replaceAll('_', ' '));
        await systemClock.sleep(pollMs);
      }
    },
    download: async (address: string, file: string, key?: string): Promise<void> => {
      const response = await fetch(address, key ? { headers: { authorization: `Bearer ${key}` } } : {});
      if (!response.ok)
        throw new ApiError(
          `${address}: ${response.status} ${sentenceIn(await response.text())}`,
          response.status,
        );
      await writeFile(file, Buffer.from(await response.arrayBuffer()));
    },
  };
}

export type ApiClient = ReturnType<typeof openApiClient>;

function sentenceIn(text: string): string {
  try {
    const body = JSON.parse(text) as { description?: string; error?: { message?: string } };
    return body.description ?? body.error?.message ?? text;
  } catch {
    return text.slice(0, 200);
  }
}
