/** The image interface, and OpenAI's Images API over the same tasks. */
import type { FileSource } from '../http/files.ts';
import { toAddress } from '../http/files.ts';
import { imageKind } from './image-kind.ts';
import { accountEvents, type EventsOptions, type TaskEvent } from '../tasks/account-events.ts';
import { withoutUndefined } from '../http/without-undefined.ts';
import { Task, unlessAborted, type TaskKind } from '../tasks/task.ts';
import type { PostOptions, Transport } from '../http/transport.ts';
import type { Button } from './buttons.ts';
import { ImageResult, type ImageTaskHandle, type Press } from './image-result.ts';
import type {
  GenerateRequest,
  ImageQuote,
  ImageRecord,
  ImageTask,
  ImagineOptions,
  SubmitOptions,
} from './image-record.ts';

type SubmitName =
  | 'imagine'
  | 'blend'
  | 'describe'
  | 'shorten'
  | 'edits'
  | 'retexture'
  | 'video'
  | 'action'
  | 'modal';

interface SubmitResponse {
  readonly code: number;
  readonly result: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export class Images {
  readonly #transport: Transport;
  readonly #kind: TaskKind<ImageRecord, ImageResult>;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.#kind = imageKind(transport, record => this.#toResult(record));
  }

  /** A grid of four images. Parameters such as `--ar 16:9` are part of the prompt. */
  imagine(prompt: string, options: ImagineOptions = {}): ImageTaskHandle {
    return this.#task(
      this.#imagine(prompt, options).then(({ result }) => result),
      options,
    );
  }

  /** All tasks of a prompt with `{a, b}` or `--repeat`. */
  async imagineAll(prompt: string, options: ImagineOptions = {}): Promise<ImageTaskHandle[]> {
    const submission = this.#imagine(prompt, options).then(
      ({ result, properties }) => (properties['taskIds'] as readonly string[] | undefined) ?? [result],
    );
    const ids = await unlessAborted(submission, options.signal, all =>
      Promise.all(all.map(this.#kind.cancel)),
    );
    return ids.map(id => this.task(id));
  }

  /** A grid from two to five images. */
  blend(
    images: readonly FileSource[],
    {
      shape = 'square',
      ...options
    }: SubmitOptions & { readonly shape?: 'portrait' | 'square' | 'landscape' } = {},
  ): ImageTaskHandle {
    const dimensions = shape.toUpperCase();
    return this.#submit('blend', options, async () => ({ base64Array: await addresses(images), dimensions }));
  }

  /** Four prompts that would generate an image like this one: `text`. */
  describe(image: FileSource, options: SubmitOptions = {}): ImageTaskHandle {
    return this.#submit('describe', options, async () => {
      const address = await toAddress(image);
      return /^https?:/i.test(address) ? { link: address } : { base64: address };
    });
  }

  /** The important words of a prompt, and shorter prompts: `text`. */
  shorten(prompt: string, options: SubmitOptions = {}): ImageTaskHandle {
    return this.#submit('shorten', options, async () => ({ prompt }));
  }

  /** Four images made from one, or from the white areas of a mask in it. */
  edit(
    image: FileSource,
    prompt: string,
    { mask, ...options }: SubmitOptions & { readonly mask?: FileSource } = {},
  ): ImageTaskHandle {
    return this.#submit('edits', options, async () => ({
      prompt,
      image: await toAddress(image),
      ...(mask && { maskBase64: await toAddress(mask) }),
    }));
  }

  /** Four images with the shapes of one and the look of the prompt. */
  retexture(image: FileSource, prompt: string, options: SubmitOptions = {}): ImageTaskHandle {
    return this.#submit('retexture', options, async () => ({ prompt, image: await toAddress(image) }));
  }

  /** Clips that start from an image. */
  animate(
    image: FileSource,
    {
      prompt,
      motion,
      loop,
      count,
      lastFrame,
      ...options
    }: SubmitOptions & {
      readonly prompt?: string;
      readonly motion?: 'low' | 'high';
      readonly loop?: boolean;
      readonly count?: 1 | 2 | 4;
      readonly lastFrame?: FileSource;
    } = {},
  ): ImageTaskHandle {
    return this.#submit('video', options, async () => ({
      image: await toAddress(image),
      prompt,
      motion,
      loop,
      batchSize: count,
      ...(lastFrame && { endImage: await toAddress(lastFrame) }),
    }));
  }

  /** Stores images for use in prompts. Returns their addresses. */
  async upload(images: readonly FileSource[]): Promise<string[]> {
    const body = { base64Array: await addresses(images) };
    return (await this.#transport.post<{ result: string[] }>('/mj/submit/upload-discord-images', body))
      .result;
  }

  /**
   * `n` separate images by the fields of OpenAI's Images API. With `images`, these are edited, or without a
   * prompt varied. `delivered` of the returned id has the response of that API.
   */
  generate(request: GenerateRequest, options: PostOptions = {}): ImageTaskHandle {
    return this.#task(
      this.#generate(request, options).then(({ id }) => id),
      options,
    );
  }

  /**
   * A task as OpenAI's Images API describes it: once completed, `result` has the
   * images as they were asked for.
   */
  async delivered(
    id: string,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<ImageTask> {
    return this.#transport.get('/v1/images/tasks/{id}', { path: { id }, signal });
  }

  /** The price of `generate` without images. Creates nothing. */
  async quote(request: GenerateRequest): Promise<ImageQuote> {
    return this.#transport.post('/v1/images/quote', request);
  }

  /** A task that was submitted earlier, also by another program. */
  task(id: string): ImageTaskHandle {
    return this.#task(Promise.resolve(id), {});
  }

  async get(id: string): Promise<ImageRecord> {
    return this.#kind.read(id);
  }

  /** The records of these tasks, otherwise of the newest hundred. */
  async list(ids?: readonly string[]): Promise<ImageRecord[]> {
    if (ids) return this.#transport.post('/mj/task/list-by-condition', { ids });
    return this.#transport.get('/mj/task/list');
  }

  /** The queued tasks, oldest first. */
  async queue(): Promise<ImageRecord[]> {
    return this.#transport.get('/mj/task/queue');
  }

  /** The task of a job ID (`properties.messageHash`). */
  async show(jobId: string): Promise<ImageTaskHandle> {
    return this.task((await this.#transport.post<SubmitResponse>('/mj/submit/show', { jobId })).result);
  }

  async seed(id: string): Promise<number> {
    const { result } = await this.#transport.get('/mj/task/{id}/image-seed', { path: { id } });
    return Number(result);
  }

  async cancel(id: string): Promise<void> {
    await this.#kind.cancel(id);
  }

  /**
   * Changes of all image tasks of the token, until the signal is aborted. `after` is the
   * number of the last known event.
   */
  events(options: EventsOptions = {}): AsyncGenerator<TaskEvent<ImageRecord>> {
    return accountEvents(this.#kind.openStream, options);
  }

  /** The models that the token can use, with their parameters and prices. */
  async models() {
    return (await this.#transport.get('/v1/models')).data;
  }

  #toResult(record: ImageRecord): ImageResult {
    return new ImageResult(record, {
      press: (parent, button, press) => this.#task(this.#press(parent, button, press), press),
      getFile: this.#transport.getFile,
    });
  }

  #task(id: Promise<string>, { signal }: PostOptions): ImageTaskHandle {
    return new Task(this.#kind, id, signal);
  }

  #submit(name: SubmitName, options: SubmitOptions, body: () => Promise<object>): ImageTaskHandle {
    return this.#task(
      this.#post(name, options, body).then(({ result }) => result),
      options,
    );
  }

  #imagine(prompt: string, { images, niji, ...options }: ImagineOptions): Promise<SubmitResponse> {
    return this.#post('imagine', options, async () => ({
      prompt,
      ...(images && { base64Array: await addresses(images) }),
      ...(niji && { botType: 'NIJI_JOURNEY' }),
    }));
  }

  async #post(
    name: SubmitName,
    { model, tier, webhook, state, ...options }: SubmitOptions,
    body: () => Promise<object>,
  ): Promise<SubmitResponse> {
    const requestBody = {
      ...(await body()),
      ...withoutUndefined({ model, state, notifyHook: webhook }),
      ...(tier && { accountFilter: { modes: [tier.toUpperCase()] } }),
    };
    return this.#transport.post(`/mj/submit/${name}`, requestBody, options);
  }

  async #press(record: ImageRecord, { customId }: Button, press: Press): Promise<string> {
    const { prompt, mask, isRemix, ...options } = press;
    const maskBase64 = mask && (await toAddress(mask));
    const body = { taskId: record.id, customId, ...(isRemix && { enableRemix: true }) };
    const { code, result } = await this.#post('action', options, async () => body);
    // The task waits for its modal.
    if (code === 21) {
      const answer = { taskId: result, ...withoutUndefined({ prompt, maskBase64 }) };
      await this.#post('modal', {}, async () => answer);
    }
    return result;
  }

  async #generate({ images, mask, ...fields }: GenerateRequest, options: PostOptions): Promise<ImageTask> {
    const name = !images ? 'generations' : fields.prompt === undefined ? 'variations' : 'edits';
    const sources = (await addresses(images ?? [])).map(image_url => ({ image_url }));
    const body = {
      ...fields,
      ...(images && (name === 'edits' ? { images: sources } : { image: sources[0] })),
      ...(mask && { mask: { image_url: await toAddress(mask) } }),
    };
    return this.#transport.post(`/v1/images/${name}/async`, body, options);
  }
}

function addresses(images: readonly FileSource[]): Promise<string[]> {
  return Promise.all(images.map(toAddress));
}
