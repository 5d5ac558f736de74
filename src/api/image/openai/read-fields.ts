/**
 * Reads the fields that all requests of the Images API have: what is delivered, in
 * which size, and what is ignored.
 */
import { problemDetails } from '@kinora/shared/prompt/problem-details';
import { promptWords, untranslatedText } from '@kinora/shared/prompt/prompt-words';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import type { PixelSize } from '@kinora/shared/prompt/picture-size';
import type { Model } from '../../../core/catalogue/models/catalogue.ts';
import type { Parameters, ParameterValue } from '@kinora/shared/models/parameters';
import type { DeliveredForm } from '../wire/image-wire.ts';
import { knownFields, type CommonBody } from './bodies.ts';

/** How the client wants its images. */
export interface Delivery extends DeliveredForm {
  /** Events instead of one response, with at most this many previews. */
  readonly stream: { readonly previews: number } | undefined;
}

const defaultQuality = 92;

/** The form of images for tasks and clients that request no other one. */
export const asAddresses: DeliveredForm = { as: 'url', format: 'png', quality: defaultQuality };

/** Throws AppError for what cannot be honored. */
export function readDelivery(body: CommonBody): Delivery {
  if (body.background === 'transparent' && body.output_format === 'jpeg')
    throw fieldInvalid('output_format', 'value_allowed', { allowed: 'png, webp' });
  const { output_format: format = 'png', output_compression: compression } = body;
  return {
    // LangChain reads addresses from these models; the AI SDK and Open WebUI read data from all others.
    as: body.response_format ?? (/^dall-e-[23]$/.test(body.model ?? '') ? 'url' : 'b64_json'),
    format,
    quality: Math.max(1, compression ?? defaultQuality),
    stream: body.stream ? { previews: body.partial_images ?? 0 } : undefined,
  };
}

const shortestEdge = 64;
const longestEdge = 4096;
const maxRatio = 3;
const maxPixels = 2048 * 2048 * 2;

/**
 * Returns undefined if the model decides, by the aspect ratio of the prompt. Throws AppError `field_invalid`.
 */
export function readSize({ size, ...body }: CommonBody): PixelSize | undefined {
  const text = size || readSides(body);
  if (text === undefined || text === 'auto') return undefined;
  const [, width, height] = /^(\d{1,5})[x*×](\d{1,5})$/i.exec(text) ?? [];
  const requestedSize = { width: Number(width), height: Number(height) };
  if (width === undefined || !isPossible(requestedSize))
    throw fieldInvalid('size', 'image_size', { least: shortestEdge, most: longestEdge, ratio: maxRatio });
  return requestedSize;
}

/** The edge of a square for each, as OpenRouter names them. */
const resolutions: Readonly<Record<string, number>> = { '0.5k': 512, '1k': 1024, '2k': 2048 };

/** The edge of a square with as many pixels. Returns undefined if none was asked for. Throws AppError. */
export function readResolution({ resolution, ...body }: CommonBody): number | undefined {
  if (resolution === undefined || resolution === '' || resolution === 'auto') return undefined;
  const edge = resolutions[resolution.toLowerCase()];
  if (edge === undefined) throw fieldInvalid('resolution', 'value_allowed', { allowed: '0.5K, 1K, 2K' });
  rejectTwice(readSize(body) !== undefined, 'resolution', 'size');
  return edge;
}

const grain = 16;

/** About as many pixels as a square of this edge has, in the shape of the size. */
export function withEdge({ width, height }: PixelSize, edge: number): PixelSize {
  const scale = edge / Math.sqrt(width * height);
  const toGrain = (pixels: number) => Math.max(grain, Math.round((pixels * scale) / grain) * grain);
  return { width: toGrain(width), height: toGrain(height) };
}

/** Some clients send `width` and `height`. */
function readSides({ width, height }: CommonBody): string | undefined {
  const isNumber = (value: unknown) => /^\d+$/.test(String(value));
  return isNumber(width) && isNumber(height) ? `${String(width)}x${String(height)}` : undefined;
}

function isPossible({ width, height }: PixelSize): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return (
    short >= shortestEdge && long <= longestEdge && long <= maxRatio * short && short * long <= maxPixels
  );
}

/**
 * Values of these fields that mean what every model does anyway. Any other value changes the price or the
 * look of the pictures, so it is rejected unless the model supports it.
 */
const effectlessValues = {
  quality: ['', 'auto', 'standard'],
  background: ['', 'opaque', 'auto'],
  resolution: undefined,
} as const;

export interface ModelFields {
  /** Parameters of the model's card. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  /** Fields that have no effect, which the response names. */
  readonly ignored: readonly string[];
}

/**
 * Fields besides those of the format: what the card of the model names is used, what it does not is
 * ignored and named. A quality that the model does not have would change the price of it elsewhere, so it
 * is rejected. Throws AppError.
 */
export function readModelFields({ card, checkParameters }: Model, body: CommonBody): ModelFields {
  const has = (name: string) => Object.hasOwn(card.parameters.properties, name);
  const extra = Object.entries(body).filter(
    ([name, value]) => !knownFields.includes(name) && value !== undefined && value !== '',
  );
  const effectiveEntries = Object.entries(effectlessValues).flatMap(([name, words]) => {
    const value = body[name] ?? '';
    if (value === '' || words?.some(word => word === value)) return [];
    if (words && !has(name))
      throw fieldInvalid(name, 'value_allowed', { allowed: words.filter(Boolean).join(', ') });
    return [[name, value] as const];
  });
  const entries = [...extra, ...effectiveEntries];
  const modelValues = Object.fromEntries(
    entries.flatMap(([name, value]) => (has(name) && isSingle(value) ? [[name, value] as const] : [])),
  );
  const parameters: Parameters = checkParameters(modelValues);
  return { parameters, ignored: fieldNames(extra.filter(([name]) => !Object.hasOwn(modelValues, name))) };
}

const mostNames = 30;

/** Names as clients have them. Others could be any text of any length, and are not repeated in a header. */
function fieldNames(fields: readonly (readonly [string, unknown])[]): string[] {
  return fields
    .map(([name]) => name)
    .filter(name => /^[\w.-]{1,60}$/.test(name))
    .slice(0, mostNames);
}

function isSingle(value: unknown): value is ParameterValue {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * The aspect ratio as the inline parameter that it stands for. Throws AppError for a text of another form.
 */
export function aspectParameter(aspect: string | undefined): string {
  if (aspect === undefined || aspect === '' || aspect === 'auto') return '';
  if (!/^\d{1,4}:\d{1,4}$/.test(aspect)) throw fieldInvalid('aspect_ratio', 'like', { example: '16:9' });
  return ` --ar ${aspect}`;
}

/** Throws AppError for a prompt that has a parameter which a field contradicts. */
export function rejectTwice(isTwice: boolean, parameter: string, field: string): void {
  if (isTwice)
    throw new AppError(
      'parameter_conflict',
      problemDetails({
        parameter,
        other: untranslatedText(field),
        remedy: promptWords('remove_one'),
      }),
    );
}
