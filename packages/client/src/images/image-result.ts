/** A finished image task: its files and its follow-ups. */
import { fileExtension, saveAll, type FileSource } from '../http/files.ts';
import { KinoraError } from '../http/kinora-error.ts';
import type { Task } from '../tasks/task.ts';
import {
  findButton,
  findNamed,
  type Button,
  type ButtonChoice,
  type Direction,
  type FollowUp,
  type Motion,
} from './buttons.ts';
import type { FollowUpOptions, ImageRecord } from './image-record.ts';

export type ImageTaskHandle = Task<ImageRecord, ImageResult>;

/** The options of a button press. */
export interface Press extends FollowUpOptions {
  readonly mask?: FileSource | undefined;
  /** The server asks for a changed prompt first. */
  readonly isRemix?: boolean;
}

export interface ImageActions {
  press(record: ImageRecord, button: Button, press: Press): ImageTaskHandle;
  getFile(address: string, signal?: AbortSignal): Promise<Response>;
}

export type Candidate = 1 | 2 | 3 | 4;

export interface ImageFile {
  /** An address that needs no token and lives as long as the file. */
  readonly url: string;
  readonly thumbnail?: string;
}

export class ImageResult {
  readonly id: string;
  readonly record: ImageRecord;
  readonly #actions: ImageActions;

  constructor(record: ImageRecord, actions: ImageActions) {
    this.id = record.id;
    this.record = record;
    this.#actions = actions;
  }

  /** The images: four of a grid, otherwise one. Empty for a description, a shortened prompt and a clip. */
  get images(): readonly ImageFile[] {
    const { imageUrls, imageUrl, videoUrls, action } = this.record;
    if (imageUrls) return imageUrls;
    return imageUrl && !videoUrls && action !== 'DESCRIBE' ? [{ url: imageUrl }] : [];
  }

  /** The clips of `animate`. */
  get clips(): NonNullable<ImageRecord['videoUrls']> {
    return this.record.videoUrls ?? [];
  }

  /** The sheet of a grid, or the only image. */
  get url(): string | null {
    return this.record.imageUrl;
  }

  get seed(): number {
    return Number(this.record.seed);
  }

  /** The amount charged. */
  get price(): { readonly amount: string; readonly currency: string } {
    return this.record.usage;
  }

  /** The text of a description or of a shortened prompt. */
  get text(): string {
    return String(this.record.properties['finalPrompt'] ?? '') || (this.record.prompt ?? '');
  }

  /** The labels of the available follow-ups, which `press` accepts. */
  get offers(): readonly string[] {
    return this.record.buttons.map(({ label, emoji, customId }) => label || emoji || customId);
  }

  /** Takes an image out of a grid. Free of charge. */
  select(index: Candidate, options?: FollowUpOptions): ImageTaskHandle {
    return this.#follow('select', [index], options);
  }

  /** Four images like one of a grid (1 to 4), or like this one (subtle or strong). */
  vary(variant: Candidate | 'subtle' | 'strong' = 'subtle', options?: FollowUpOptions): ImageTaskHandle {
    return this.#follow('vary', [variant], asRemix(options));
  }

  /** Submits the same job once more, which gives another result. */
  reroll(options?: FollowUpOptions): ImageTaskHandle {
    return this.#follow('reroll', [], asRemix(options));
  }

  upscale(mode: 'subtle' | 'creative' | '2x' | '4x' = 'subtle', options?: FollowUpOptions): ImageTaskHandle {
    return this.#follow('upscale', [mode], options);
  }

  /** `factor`: more than 1, up to 2. */
  zoomOut(factor = 2, options: FollowUpOptions = {}): ImageTaskHandle {
    const text = options.prompt ?? this.text.replace(/\s--(?:ar|zoom) \S+/g, '');
    const isCustom = factor !== 2 && factor !== 1.5;
    return this.#follow('zoomOut', [factor], {
      ...options,
      ...(isCustom && { prompt: `${text} --zoom ${factor}` }),
    });
  }

  pan(direction: Direction, options?: FollowUpOptions): ImageTaskHandle {
    return this.#follow('pan', [direction], options);
  }

  square(options?: FollowUpOptions): ImageTaskHandle {
    return this.#follow('square', [], options);
  }

  /** Generates the white areas of the mask again. */
  region(options: FollowUpOptions & { readonly mask: FileSource }): ImageTaskHandle {
    return this.#follow('region', [], options);
  }

  /** Clips that start from this image. */
  animate(motion: Motion = 'low', options?: FollowUpOptions): ImageTaskHandle {
    return this.#follow('animate', [motion], options);
  }

  /** Continues a clip. */
  extend(motion: Motion = 'low', index: Candidate = 1, options?: FollowUpOptions): ImageTaskHandle {
    return this.#follow('extend', [motion, index], options);
  }

  /** Keeps the files longer, up to a quota. Calling it again removes the star. */
  star(options?: FollowUpOptions): ImageTaskHandle {
    return this.#follow('star', [], options);
  }

  /** Generates one of the prompts of a description or of a shortened prompt. */
  imagine(index: number, options?: FollowUpOptions): ImageTaskHandle {
    return this.#follow('imagine', [index], options);
  }

  /** Any button, by its label, emoji or customId. */
  press(name: string, options?: FollowUpOptions): ImageTaskHandle {
    return this.#press(findNamed(this.record, name), options);
  }

  /**
   * Saves the images, or the clips. `to` is a folder, or for a single file also its name. Returns the paths.
   */
  download(to: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<string[]> {
    const files = this.#files;
    return saveAll(
      files.map(({ url }, index) => ({
        name: `${this.id}${files.length > 1 ? `-${index + 1}` : ''}${fileExtension(url)}`,
        get: () => this.#actions.getFile(url, signal),
      })),
      to,
    );
  }

  /** A file of the result, for pages and for other storage. */
  async blob(index = 0, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Blob> {
    const file = this.#files[index];
    if (!file)
      throw new KinoraError(
        `Task ${this.id} has no file ${index}. It has ${this.#files.length}, numbered from 0.`,
        {
          code: 'not_offered_here',
          status: 0,
        },
      );
    return (await this.#actions.getFile(file.url, signal)).blob();
  }

  get #files(): readonly { readonly url: string }[] {
    return this.clips.length > 0 ? this.clips : this.images;
  }

  #follow<Name extends FollowUp>(name: Name, choice: ButtonChoice<Name>, press?: Press): ImageTaskHandle {
    return this.#press(findButton(this.record, name, ...choice), press);
  }

  #press(button: Button, press: Press = {}): ImageTaskHandle {
    return this.#actions.press(this.record, button, press);
  }
}

/** Another prompt changes what is varied. */
function asRemix(options?: FollowUpOptions): Press {
  return { ...options, isRemix: options?.prompt !== undefined };
}
