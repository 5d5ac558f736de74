/** Turns a request of the Images API into one task, whose candidates are separate pictures. */
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { normalizePrompt } from '@kinora/shared/prompt/parse-prompt';
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import { candidateSize, type PixelSize } from '@kinora/shared/prompt/picture-size';
import { usableModels } from '../../../core/catalogue/models/usable-models.ts';
import { newSeed } from '../../../platform/lib/id.ts';
import type { TaskInput } from '../../../core/tasks/task.ts';
import type { Call } from '../../http/route.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import {
  promptAddresses,
  botTypeFor,
  engineParameters,
  readAs,
  readSinglePrompt,
  rejectLongPrompt,
  type Order,
} from '../order/order.ts';
import { clipOrder } from '../order/clip-order.ts';
import { chooseDefaultVersion, modelFor } from '../order/place-order.ts';
import { promptUse } from '../order/prompt-use.ts';
import { takeInputs } from '../order/take-inputs.ts';
import { editSize } from '../submit/submit-edit.ts';
import type { CommonBody, EditBody, GenerationBody, VariationBody } from './bodies.ts';
import {
  aspectParameter,
  readModelFields,
  readResolution,
  readSize,
  rejectTwice,
  withEdge,
} from './read-fields.ts';
import { takePictures, type IngestedPictures } from './take-pictures.ts';

/** An order, and the fields of the request that have no effect on it. */
export interface ReadOrder {
  readonly order: Order;
  readonly ignored: readonly string[];
}

type ReadCall<Body> = Pick<Call<Body>, 'body' | 'token'>;

/** Throws AppError with the field, before anything is stored. */
export async function readGeneration(
  parts: SubmitDependencies,
  call: ReadCall<GenerationBody>,
): Promise<ReadOrder> {
  const { body, token } = call;
  const prompt = readWords(parts, call, { aspectRatio: body.aspect_ratio });
  const takenInputs = await takeInputs(parts, { addresses: promptAddresses(prompt), token });
  const size = readSize(body);
  rejectTwice(size !== undefined && prompt.hasAspect, '--ar', 'size');
  const kind = takenInputs.inputs.some(({ role }) => role === 'picture') ? 'edit' : 'grid';
  return toOrder(parts, call, { prompt, kind, takenInputs, size: size ?? promptSize(prompt) });
}

export async function readEdit(parts: SubmitDependencies, call: ReadCall<EditBody>): Promise<ReadOrder> {
  const { body } = call;
  const prompt = readWords(parts, call);
  const takenInputs = await takePictures(parts, call, body);
  rejectTwice(prompt.hasAspect, '--ar', 'image');
  return toOrder(parts, call, {
    prompt,
    kind: 'edit',
    takenInputs,
    size: readSize(body) ?? editSize(takenInputs.inputs[0] as TaskInput),
  });
}

/**
 * A clip from a prompt with `--video`, and from a picture if there is one. A model of the field that makes no
 * clips leaves it to one that does.
 */
export async function readPromptClip(
  parts: SubmitDependencies,
  { body: originalBody, token }: ReadCall<EditBody>,
): Promise<ReadOrder> {
  const requestedModel = modelIn(parts, { model: originalBody.model, token });
  const capableModels = usableModels(parts.catalogue, token).filter(({ card }) =>
    card.operations.includes('clip'),
  );
  const isAble = capableModels.some(
    ({ card }) => card.id === parts.catalogue.resolveId(requestedModel ?? '', token.group),
  );
  const body = isAble ? originalBody : { ...originalBody, model: undefined };
  const call = { body, token };
  const prompt = readWords(parts, call, { isClip: true });
  const hasPictures = Array.isArray(body.images) && body.images.length > 0;
  const takenInputs = hasPictures
    ? await takePictures(parts, call, body)
    : await takeInputs(parts, { addresses: promptAddresses(prompt), token });
  // A picture of the message is the first frame, as one of the prompt is.
  const inputs = takenInputs.inputs.map(input =>
    hasPictures ? { ...input, role: 'prompt' as const } : input,
  );
  const order = await clipOrder(parts, {
    prompt,
    text: body.prompt.trim(),
    inputs: { ...takenInputs, inputs },
    token,
  });
  return withFields(parts, call, order);
}

/** Reads an order of pictures like the one of the request: a grid from it alone. */
export async function readVariation(
  parts: SubmitDependencies,
  call: ReadCall<VariationBody>,
): Promise<ReadOrder> {
  const { body, token } = call;
  const version = chooseDefaultVersion(parts, token, {});
  const { inputs, pictures } = await takePictures(parts, call, { image: body.image });
  const first = inputs[0] as TaskInput;
  const size = readSize(body) ?? candidateSize(version, first, {});
  return withFields(parts, call, {
    job: {
      kind: 'grid',
      prompt: '',
      exclude: [],
      version,
      ...readNumbers(body),
      ...size,
      inputs: [{ ...first, role: 'prompt' }],
    },
    pictures,
    prefersAble: true,
    tier: undefined,
    wire: { ...toWire('BLEND', size, version), prompt: null, finalPrompt: '', description: '/blend' },
  });
}

