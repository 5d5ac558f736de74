/** An image task that is about to be submitted, and what all submits share: parsing, pictures, parameters. */
import { problemDetails } from '@kinora/shared/prompt/problem-details';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { newSeed, sha256 } from '../../../platform/lib/id.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import { parsePrompt } from '@kinora/shared/prompt/parse-prompt';
import { sizeProblem } from '@kinora/shared/prompt/split-prompt';
import { expandPrompt } from '@kinora/shared/prompt/permutations';
import type { Parameters as CardParameters } from '@kinora/shared/models/parameters';
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import type { GenerationParameters, TaskJob } from '../../../core/tasks/task.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { TaskRequest } from '../../../core/tasks/submit/task-request.ts';
import type { IngestedImage } from '../../http/request/image-ingest.ts';
import type { NamedInput } from './take-inputs.ts';
import type { ImageWire } from '../wire/image-wire.ts';

export interface Order extends Pick<
  TaskRequest,
  'parent' | 'follows' | 'onceKey' | 'endUser' | 'keepSeconds' | 'startSeconds'
> {
  readonly job: Omit<TaskJob, 'taskId' | 'model' | 'candidate'>;
  readonly wire: Omit<ImageWire, 'state' | 'notifyHook' | 'batch'>;
  /** The model that the prompt or the request names. */
  readonly model?: string | undefined;
  /**
   * Without a model, one that can do the job is preferred to that of the version: a
   * blend is the same in any version.
   */
  readonly prefersAble?: boolean;
  /**
   * The model of the task that it follows. It is kept if it can do the job, unless
   * another version is asked for.
   */
  readonly parentModel?: string;
  readonly isOtherVersion?: boolean;
  /** Whether its shape differs from that of its picture, because the model has sizes of its own. */
  readonly isReshaped?: boolean;
  /** The tier in the prompt, or that of the parent. */
  readonly tier: Tier | undefined;
  /** Parameters of the card of its model that the request gives. */
  readonly parameters?: CardParameters;
  /** Input pictures that are not stored yet. */
  readonly pictures?: readonly IngestedImage[];
  /** The clip task that it continues, and which of its clips. */
  readonly continues?: { readonly parent: TaskView; readonly candidate: number };
  /** True if the task waits for its modal first. */
  readonly waits?: boolean;
}

export type BotType = ImageWire['botType'];

export function botTypeFor(version: string): BotType {
  return version.startsWith('niji') ? 'NIJI_JOURNEY' : 'MID_JOURNEY';
}

type PromptUse = Parameters<typeof parsePrompt>[2];

/** Parses a prompt. Throws AppError with the problem, its position and what is allowed. */
export function readPrompt(text: string, defaultVersion: string, use?: PromptUse): ParsedPrompt {
  const parsed = parsePrompt(text, defaultVersion, use);
  if (!parsed.ok) throw new AppError(parsed.problem.code, problemDetails(parsed.problem.details));
  return withCodes(parsed.prompt);
}

/**
 * Throws AppError for a prompt with too many images or characters, before anything reads it. Data URLs count
 * as images, regardless of their length.
 */
export function rejectLongPrompt(text: string): void {
  const shortText = text.replace(/(?<=^|\s)data:image\/\S*/gi, 'data:image/png;base64,x');
  const problem = sizeProblem(shortText.trim());
  if (problem) throw new AppError(problem.code, problemDetails(problem.details));
}

/** Parses the prompt of a request that creates one task. Braces are rejected, unless they are escaped. */
export function readSinglePrompt(text: string, defaultVersion: string, use?: PromptUse): ParsedPrompt {
  const expansion = expandPrompt(text, use);
  if (!expansion.ok) throw new AppError(expansion.problem.code, problemDetails(expansion.problem.details));
  const [firstPrompt = '', ...more] = expansion.prompts;
  if (more.length > 0) throw fieldInvalid('prompt', 'order_single');
  return readPrompt(firstPrompt, defaultVersion, use);
}

/** Returns how the prompt was read, for the follow-ups of the task and the response to the submit. */
export function readAs({ syntax, versionFrom }: ParsedPrompt): Pick<ImageWire, 'syntax' | 'versionFrom'> {
  return { ...(syntax && { syntax }), ...(versionFrom !== undefined && { versionFrom }) };
}

/** Replaces `--sref random` with a code, which the final prompt shows, so that it can be used again. */
function withCodes(prompt: ParsedPrompt): ParsedPrompt {
  const styleReferences = prompt.styleReferences.map(reference =>
    reference.kind === 'random'
      ? ({ kind: 'code', code: newSeed(), weight: reference.weight } as const)
      : reference,
  );
  return { ...prompt, styleReferences };
}

/** A profile has half the weight of a style reference. */
const profileWeight = 0.5;

/** The parameters for the engine, without defaults. */
export function engineParameters(
  prompt: ParsedPrompt,
): GenerationParameters & { version: string; exclude: readonly string[] } {
  const codes = prompt.styleReferences.flatMap(reference =>
    reference.kind === 'code' ? [{ code: reference.code, weight: reference.weight }] : [],
  );
  const profiles = prompt.profiles.map(name => ({
    code: sha256(name).readUInt32BE(0),
    weight: profileWeight,
  }));
  const styleCodes = [...codes, ...profiles];
  const optional = <Name extends string, Value>(name: Name, value: Value, defaultValue?: Value) =>
    (value === undefined || value === defaultValue ? {} : { [name]: value }) as {
      [Key in Name]?: NonNullable<Value>;
    };
  return {
    version: prompt.version,
    exclude: prompt.exclude,
    ...optional('style', prompt.style),
    ...optional('parts', prompt.parts),
    ...optional('chaos', prompt.chaos, 0),
    ...optional('stylize', prompt.stylize, 100),
    ...optional('weird', prompt.weird, 0),
    ...optional('experimental', prompt.experimental, 0),
    ...optional('quality', prompt.quality, 1),
    ...optional('stop', prompt.stop, 100),
    ...optional('tile', prompt.tile, false),
    ...optional('imageWeight', prompt.imageWeight),
    ...optional('styleWeight', prompt.styleWeight, 100),
    ...optional('styleVersion', prompt.styleVersion),
    ...optional('characterWeight', prompt.characterWeight, 100),
    ...optional('objectWeight', prompt.objectWeight, 100),
    ...optional('isPersonalized', prompt.isPersonalized, false),
    ...(prompt.passed.length > 0 && { passedParameters: prompt.passed }),
    ...(styleCodes.length > 0 && { styleCodes }),
  };
}

/** The addresses in a prompt, each with its role. */
export function promptAddresses(prompt: ParsedPrompt): NamedInput[] {
  const [firstEdit, ...more] = prompt.edits;
  return [
    ...(firstEdit ? [{ ...firstEdit, role: 'picture' as const, param: '--edit' }] : []),
    ...more.map(other => ({ ...other, role: 'prompt' as const, param: '--edit' })),
    ...prompt.images.map(address => ({ address, role: 'prompt' as const, param: 'prompt' })),
    ...prompt.styleReferences.flatMap(reference =>
      reference.kind === 'address'
        ? [{ address: reference.address, weight: reference.weight, role: 'style' as const, param: '--sref' }]
        : [],
    ),
    ...prompt.characterReferences.map(figure => ({ ...figure, role: 'character' as const, param: '--cref' })),
    ...(prompt.objectReference
      ? [{ address: prompt.objectReference, role: 'object' as const, param: '--oref' }]
      : []),
  ];
}
