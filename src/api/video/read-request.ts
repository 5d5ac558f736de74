/**
 * Reads a video request: checks and completes its parameters, ingests its pictures and computes the price.
 */
import { defaultClipVersion } from '../../core/local-models/register-model.ts';
import { groupsWithModel } from '../../core/accounts/groups.ts';
import type { Token } from '../../core/accounts/tokens.ts';
import { quote, type Quote } from '@kinora/shared/billing/quote';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { newSeed } from '../../platform/lib/id.ts';
import { checkTier } from '../../core/catalogue/models/check-tier.ts';
import type { Catalogue, Model } from '../../core/catalogue/models/catalogue.ts';
import { clipSize, readSize, rejectContradiction } from '@kinora/shared/models/clip-size';
import { nearestAspect } from '@kinora/shared/models/nearest-aspect';
import type { Parameters, ParameterValue } from '@kinora/shared/models/parameters';
import type { ModelCard, Tier } from '@kinora/shared/models/model-card';
import { without } from '../../platform/lib/without.ts';
import { isInGroup, mayUse } from '../../core/catalogue/models/usable-models.ts';
import type { TaskJob } from '../../core/tasks/task.ts';
import type { Call } from '../http/route.ts';
import { rejectClosedGroup, type SubmitDependencies } from '../http/tasks/submit.ts';
import type { IngestedImage } from '../http/request/image-ingest.ts';
import { isReferenceField, takeReferences, type References } from './references.ts';
import { createBody, terms, type CreateBody } from './bodies.ts';

export interface VideoRequest {
  readonly model: Model;
  readonly tier: Tier;
  readonly parameters: Parameters;
  readonly job: Omit<TaskJob, 'taskId' | 'model' | 'candidate'>;
  readonly pictures: readonly IngestedImage[];
  readonly quote: Quote;
}

/** What an engine is asked for if the model has no such parameter. */
const defaultFramesPerSecond = 24;

/** Reads the request and stores nothing. Throws AppError with `param` and what is allowed. */
export async function readVideoRequest(
  parts: SubmitDependencies,
  { body, token }: Pick<Call<CreateBody>, 'body' | 'token'>,
): Promise<VideoRequest> {
  const model = await findModel(parts, body.model, token);
  const prompt = await checkedPrompt(parts, body.prompt, token);
  const fields = readModelFields(model, body, parts.catalogue);
  const references = await takeReferences(parts.pictures, {
    card: model.card,
    fields,
    token,
  });
  const parameters = readParameters(model, { body, fields }, references);
  const tier = body.tier ?? token.defaultTier ?? 'fast';
  const seconds = Number(parameters['seconds']);
  const { inputs, pictures } = references;
  const { seed, fps, resolution, aspect_ratio: aspectRatio, motion, loop, audio } = parameters;
  return {
    model,
    tier,
    parameters,
    pictures,
    job: {
      kind: 'clip',
      prompt,
      seed: Number(seed ?? newSeed()),
      ...clipSize(String(resolution), String(aspectRatio)),
      exclude: [],
      seconds,
      framesPerSecond: Number(fps ?? defaultFramesPerSecond),
      parameters,
      ...(model.card.sizes && { sizes: model.card.sizes }),
      ...(motion !== undefined && { motion: motion as 'low' | 'high' }),
      ...(loop === true && { loop }),
      ...(audio === true && { audio }),
      ...(inputs.length > 0 && { inputs }),
    },
    quote: quoteRequest(model, { parameters, tier, token, seconds, references: inputs.length }),
  };
}

/**
 * Throws AppError `model_unknown`, `group_closed`, `model_not_in_group` (with the groups that
 * have it) or `model_not_allowed`.
 */
