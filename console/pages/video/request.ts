/**
 * The form's content as a request of the video interface, used to submit it, to compute its
 * price and to show it as code.
 */
import { nearestAspect } from '@kinora/shared/models/nearest-aspect';
import type { Tier } from '@kinora/shared/models/model-card';
import type { ChatSnippet } from '@kinora/shared/snippets/snippet';
import type { QuoteInput } from '@kinora/shared/billing/quote';
import type { Model } from '../../data/models/models.ts';
import { listTiers } from '../../data/models/tiers.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { readValues, withDefaults, type Texts, type Values } from '../../forms/field-values.ts';
import type { Reference, References } from '../../forms/reference.ts';

/** The request, with the interface's field names. */
export interface VideoRequest {
  readonly model: Model;
  readonly prompt: string;
  readonly tier: Tier;
  /** Only values that were set; the model adds its defaults. */
  readonly values: Values;
  readonly references: References;
}

/** The query parameters of the page. */
export type VideoDraft = Texts & {
  readonly model?: string | undefined;
  readonly prompt?: string | undefined;
  readonly tier?: string | undefined;
};

/** The requested tier or the token's own, if the model offers it. */
export function chooseTier(
  { tiers }: Pick<Model, 'tiers'>,
  ...requestedTiers: readonly (string | null | undefined)[]
): Tier {
  const offeredTiers = listTiers({ tiers });
  const chosenTier = [...requestedTiers, 'fast'].find(tier => offeredTiers.includes(tier as Tier));
  return (chosenTier ?? offeredTiers[0] ?? 'fast') as Tier;
}

export function toVideoRequest(
  model: Model,
  draft: VideoDraft,
  requestParts: Pick<VideoRequest, 'tier' | 'references'>,
): VideoRequest {
  const values = readValues(model.parameters.properties, draft);
  return { model, prompt: (draft.prompt ?? '').trim(), values, ...requestParts };
}

/** The default ratio of a clip with a first frame: the one nearest to the picture's. */
export function defaultRatio(model: Model, references: References): string | undefined {
  const [firstPicture] = references['input_reference'] ?? references['first_frame'] ?? [];
  if (firstPicture?.kind !== 'file' || !model.parameters.properties['aspect_ratio']) return undefined;
  return nearestAspect(model, firstPicture);
}

export function countReferences(references: References): number {
  return Object.values(references).reduce((sum, pictures) => sum + pictures.length, 0);
}

/** The input of the pricing function: the parameters with all defaults. */
export function toQuoteInput({
  model,
  tier,
  values,
  references,
}: VideoRequest): Omit<QuoteInput, 'factorMicros'> {
  const ratio = defaultRatio(model, references);
  const requestedValues = { ...(ratio !== undefined && { aspect_ratio: ratio }), ...values };
  const parameters = withDefaults(model.parameters.properties, requestedValues);
  const seconds = Number(parameters['seconds'] ?? 1);
  return {
    parameters: { ...parameters, operation: 'clip', references: countReferences(references) },
    tier,
    seconds,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function plainFields({ model, prompt, tier, values }: VideoRequest): Fields {
  return { model: model.id, prompt, ...values, tier };
}

/** JSON if all pictures are URLs, otherwise a form. */
export function toBody(request: VideoRequest): Fields | FormData {
  const pictures = Object.entries(request.references);
  if (!pictures.some(([, list]) => list.some(({ kind }) => kind === 'file')))
    return toJson(request, referenceLink);
  const form = new FormData();
  for (const [name, value] of Object.entries(plainFields(request))) form.append(name, String(value));
  for (const [field, list] of pictures) {
    const name = isList(request.model, field) ? `${field}[]` : field;
    for (const picture of list) form.append(name, picture.kind === 'file' ? picture.file : picture.url);
  }
  return form;
}

/**
 * A gray square replaces each picture: the price depends on the number of pictures, not on their content, and
 * is requested at each change. The ratio that the real picture would give the clip is set explicitly.
 */
export function toQuoteBody(request: VideoRequest): Fields {
  const { model, references, values, prompt } = request;
  const ratio = defaultRatio(model, references);
  const missingReferences = Object.entries(model.references)
    .filter(([field, { required }]) => required && !references[field]?.length)
    .map(([field]): [string, Reference[]] => [field, [{ kind: 'link', id: field, url: graySquare }]]);
  const allReferences = { ...references, ...Object.fromEntries(missingReferences) };
  const shape = ratio !== undefined && values['aspect_ratio'] === undefined ? { aspect_ratio: ratio } : {};
  const fullRequest = { ...request, prompt: prompt || '…', references: allReferences };
  return { ...toJson(fullRequest, () => graySquare), ...shape };
}

export function toJson(
  request: VideoRequest,
  findAddress: (picture: Reference, index: number) => string,
): Fields {
  const pictures = Object.entries(request.references)
    .filter(([, list]) => list.length > 0)
    .map(([field, list]) => {
      const addresses = list.map(findAddress);
      return [field, isList(request.model, field) ? addresses : addresses[0]] as const;
    });
  return { ...plainFields(request), ...Object.fromEntries(pictures) };
}

/** The prompt that example code shows if none has been typed. */
const examplePrompt = 'sailboats on a lake';

/** The request as example code shows it: a local file has no URL, so its name is a placeholder. */
export function toExample(request: VideoRequest): Fields {
  return toJson({ ...request, prompt: request.prompt || examplePrompt }, picture =>
    picture.kind === 'link' ? picture.url : `https://example.com/${encodeURIComponent(picture.file.name)}`,
  );
}

/** The fields of a chat request other than the prompt and the pictures. */
const chatFields = ['seconds', 'resolution', 'aspect_ratio', 'fps'];

/** The request as a chat. Returns undefined if it has parameters that a chat cannot send. */
export function toChatExample(request: VideoRequest): Omit<ChatSnippet, 'server' | 'variable'> | undefined {
  const { model, prompt, values } = request;
  if (Object.keys(values).some(name => !chatFields.includes(name))) return undefined;
  const example = toExample(request);
  const images = Object.keys(request.references).flatMap(
    field => (example[field] ?? []) as string | string[],
  );
  const fields = Object.keys(values).length > 0 ? values : undefined;
  return { model: model.id, prompt: prompt || examplePrompt, images, fields };
}

export function referenceLink(picture: Reference): string {
  return picture.kind === 'link' ? picture.url : '';
}

export function isList({ references }: Pick<Model, 'references'>, field: string): boolean {
  return (references[field]?.max ?? 1) > 1;
}

/** Eight pixels a side, the accepted minimum. */
const graySquare =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEWIiIhYZW6zAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12NgoA4AAABIAAH/myMhAAAAAElFTkSuQmCC';

/** The form values of an existing clip; the seed only if it was set. */
export function toDraft({ model, prompt, tier, parameters }: Task, card: Model | undefined): VideoDraft {
  const changedValues = Object.entries(parameters)
    .filter(([name, value]) => value !== card?.parameters.properties[name]?.default)
    .map(([name, value]) => [name, String(value)]);
  return { model, prompt: prompt ?? undefined, tier, ...Object.fromEntries(changedValues) };
}
