/** The video interface. */
import { accountEvents, type EventsOptions, type TaskEvent } from '../tasks/account-events.ts';
import { withoutUndefined } from '../http/without-undefined.ts';
import { toAddress, type FileSource } from '../http/files.ts';
import { openFollower } from '../tasks/follow.ts';
import { TaskFailedError } from '../http/kinora-error.ts';
import { Task, type TaskKind } from '../tasks/task.ts';
import type { PostOptions, Transport } from '../http/transport.ts';
import type {
  ChangeVideo,
  ClipSource,
  CreateVideo,
  ExtendVideo,
  Variant,
  VideoOptions,
  VideoQuote,
  VideoRecord,
  VideoWebhook,
} from './video-record.ts';
import { VideoResult, type VideoTaskHandle } from './video-result.ts';

const imageFields = ['input_reference', 'first_frame', 'last_frame', 'reference_images'] as const;

export class Videos {
  readonly #transport: Transport;
  readonly #kind: TaskKind<VideoRecord, VideoResult>;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.#kind = videoTaskKind(transport, record => new VideoResult(record, this));
  }

  /** The request of a clip. `models()` lists the fields that a model accepts. */
  create(request: CreateVideo, options: VideoOptions = {}): VideoTaskHandle {
    return this.#task(
      this.#post('/v1/videos', () => withAddresses(request), options),
      options,
    );
  }

  /** The price of a request. Creates nothing. */
  async quote(request: CreateVideo): Promise<VideoQuote> {
    return this.#transport.post('/v1/videos/quote', await withAddresses(request));
  }

  /** A clip with more seconds at its end. Only these are charged. */
  extend(clip: ClipSource, { seconds, prompt, ...options }: ExtendVideo = {}): VideoTaskHandle {
    const fields = { video: clip, seconds, prompt };
    return this.#task(this.#change('/v1/videos/extensions', fields, options), options);
  }

  /** A clip with another prompt. */
  remix(id: string, prompt: string, options: ChangeVideo = {}): VideoTaskHandle {
    return this.#task(this.#change(`${videoPath(id)}/remix`, { prompt }, options), options);
  }

  /** A clip with another prompt, also from a file that was downloaded here. */
  edit(clip: ClipSource, prompt: string, options: ChangeVideo = {}): VideoTaskHandle {
    return this.#task(this.#change('/v1/videos/edits', { video: clip, prompt }, options), options);
  }

  /** A task that was submitted earlier, also by another program. */
  task(id: string): VideoTaskHandle {
    return this.#task(Promise.resolve(id), {});
  }

  async get(id: string): Promise<VideoRecord> {
    return this.#kind.read(id);
  }

  /** All clips, newest first. Pages are read as they are needed. */
  async *list({ order = 'desc', pageSize = 20 }: { order?: 'asc' | 'desc'; pageSize?: number } = {}) {
    for (let after: string | undefined; ;) {
      const page = await this.#transport.get('/v1/videos', { query: { order, limit: pageSize, after } });
      yield* page.data;
      if (!page.has_more) return;
      after = page.last_id ?? undefined;
    }
  }

  async cancel(id: string): Promise<void> {
    await this.#kind.cancel(id);
  }

  /** Deletes a clip with its file and its record. */
  async delete(id: string): Promise<void> {
    await this.#transport.remove(videoPath(id));
  }

  /** The file of a finished clip, its thumbnail or its spritesheet. */
  async content(
    id: string,
    {
      variant,
      signal,
    }: { readonly variant?: Variant | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Response> {
    return this.#transport.open('/v1/videos/{id}/content', { path: { id }, query: { variant }, signal });
  }

  /** Deliveries of the webhook of a clip. */
  async webhooks(id: string): Promise<VideoWebhook[]> {
    return (await this.#transport.get('/v1/videos/{id}/webhooks', { path: { id } })).data;
  }

  async redeliver(id: string, webhookId: string): Promise<void> {
    await this.#transport.post(`${videoPath(id)}/webhooks/${encodeURIComponent(webhookId)}/redeliver`);
  }

  /**
   * Changes of all clips of the token, until the signal is aborted. `after` is the
   * number of the last known event.
   */
  events(options: EventsOptions = {}): AsyncGenerator<TaskEvent<VideoRecord>> {
    return accountEvents(this.#kind.openStream, options);
  }

  /** The models that the token can use, with their parameters and prices. */
  async models() {
    return (await this.#transport.get('/v1/models')).data;
  }

  #task(id: Promise<string>, { signal }: PostOptions): VideoTaskHandle {
    return new Task(this.#kind, id, signal);
  }

  #change(
    path: string,
    { video, ...fields }: { readonly video?: ClipSource; readonly [field: string]: unknown },
    { tier, webhook_url, ...options }: ChangeVideo,
  ): Promise<string> {
    const rest = withoutUndefined({ ...fields, tier, webhook_url });
    return this.#post(
      path,
      async () => {
        if (!(video instanceof Blob))
          return { ...rest, ...(video !== undefined && { video: { id: video } }) };
        const form = new FormData();
        for (const [name, value] of Object.entries(rest)) form.set(name, String(value));
        form.set('video', video, 'clip.mp4');
        return form;
      },
      options,
    );
  }

  async #post(path: string, makeBody: () => Promise<object>, options: VideoOptions): Promise<string> {
    return (await this.#transport.post<VideoRecord>(path, await makeBody(), options)).id;
  }
}

function videoTaskKind(
  { get, post, openStream }: Transport,
  toResult: (record: VideoRecord) => VideoResult,
): TaskKind<VideoRecord, VideoResult> {
  const source = {
    read: (id: string, signal?: AbortSignal): Promise<VideoRecord> =>
      get('/v1/videos/{id}', { path: { id }, signal }),
    isEnded: ({ status }: VideoRecord) => status === 'completed' || status === 'failed',
    openStream: openStream('/v1/events'),
  };
  return {
    ...source,
    follower: openFollower(source),
    cancel: id => post(`${videoPath(id)}/cancel`),
    openTaskStream: id => openStream(`${videoPath(id)}/events`),
    toResult: record => {
      if (record.status === 'completed') return toResult(record);
      const { code = 'task_failed', message = '' } = record.error ?? {};
      throw new TaskFailedError(message, { code, taskId: record.id, record });
    },
  };
}

function videoPath(id: string): string {
  return `/v1/videos/${encodeURIComponent(id)}`;
}

/** Images in the format that the interface accepts in JSON. */
async function withAddresses(request: CreateVideo): Promise<object> {
  const fields: Record<string, unknown> = withoutUndefined(request);
  for (const name of imageFields) {
    const value = fields[name] as FileSource | readonly FileSource[] | undefined;
    if (value === undefined) continue;
    fields[name] = Array.isArray(value)
      ? await Promise.all(value.map(toAddress))
      : await toAddress(value as FileSource);
  }
  return fields;
}
