/** An image task that is about to be submitted, and what every way to one shares: parsing, pictures, parameters. */
import { AppError } from '../../errors.ts';
import { newSeed, sha256 } from '../../lib/id.ts';
import type { Tier } from '../../models/model-card.ts';
import { parsePrompt } from '../../prompt/parse-prompt.ts';
import { expandPrompt } from '../../prompt/permutations.ts';
import type { ParsedPrompt } from '../../prompt/parsed-prompt.ts';
import type { Dials, TaskJob } from '../../tasks/task.ts';
import type { TaskRequest } from '../../tasks/submit-task.ts';
import type { TakenPicture } from '../take-pictures.ts';
import type { Named } from './take-inputs.ts';
import type { ImageWire } from './wire.ts';

export interface Order extends Pick<TaskRequest, 'parent' | 'follows' | 'onceKey'> {
  readonly job: Omit<TaskJob, 'taskId' | 'model' | 'candidate'>;
  readonly wire: Omit<ImageWire, 'state' | 'notifyHook' | 'batch'>;
  /** What the prompt says of the tier; or the parent's. */
  readonly tier: Tier | undefined;
  /** Pictures that it starts from and that are not stored yet. */
  readonly pictures?: readonly TakenPicture[];
  /** It waits for its modal first. */
  readonly waits?: boolean;
}

export type BotType = ImageWire['botType'];

export function botTypeOf(version: string): BotType {
  return version.startsWith('niji') ? 'NIJI_JOURNEY' : 'MID_JOURNEY';
}

type PromptUse = Parameters<typeof parsePrompt>[2];

/** Throws AppError with what is wrong, where, and what is allowed. */
export function readPrompt(text: string, defaultVersion: string, use?: PromptUse): ParsedPrompt {
  const parsed = parsePrompt(text, defaultVersion, use);
  if (!parsed.ok) throw new AppError(parsed.problem.code, parsed.problem.details);
  return withCodes(parsed.prompt);
}

/** Of a request that makes one task: braces that would make several are refused, escaped ones are plain. */
export function readSinglePrompt(text: string, defaultVersion: string, use?: PromptUse): ParsedPrompt {
  const expanded = expandPrompt(text);
  if (!expanded.ok) throw new AppError(expanded.problem.code, expanded.problem.details);
  const [only = '', ...more] = expanded.prompts;
  if (more.length > 0)
    throw new AppError('field_invalid', {
      param: 'prompt',
      reason: 'this makes one task: no {a, b}, or write \\{a, b\\} if you mean the braces.',
    });
  return readPrompt(only, defaultVersion, use);
}

/** `--sref random` is a code from here on: the final prompt shows it, so that it can be asked for again. */
function withCodes(prompt: ParsedPrompt): ParsedPrompt {
  const styleReferences = prompt.styleReferences.map(reference =>
    reference.kind === 'random'
      ? ({ kind: 'code', code: newSeed(), weight: reference.weight } as const)
      : reference,
  );
  return { ...prompt, styleReferences };
}

/** Half the weight of a style asked for by name: a profile is a leaning. */
const profileWeight = 0.5;

/** What the parameters say to the engine. What is at its default is left out. */
export function dialsOf(prompt: ParsedPrompt): Dials & { version: string; exclude: readonly string[] } {
  const codes = prompt.styleReferences.flatMap(reference =>
    reference.kind === 'code' ? [{ code: reference.code, weight: reference.weight }] : [],
  );
  const profiles = prompt.profiles.map(name => ({
    code: sha256(name).readUInt32BE(0),
    weight: profileWeight,
  }));
  const styleCodes = [...codes, ...profiles];
  const has = <Name extends string, Value>(name: Name, value: Value, usual?: Value) =>
    (value === undefined || value === usual ? {} : { [name]: value }) as {
      [Key in Name]?: NonNullable<Value>;
    };
  return {
    version: prompt.version,
    exclude: prompt.exclude,
    ...has('style', prompt.style),
    ...has('parts', prompt.parts),
    ...has('chaos', prompt.chaos, 0),
    ...has('stylize', prompt.stylize, 100),
    ...has('weird', prompt.weird, 0),
    ...has('experimental', prompt.experimental, 0),
    ...has('quality', prompt.quality, 1),
    ...has('stop', prompt.stop, 100),
    ...has('tile', prompt.tile, false),
    ...has('imageWeight', prompt.imageWeight),
    ...has('styleWeight', prompt.styleWeight, 100),
    ...has('styleVersion', prompt.styleVersion),
    ...has('characterWeight', prompt.characterWeight, 100),
    ...has('objectWeight', prompt.objectWeight, 100),
    ...(styleCodes.length > 0 && { styleCodes }),
  };
}

/** The addresses in a prompt, each with what it is for. */
export function addressesOf(prompt: ParsedPrompt): Named[] {
  const [edited, ...more] = prompt.edits;
  return [
    ...(edited ? [{ ...edited, role: 'picture' as const, param: '--edit' }] : []),
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
