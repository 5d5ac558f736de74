/**
 * The parameters of a proposed card for clips. Without length, resolution, ratio and frame rate, a
 * card of clips is incomplete.
 */
import type { ProposedParameter } from '../../../contract/kind/proposed-card.ts';
import type { SettingValue } from '../../../contract/kind/engine-settings.ts';
import type { ModelFields } from './conventions.ts';
import type { InputField } from './input-schema.ts';
import type { InputSettings } from './input-settings.ts';

const defaultFps = 24;
const defaultSeconds = 5;

export function proposeClipParameters(
  usedFields: ModelFields,
  fields: readonly InputField[],
): Record<string, ProposedParameter> {
  const findField = (name: string | undefined) => fields.find(field => field.name === name);
  const fps = proposeFps(findField(usedFields.fps));
  return {
    seconds: proposeSeconds(findField(usedFields.seconds), findField(usedFields.frames), fps),
    resolution: choice(findField(usedFields.resolution), /^\d{3,4}p$/, ['720p']),
    aspect_ratio: choice(findField(usedFields.ratio), /^\d{1,2}:\d{1,2}$/, ['16:9', '9:16', '1:1']),
    fps: { type: 'integer', enum: [fps], default: fps, description: 'Frames per second.' },
    ...(usedFields.audio && { audio: { type: 'boolean', default: false, description: 'With sound.' } }),
    ...(usedFields.seed && {
      seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295, description: 'Seed.' },
    }),
  };
}

export function listRatios(field: InputField | undefined): string[] {
  return (field?.enum ?? []).map(String).filter(ratio => /^\d{1,2}:\d{1,2}$/.test(ratio));
}

/** Returns the format in which a field takes a length. */
export function findSecondsFormat(field: InputField | undefined): InputSettings['secondsAs'] {
  const example = field?.enum?.[0] ?? field?.default;
  if (typeof example === 'string') return /\ds$/.test(example) ? 'text-with-s' : 'text';
  return field?.type === 'string' ? 'text' : 'number';
}

function proposeFps(field: InputField | undefined): number {
  const value = Number(field?.default ?? field?.enum?.[0]);
  return Number.isInteger(value) && value >= 1 && value <= 120 ? value : defaultFps;
}

function proposeSeconds(
  seconds: InputField | undefined,
  frames: InputField | undefined,
  fps: number,
): ProposedParameter {
  const description = 'Length of the clip in seconds.';
  const { minimum, maximum } = seconds ?? {};
  const suggestedSeconds = wholeSeconds(seconds?.default) ?? secondsOfFrames(frames, fps);
  const offeredSeconds = (seconds?.enum ?? []).flatMap(value => wholeSeconds(value) ?? []);
  if (offeredSeconds.length === 0 && minimum !== undefined && maximum !== undefined)
    return {
      type: 'integer',
      minimum: Math.max(1, Math.ceil(minimum)),
      maximum: Math.floor(maximum),
      default: suggestedSeconds ?? Math.max(1, Math.ceil(minimum)),
      description,
    };
  const values = offeredSeconds.length > 0 ? offeredSeconds : [suggestedSeconds ?? defaultSeconds];
  const value =
    suggestedSeconds !== undefined && values.includes(suggestedSeconds)
      ? suggestedSeconds
      : (values[0] as number);
  return { type: 'integer', enum: values, default: value, description };
}

/** Reads a length, which is written as `5`, `"5"` or `"5s"`. */
function wholeSeconds(value: SettingValue | undefined): number | undefined {
  const seconds = Number(String(value ?? '').replace(/s$/, ''));
  return Number.isInteger(seconds) && seconds >= 1 ? seconds : undefined;
}

function secondsOfFrames(frames: InputField | undefined, fps: number): number | undefined {
  const seconds = Math.round(Number(frames?.default) / fps);
  return seconds >= 1 ? seconds : undefined;
}

function choice(
  field: InputField | undefined,
  pattern: RegExp,
  fallbackValues: readonly string[],
): ProposedParameter {
  const choices = (field?.enum ?? []).map(String).filter(value => pattern.test(value));
  const values = choices.length > 0 ? choices : fallbackValues;
  const defaultValue = String(field?.default);
  return {
    type: 'string',
    enum: values,
    default: values.includes(defaultValue) ? defaultValue : (values[0] as string),
  };
}
