/** What a task of the image interface stores with it. Only this interface reads it. */
import type { PromptSyntax } from '@kinora/shared/models/prompt-syntax';
import type { DeliveredFormat } from '../../../media/picture/encode-as.ts';
import type { PromptWords } from '../../../core/tasks/submit/prompt-words.ts';
import type { Action } from '../../../core/tasks/task.ts';

/**
 * How a client of the Images API gets pictures. A type, not an interface, so that it can be stored as JSON.
 */
export type DeliveredForm = {
  readonly as: 'url' | 'b64_json';
  readonly format: DeliveredFormat;
  /** The quality of JPEG and WebP, 1 to 100. */
  readonly quality: number;
};

/** What an image task stores for its record and its follow-ups. */
export interface ImageWire {
  readonly action: Action;
  /** Null if there was none, as for a blend or a describe. */
  readonly prompt: string | null;
  readonly finalPrompt: string;
  readonly description: string;
  readonly state: string | null;
  readonly notifyHook: string;
  readonly botType: 'MID_JOURNEY' | 'NIJI_JOURNEY';
  /** Public id of the task whose button created it. */
  readonly parentId: string | null;
  /** The aspect ratio that a changed prompt without `--ar` keeps. */
  readonly aspect: { readonly width: number; readonly height: number };
  /** How the prompt was read. Absent means with the whole syntax. */
  readonly syntax?: PromptSyntax;
  /** The parameter because of which another version than the default is used. */
  readonly versionFrom?: string;
  /** How many tasks the request created. */
  readonly batch?: number;
  /** Whether `result` of the submit listed all of them. */
  readonly resultListsBatch?: boolean;
  /** For a shorten: the inline parameters, which the shorter prompts keep. */
  readonly parameters?: string;
  /** The name of the picture of a describe task under `/media/`. */
  readonly pictureName?: string;
  /** The button whose modal the task waits for, or waited for. */
  readonly asks?: string;
  /** How the engine read the words of the prompt. Absent if it does not report that. */
  readonly words?: PromptWords;
  /** How the client of the Images API wants its pictures. Absent if the task is of another format. */
  readonly delivery?: DeliveredForm;
  /** Fields of the request that have no effect. */
  readonly ignored?: string[];
  /** Whether a shorten task shows the weights. */
  readonly showsDetails?: boolean;
}

/** The wire of a task that this interface submitted: it stored it in this form. */
export function readImageWire({ wire }: { readonly wire: unknown }): ImageWire {
  return wire as ImageWire;
}
