/** A client of a running Kinora over HTTP: submits tasks, follows them and downloads results. */
import { writeFile } from 'node:fs/promises';
import { systemClock } from '@kinora/shared/clock';

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

/** A request that the server rejected or a task that failed, with the message of the server. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const pollMs = 150;

type OnProgress = (percent: number, stage: string) => void;

export interface ApiClient {
  /** Returns the id of the new task. */
  submitImage(path: string, body: unknown): Promise<string>;
  createVideo(body: unknown): Promise<VideoRecord>;
  /** Polls until the task has succeeded; throws ApiError if it fails. */
  followImage(id: string, onProgress: OnProgress): Promise<ImageRecord>;
  followVideo(id: string, onProgress: OnProgress): Promise<VideoRecord>;
  download(address: string, file: string, key?: string): Promise<void>;
}

export function openApiClient(url: string, keys: Keys): ApiClient {
  const image = <Answer>(path: string, body?: unknown) => callJson<Answer>(`${url}${path}`, keys.image, body);
  const video = (path: string, body?: unknown) => callJson<VideoRecord>(`${url}${path}`, keys.video, body);
  return {
    submitImage: async (path, body) => {
      const answer = await image<{ description: string; result: string | null }>(path, body);
      if (answer.result === null) throw new ApiError(answer.description, 200);
      return answer.result;
    },
    createVideo: body => video('/v1/videos', body),
    followImage: async (id, onProgress) => {
      for (;;) {
        const record = await image<ImageRecord>(`/mj/task/${id}/fetch`);
        if (record.status === 'FAILURE') throw new ApiError(record.failReason ?? 'The task failed.', 200);
        if (record.status === 'SUCCESS') return record;
        onProgress(Number.parseInt(record.progress, 10) || 0, inWords(record.status));
        await systemClock.sleep(pollMs);
      }
    },
    followVideo: async (id, onProgress) => {
      for (;;) {
        const record = await video(`/v1/videos/${id}`);
        if (record.status === 'failed') throw new ApiError(record.error?.message ?? 'The task failed.', 200);
        if (record.status === 'completed') return record;
        onProgress(record.progress, inWords(record.status));
        await systemClock.sleep(pollMs);
      }
    },
    download: async (address, file, key) => {
      const response = await fetch(address, key ? { headers: { authorization: `Bearer ${key}` } } : {});
      if (!response.ok) throw await apiErrorOf(response);
      await writeFile(file, Buffer.from(await response.arrayBuffer()));
    },
  };
}

async function callJson<Answer>(address: string, key: string, body?: unknown): Promise<Answer> {
  const authorization = `Bearer ${key}`;
  const init: RequestInit =
    body === undefined
      ? { headers: { authorization } }
      : {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  const response = await fetch(address, init).catch((error: Error) => {
    const reason = (error.cause as Error | undefined)?.message ?? error.message;
    throw new ApiError(`${new URL(address).origin} cannot be reached: ${reason}`, 0);
  });
  if (!response.ok) throw await apiErrorOf(response);
  return (await response.json()) as Answer;
}

async function apiErrorOf(response: Response): Promise<ApiError> {
  return new ApiError(`${response.status} ${sentenceIn(await response.text())}`, response.status);
}

/** `NOT_START` is the image interface's own name for a task in the queue. */
function inWords(status: string): string {
  return status === 'NOT_START' ? 'not started' : status.toLowerCase().replaceAll('_', ' ');
}

function sentenceIn(text: string): string {
  try {
    const body = JSON.parse(text) as { description?: string; error?: { message?: string } };
    return body.description ?? body.error?.message ?? text;
  } catch {
    return text.slice(0, 200);
  }
}
