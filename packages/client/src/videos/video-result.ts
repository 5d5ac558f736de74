/** A finished clip: its file and its follow-ups. */
import { fileExtension, saveAll } from '../http/files.ts';
import type { Task } from '../tasks/task.ts';
import type { ChangeVideo, ExtendVideo, Variant, VideoRecord } from './video-record.ts';

export type VideoTaskHandle = Task<VideoRecord, VideoResult>;

/** The operations that continue a finished clip. */
export interface VideoActions {
  extend(id: string, options?: ExtendVideo): VideoTaskHandle;
  remix(id: string, prompt: string, options?: ChangeVideo): VideoTaskHandle;
  edit(id: string, prompt: string, options?: ChangeVideo): VideoTaskHandle;
  content(
    id: string,
    options?: { readonly variant?: Variant | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<Response>;
  delete(id: string): Promise<void>;
}

export class VideoResult {
  readonly id: string;
  readonly record: VideoRecord;
  readonly #actions: VideoActions;

  constructor(record: VideoRecord, actions: VideoActions) {
    this.id = record.id;
    this.record = record;
    this.#actions = actions;
  }

  /** An address that needs no token and lives as long as the file. */
  get url(): string {
    return this.record.metadata?.media_url ?? '';
  }

  get seed(): number {
    return this.record.seed;
  }

  /** The amount charged. */
  get price(): { readonly amount: string; readonly currency: string } {
    return this.record.usage;
  }

  /** The clip with more seconds at its end. Only these are charged. */
  extend(options?: ExtendVideo): VideoTaskHandle {
    return this.#actions.extend(this.id, options);
  }

  /** The clip with another prompt. */
  remix(prompt: string, options?: ChangeVideo): VideoTaskHandle {
    return this.#actions.remix(this.id, prompt, options);
  }

  edit(prompt: string, options?: ChangeVideo): VideoTaskHandle {
    return this.#actions.edit(this.id, prompt, options);
  }

  /** Saves the clip. `to` is a folder or the name of the file. Returns the path. */
  async download(to: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<string> {
    const get = () => this.#actions.content(this.id, { signal });
    const [path = to] = await saveAll([{ name: this.id + fileExtension(this.url), get }], to);
    return path;
  }

  /** The clip, or with a variant its thumbnail or spritesheet. */
  async blob(options: { readonly variant?: Variant; readonly signal?: AbortSignal } = {}): Promise<Blob> {
    return (await this.#actions.content(this.id, options)).blob();
  }

  /** Deletes the clip with its file and its record. */
  async delete(): Promise<void> {
    await this.#actions.delete(this.id);
  }
}