interface Words {
  readonly prompt: ParsedPrompt;
  readonly kind: 'grid' | 'edit';
  readonly takenInputs: IngestedPictures;
  readonly size: PixelSize;
}

function toOrder(
  parts: SubmitDependencies,
  call: ReadCall<GenerationBody | EditBody>,
  { prompt, kind, takenInputs: { inputs, pictures }, size }: Words,
): ReadOrder {
  const { body } = call;
  rejectTwice(prompt.seed !== undefined && body.seed !== undefined, '--seed', 'seed');
  const { pictures: count, seed } = readNumbers(body);
  const text = body.prompt.trim();
  return withFields(parts, call, {
    job: {
      ...engineParameters(prompt),
      kind,
      prompt: prompt.text,
      pictures: count,
      seed: prompt.seed ?? seed,
      ...size,
      ...(inputs.length > 0 && { inputs }),
    },
    pictures,
    model: prompt.model,
    tier: prompt.tier,
    wire: {
      ...toWire(kind === 'edit' ? 'EDIT' : 'IMAGINE', size, prompt.version),
      prompt: text,
      finalPrompt: normalizePrompt(prompt),
      ...readAs(prompt),
      description: `/${kind === 'edit' ? 'edit' : 'imagine'} ${text}`,
    },
  });
}

/** Throws AppError for a prompt that would not be one task of pictures. */
function readWords(
  parts: SubmitDependencies,
  { body, token }: ReadCall<GenerationBody | EditBody>,
  {
    aspectRatio,
    isClip = false,
  }: { readonly aspectRatio?: string | undefined; readonly isClip?: boolean } = {},
): ParsedPrompt {
  rejectLongPrompt(body.prompt);
  const aspect = aspectParameter(aspectRatio);
  const text = body.prompt.trim();
  const version = chooseDefaultVersion(parts, token, {});
  const model = modelIn(parts, { model: body.model, token });
  const use = promptUse(parts, token, { text, version, model });
  const prompt = readSinglePrompt(`${text}${aspect}`, version, use);
  if (prompt.text === '') throw new AppError('prompt_empty');
  if (prompt.video && !isClip) throw fieldInvalid('prompt', 'no_clip');
  if (prompt.repeat > 1) throw fieldInvalid('prompt', 'no_repeat');
  return prompt;
}

function readNumbers({ n = 1, seed = newSeed() }: CommonBody) {
  return { pictures: n, seed };
}

function promptSize(prompt: ParsedPrompt): PixelSize {
  return candidateSize(prompt.version, prompt.aspect, prompt);
}

function toWire(action: Order['wire']['action'], aspect: PixelSize, version: string) {
  return { action, aspect, botType: botTypeFor(version), parentId: null };
}

/**
 * The model of the field, which clients may have built in. Undefined means the default one.
 * Throws AppError `model_unknown`.
 */
export function modelIn(
  { catalogue }: Pick<SubmitDependencies, 'catalogue'>,
  { model, token }: { readonly model: string | undefined; readonly token: Call['token'] },
): string | undefined {
  if (!model) return undefined;
  const ids = usableModels(catalogue, token).map(({ card }) => card.id);
  if (ids.includes(catalogue.resolveId(model, token.group))) return model;
  if (token.groupRules.servesAnyModel) return undefined;
  throw new AppError('model_unknown', { param: 'model', model, allowed: ids.join(', ') });
}

/** The order with its model and the parameters of that model. */
function withFields(
  parts: SubmitDependencies,
  { body, token }: ReadCall<CommonBody>,
  baseOrder: Order,
): ReadOrder {
  rejectTwice(baseOrder.model !== undefined && body.model !== undefined, '--model', 'model');
  const requestedModel = modelIn(parts, { model: body.model, token }) ?? baseOrder.model;
  const order = { ...baseOrder, ...(requestedModel !== undefined && { model: requestedModel }) };
  const model = modelFor(parts, token, order);
  const { parameters, ignored: ignoredFields } = readModelFields(model, body);
  const edge = parameters['resolution'] === undefined ? readResolution(body) : undefined;
  const job = edge === undefined ? order.job : { ...order.job, ...withEdge(order.job, edge) };
  return { order: { ...order, job, model: model.card.id, parameters }, ignored: ignoredFields };
}