export async function findModel(
  { db, catalogue, defaultVideoModel }: SubmitDependencies,
  requestedModel: string | undefined,
  token: Token,
): Promise<Model> {
  const defaultModel = catalogue.modelOfVersion(token.group, defaultClipVersion) ?? defaultVideoModel;
  const model = catalogue.findModel(requestedModel ?? defaultModel, 'video', token.group);
  const { card } = model;
  rejectClosedGroup(token);
  if (mayUse(token, card)) return model;
  const { group, models } = token;
  if (isInGroup(card, token))
    throw new AppError('model_not_allowed', { model: card.id, allowed: models?.join(', ') ?? '' });
  const groups = await groupsWithModel(db, card, token.accountId);
  const neededGroups = groups.map(({ name }) => name).join(', ') || '(none)';
  throw new AppError('model_not_in_group', { model: card.id, needed: neededGroups, group });
}

/** Checks that the prompt is not empty and has no word that is banned in the token's group. */
export async function checkedPrompt(
  { bannedWords }: SubmitDependencies,
  text: string,
  { accountId, groupRules: { isModerated } }: Token,
): Promise<string> {
  const prompt = text.trim();
  if (prompt === '') throw fieldInvalid('prompt', 'prompt_without_words');
  const word = await bannedWords.find(prompt, { accountId, isModerated });
  if (word !== undefined) throw new AppError('banned_word', { word, param: 'prompt' });
  return prompt;
}

export interface PricedRequest {
  readonly parameters: Parameters;
  readonly tier: Tier;
  readonly token: Token;
  readonly seconds: number;
  readonly references: number;
}

export function quoteRequest(
  { card }: Model,
  { parameters, tier, token, seconds, references }: PricedRequest,
): Quote {
  checkTier(card, tier);
  const { factorMicros } = token.groupRules;
  return quote(card, {
    parameters: { ...parameters, operation: 'clip', references },
    tier,
    seconds,
    factorMicros,
  });
}

/** What is no parameter of the model. */
const shared = ['model', 'prompt', 'tier', 'size', 'duration', ...Object.keys(terms)] as (keyof CreateBody)[];

/** The fields of the model. A field that it does not accept is rejected, never ignored. */
function readModelFields({ card }: Model, body: CreateBody, catalogue: Catalogue): Record<string, unknown> {
  const rest = without(body, shared);
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined) continue;
    if (!isReferenceField(name) && !Object.hasOwn(card.parameters.properties, name))
      throw unknownParameterError(name, card, catalogue);
    fields[name] = value;
  }
  return fields;
}

/** The error for a parameter of another model, or an unknown one. */
function unknownParameterError(param: string, card: ModelCard, { models }: Catalogue): AppError {
  const isKnown = models.some(
    other => other.card.kind === 'video' && Object.hasOwn(other.card.parameters.properties, param),
  );
  const ownFields = [...Object.keys(card.parameters.properties), ...Object.keys(card.references)];
  if (isKnown)
    return new AppError('field_not_taken', { param, model: card.id, allowed: ownFields.join(', ') });
  const allowedFields = new Set([...Object.keys(createBody.shape), ...ownFields]);
  return new AppError('field_unknown', { param, allowed: [...allowedFields].join(', ') });
}

/**
 * Resolves synonyms and checks parameters against the card. Without a ratio, uses the one
 * nearest to the first picture's.
 */
function readParameters(
  model: Model,
  { body, fields }: { body: CreateBody; fields: Readonly<Record<string, unknown>> },
  { inputs }: References,
): Parameters {
  const { card, checkParameters } = model;
  const requestedParameters: Record<string, ParameterValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (isReferenceField(name)) continue;
    if (!['string', 'number', 'boolean'].includes(typeof value)) throw fieldInvalid(name, 'single_value');
    requestedParameters[name] = value as ParameterValue;
  }
  const { duration, size } = body;
  if (duration !== undefined) {
    rejectContradiction(requestedParameters, ['seconds', duration], `duration ${duration}`);
    requestedParameters['seconds'] = duration;
  }
  if (size !== undefined) {
    for (const [name, value] of Object.entries(readSize(card, size))) {
      rejectContradiction(requestedParameters, [name, value], `size ${size}`);
      requestedParameters[name] = value;
    }
  }
  const first = inputs.find(({ role }) => role === 'picture');
  if (first && requestedParameters['aspect_ratio'] === undefined)
    requestedParameters['aspect_ratio'] = nearestAspect(card, first);
  return checkParameters(requestedParameters);
}
