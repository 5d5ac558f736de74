/** The fields of a clip for a call of the AI SDK. What the card of the model lacks becomes a warning. */
import type {
  Experimental_VideoModelV4CallOptions as CallOptions,
  Experimental_VideoModelV4File as File,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { CreateVideo, Videos } from 'kinora-client';
import { ownOptions, toSource, unsupportedWarning } from './calls.ts';

export type VideoCard = Awaited<ReturnType<Videos['models']>>[number];

export interface VideoFields {
  readonly request: CreateVideo;
  readonly warnings: SharedV4Warning[];
}

/** `card` is undefined if the token cannot use the model: the request is then rejected by the server. */
export function toVideoFields(
  modelId: string,
  options: CallOptions & { readonly webhookUrl?: string },
  card: VideoCard | undefined,
): VideoFields {
  const warnings: SharedV4Warning[] = [];
  const parameters = withParameters(options, card, warnings);
  const images = withImages(options, card, warnings);
  const { prompt = '', webhookUrl, providerOptions } = options;
  const request = {
    model: modelId,
    prompt,
    ...parameters,
    ...images,
    ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
    ...ownOptions(providerOptions),
  };
  return { request: request as CreateVideo, warnings };
}

function withParameters(
  { aspectRatio, resolution, duration, fps, seed, generateAudio }: CallOptions,
  card: VideoCard | undefined,
  warnings: SharedV4Warning[],
): object {
  const properties = card?.parameters.properties;
  const isKnown = (name: string) => !properties || name in properties || name === 'size';
  const optionFields = [
    ['aspectRatio', 'aspect_ratio', aspectRatio === 'adaptive' ? undefined : aspectRatio],
    ['resolution', 'size', resolution],
    ['duration', 'seconds', duration],
    ['fps', 'fps', fps],
    ['seed', 'seed', seed],
    // A model without the parameter makes clips without sound anyway.
    ['generateAudio', 'audio', generateAudio === false && !isKnown('audio') ? undefined : generateAudio],
  ] as const;
  const fields: Record<string, unknown> = {};
  for (const [feature, name, value] of optionFields) {
    if (value === undefined) continue;
    if (isKnown(name)) fields[name] = value;
    else warnings.push(unsupportedWarning(feature, `${card?.id} has no parameter ${name}.`));
  }
  return fields;
}

function withImages(
  { image, frameImages = [], inputReferences = [] }: CallOptions,
  card: VideoCard | undefined,
  warnings: SharedV4Warning[],
): object {
  const frame = (type: string) => frameImages.find(({ frameType }) => frameType === type)?.image;
  const [first, last] = [frame('first_frame') ?? image, frame('last_frame')];
  const references = inputReferences.filter(file => !isVideo(file));
  if (references.length < inputReferences.length)
    warnings.push(
      unsupportedWarning('inputReferences', 'Clips cannot be references. Their images are used.'),
    );
  const cardReferences = card?.references;
  const readField = (...names: readonly string[]) =>
    names.find(name => !cardReferences || name in cardReferences);
  const fields: Record<string, unknown> = {};
  const put = (feature: string, name: string | undefined, files: readonly File[]) => {
    const [one] = files;
    if (!one) return;
    if (name === undefined) warnings.push(unsupportedWarning(feature, `${card?.id} accepts no such image.`));
    else fields[name] = name === 'reference_images' ? files.map(toSource) : toSource(one);
  };
  put('frameImages', readField('first_frame', 'input_reference'), first ? [first] : []);
  put('frameImages', readField('last_frame'), last ? [last] : []);
  const forReferences = readField('reference_images', ...(first ? [] : ['input_reference']));
  put('inputReferences', forReferences, references);
  return fields;
}

function isVideo({ mediaType }: File): boolean {
  return mediaType?.startsWith('video/') ?? false;
}
