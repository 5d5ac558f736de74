/** The model card and the route of a local model. Pure. */
import type { StoredCard } from '@kinora/shared/models/model-card';
import { jobKinds } from '@kinora/shared/models/job-kinds';
import { newRoute, type Route } from '../catalogue/routes/route.ts';
import type { LocalModelEntry } from './entry.ts';

/** `versions`: of prompts that name no model, if they get this one. */
export function localCard(
  entry: LocalModelEntry,
  { model, versions }: { readonly model: string; readonly versions: readonly string[] },
): StoredCard {
  const { title, summary, kind, license, sizes, operations } = entry;
  const isImage = kind === 'image';
  return {
    id: model,
    name: title,
    description: `${summary.en} License: ${license.name}.`,
    descriptionZh: `${summary.zh} 许可证：${license.name}。`,
    kind,
    group: kind,
    operations: operations ?? (isImage ? jobKinds.filter(job => !notOfPictures.includes(job)) : ['clip']),
    ...(isImage && versions.length > 0 && { versions: [...versions] }),
    ...(sizes && { sizes }),
    parameters: {
      type: 'object',
      additionalProperties: false,
      properties: { ...clipProperties(entry), ...stepProperties(entry), lora },
    },
    references: {
      ...(entry.clip?.fromPicture && { first_frame: { max: 1, required: false } }),
      ...(entry.clip?.toPicture && { last_frame: { max: 1, required: false } }),
    },
    pollAfterMs: 1000,
  };
}

/** Kinds of jobs that no program with local weights does: none answers questions. */
const notOfPictures: readonly string[] = ['clip', 'describe', 'shorten'];

const lora = {
  type: 'string',
  maxLength: 500,
  description: 'LoRA files of the server by name, each with a weight if it is not 1: film-grain, ink:0.6.',
} as const;

function stepProperties({ steps }: LocalModelEntry): StoredCard['parameters']['properties'] {
  if (!steps) return {};
  const { least: minimum, most: maximum, default: usual } = steps;
  const description = 'Number of steps. More take longer and show more detail.';
  return { steps: { type: 'integer', minimum, maximum, default: usual, description } };
}

function clipProperties({ clip }: LocalModelEntry): StoredCard['parameters']['properties'] {
  if (!clip) return {};
  const choice = <Value extends string | number>(
    type: string,
    values: readonly Value[],
    description: string,
  ) => ({
    type,
    enum: [...values],
    default: values[0],
    description,
  });
  return {
    seconds: choice('integer', clip.seconds, 'Length of the clip in seconds.'),
    resolution: choice('string', clip.resolutions, 'Resolution: pixels of the shorter side.'),
    aspect_ratio: choice('string', clip.aspects, 'Aspect ratio, width to height.'),
    fps: choice('integer', [clip.framesPerSecond], 'Frames per second.'),
    seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295, description: 'Seed.' },
  };
}

export function localRoute(
  { set, steps, timeoutSeconds }: LocalModelEntry,
  { model, engine }: { readonly model: string; readonly engine: string },
): Route {
  return {
    ...newRoute(model, engine, 'operator'),
    timeoutSeconds,
    parameters: { rename: steps ? { steps: steps.parameter } : {}, set },
  };
}
