/** A step as the input of a model, in the fields that the model has. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../../contract/engine-error.ts';
import type { Json } from '../../../contract/json.ts';
import { withoutExpressed } from '../../../planner/card-parameters.ts';
import type { ClipStep, Step } from '../../../contract/steps/step.ts';
import type { StepPicture } from '../../../contract/steps/step-picture.ts';
import { type InputMeaning, parseInputFields, type ModelFields } from './conventions.ts';
import { nearestRatio } from '../ratios.ts';
import { listPrimitives, ratiosIn } from './input-abilities.ts';
import type { InputSettings } from './input-settings.ts';

export type ModelInput = Readonly<Record<string, Json>>;
type MediaStep = Exclude<Step, { primitive: 'ask' }>;
type Values = Partial<Record<InputMeaning, Json | undefined>>;

export interface InputOptions {
  readonly settings: InputSettings;
  /** Returns the value of the picture in the input: a data URL, or the address of an upload. */
  readonly place: (picture: StepPicture) => string | Promise<string>;
}

/**
 * The inputs that a parameter of a card must not replace, because the prompt was moderated and the pictures
 * were checked.
 */
const reserved: readonly InputMeaning[] = ['prompt', 'picture', 'pictures', 'references', 'mask', 'last'];

/** Rejects with `engine_rejected`, not started, for a step that the model cannot do. */
export async function stepInput(step: Step, { settings, place }: InputOptions): Promise<ModelInput> {
  if (step.primitive === 'ask' || !listPrimitives(settings).includes(step.primitive)) throw unable(step);
  const fields = parseInputFields(settings.fields);
  const values = {
    ...promptValues(step),
    ...shapeValues(step, fields, settings),
    ...durationValues(step, settings),
  };
  const input: Record<string, Json> = {};
  for (const [meaning, value] of Object.entries({
    ...values,
    ...(await pictureValues(step, fields, place)),
  })) {
    const name = fields[meaning as InputMeaning];
    if (name !== undefined && value !== undefined) input[name] = value;
  }
  return { ...input, ...cardValues(step, fields) };
}

function promptValues(step: MediaStep): Values {
  const { prompt, negative, seed, count } = step;
  const strength = 'strength' in step ? step.strength : undefined;
  const factor =
    step.primitive === 'upscale' ? Math.max(1, Math.round(step.width / step.picture.width)) : undefined;
  return { prompt, negative: negative || undefined, seed, count, strength, factor };
}

function shapeValues(step: MediaStep, fields: ModelFields, { ratios }: InputSettings): Values {
  if (step.primitive === 'upscale') return {};
  const { width, height, parameters } = step;
  if (fields.imageSize) return { imageSize: { width, height } };
  if (fields.width && fields.height) return { width, height };
  if (step.primitive !== 'clip') return { ratio: nearestRatio(step, ratiosIn(ratios)) };
  // A clip has the ratio and the resolution that the client chose from its card.
  const { aspect_ratio: ratio = nearestRatio(step, ratiosIn(ratios)), resolution } = parameters;
  return { ratio, resolution: resolution ?? `${Math.min(width, height)}p` };
}

function durationValues(step: MediaStep, { secondsAs }: InputSettings): Values {
  if (step.primitive !== 'clip') return {};
  const { framesPerSecond: fps, audio } = step;
  return {
    seconds: formatSeconds(step, secondsAs),
    frames: Math.round(step.seconds * fps) + 1,
    fps,
    audio,
  };
}

function formatSeconds({ seconds }: ClipStep, secondsAs: InputSettings['secondsAs']): Json {
  if (secondsAs === 'number') return seconds;
  return secondsAs === 'text' ? String(seconds) : `${seconds}s`;
}

/** A model that only has a field for a list gets a single picture in a list. */
async function pictureValues(
  step: MediaStep,
  fields: ModelFields,
  place: InputOptions['place'],
): Promise<Values> {
  const { pictures, mask, last, references } = listFiles(step);
  const placedPictures = await Promise.all(pictures.map(place));
  const inList = fields.pictures !== undefined && (pictures.length > 1 || !fields.picture);
  return {
    ...(placedPictures.length > 0 &&
      (inList ? { pictures: placedPictures } : { picture: placedPictures[0] })),
    ...(mask && { mask: await place(mask) }),
    ...(last && { last: await place(last) }),
    ...(references.length > 0 && { references: await Promise.all(references.map(place)) }),
  };
}

interface StepFiles {
  readonly pictures: readonly StepPicture[];
  readonly mask?: StepPicture | undefined;
  readonly last?: StepPicture | undefined;
  readonly references: readonly StepPicture[];
}

function listFiles(step: MediaStep): StepFiles {
  switch (step.primitive) {
    case 'generate':
      return { pictures: [], references: [] };
    case 'instruct':
      return { pictures: step.pictures, references: [] };
    case 'inpaint':
      return { pictures: [step.picture], mask: step.mask, references: [] };
    case 'clip': {
      const { picture, last, references = [] } = step;
      return { pictures: picture ? [picture] : [], last, references };
    }
    default:
      return { pictures: [step.picture], references: [] };
  }
}

/**
 * Returns the parameters of the card. The operator lets clients choose them, so they replace the values that
 * Kinora would set.
 */
function cardValues(step: MediaStep, fields: ModelFields): ModelInput {
  const parameters = step.primitive === 'clip' ? withoutExpressed(step.parameters) : step.parameters;
  const reservedNames = reserved.map(meaning => fields[meaning]);
  const clash = Object.keys(parameters).find(name => reservedNames.includes(name));
  if (clash === undefined) return parameters;
  throw new EngineError('engine_rejected', reason('parameter_clash', { field: clash }), {
    notStarted: true,
  });
}

function unable({ primitive }: Step): EngineError {
  return new EngineError('engine_rejected', reason('step_unsupported', { primitive }), { notStarted: true });
}

export function dataUrl({ contentType, bytes }: StepPicture): string {
  return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
}
