/** POST /v1/videos: model, prompt and the model's own parameters -> a clip. */
import type { FastifyReply } from 'fastify';
import { quote } from '../../billing/quote.ts';
import { AppError } from '../../errors.ts';
import { newSeed } from '../../lib/id.ts';
import type { Model } from '../../models/catalogue.ts';
import type { Parameters, ParameterValue } from '../../models/check-parameters.ts';
import { clipSize, readSize, refuseContradiction } from '../../models/clip-size.ts';
import { submitTask } from '../../tasks/submit-task.ts';
import { viewTask } from '../../tasks/task-view.ts';
import type { Call } from '../route.ts';
import { repeatOf, type SubmitParts } from '../submit.ts';
import { createBody, toVideoRecord, type CreateBody, type VideoWire } from './wire.ts';

export function createVideo(parts: SubmitParts) {
  return async ({ request, reply, body, token, baseUrl, language }: Call<CreateBody>) => {
    const model = parts.catalogue.named(body.model, 'video');
    const { card } = model;
    if (card.group !== token.group) {
      throw new AppError('model_not_in_group', { model: card.id, needed: card.group, group: token.group });
    }
    if (body.prompt.trim() === '')
      throw new AppError('field_invalid', {
        param: 'prompt',
        reason: 'it is empty: describe what you want to see.',
      });
    const parameters = parametersOf(model, body);
    const tier = body.tier ?? 'fast';
    const seconds = Number(parameters['seconds']);
    const aspectRatio = String(parameters['aspect_ratio']);
    const submitted = await submitTask(
      parts.db,
      {
        interface: 'video',
        accountId: token.accountId,
        tokenId: token.id,
        model,
        tier,
        job: {
          kind: 'clip',
          prompt: body.prompt.trim(),
          seed: Number(parameters['seed'] ?? newSeed()),
          ...clipSize(String(parameters['resolution']), aspectRatio),
          exclude: [],
          seconds,
          framesPerSecond: Number(parameters['fps']),
        },
        quote: quote(card, { parameters: { ...parameters, operation: 'clip' }, tier, seconds }),
        wire: { aspectRatio } satisfies VideoWire,
        ...repeatOf(request, body),
      },
      parts,
    );
    const task = await viewTask(parts.db, submitted.publicId, 'video');
    if (!task) throw new Error(`The task ${submitted.publicId} was accepted and is not there`);
    return accepted(reply, card.pollAfterMs).send(
      toVideoRecord(task, { baseUrl, language, currency: parts.currency }),
    );
  };
}

/** The task is there: a client that lost this answer must not make another by itself. */
function accepted(reply: FastifyReply, pollAfterMs: number): FastifyReply {
  return reply.header('x-should-retry', 'false').header('openai-poll-after-ms', String(pollAfterMs));
}

/** All fields but the shared ones, synonyms resolved, checked against the card; nothing is dropped in silence. */
function parametersOf({ card, checkParameters }: Model, body: CreateBody): Parameters {
  const { model: _, prompt: __, tier: ___, size, duration, ...rest } = body;
  const given: Record<string, ParameterValue> = {};
  for (const [name, value] of Object.entries(rest)) {
    // Multipart has no null: clients without a value send nothing, or the text.
    if (value === undefined || value === null || value === 'null') continue;
    if (
      name in card.references ||
      ['input_reference', 'reference_images', 'first_frame', 'last_frame'].includes(name)
    ) {
      throw new AppError('field_invalid', { param: name, reason: `${card.id} takes no reference media.` });
    }
    if (!(name in card.parameters.properties)) {
      const allowed = [...Object.keys(createBody.shape), ...Object.keys(card.parameters.properties)];
      throw new AppError('field_unknown', { param: name, allowed: [...new Set(allowed)].join(', ') });
    }
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw new AppError('field_invalid', { param: name, reason: 'a single value is expected.' });
    }
    given[name] = value as ParameterValue;
  }
  if (duration !== undefined) {
    refuseContradiction(given, ['seconds', duration], `duration ${duration}`);
    given['seconds'] = duration;
  }
  if (size !== undefined) {
    for (const [name, value] of Object.entries(readSize(card, size))) {
      refuseContradiction(given, [name, value], `size ${size}`);
      given[name] = value;
    }
  }
  return checkParameters(given);
}
