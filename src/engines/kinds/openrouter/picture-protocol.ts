/** Pictures: one request to the image API, answered with the pictures. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { AnswerProtocol } from '../../adapter-kit/hosted/answer-engine.ts';
import { nearestRatio } from '../../adapter-kit/hosted/ratios.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { decodeBase64, toHeldPicture } from '../../adapter-kit/answers/held-picture.ts';
import type { GenerateStep, InstructStep } from '../../contract/steps/step.ts';
import { listRatios } from './abilities.ts';
import { toCost, errorIn, openRouterFailure, usageShape } from './openrouter-client.ts';
import type { OpenRouterSettings } from './openrouter-settings.ts';
import { imageUrl, providerParameters } from './request-parts.ts';

const answerShape = z.object({
  data: z.array(z.object({ b64_json: z.string().min(1) })).nullish(),
  usage: usageShape,
});

const parameterTypes = { quality: 'string', background: 'string', resolution: 'string' } as const;

export function pictureProtocol(client: HttpClient, settings: OpenRouterSettings): AnswerProtocol {
  return {
    toRequest(step) {
      if (step.primitive === 'generate' || step.primitive === 'instruct')
        return { path: '/images', body: toBody(step, settings) };
      throw new EngineError('engine_rejected', reason('step_unsupported', { primitive: step.primitive }), {
        notStarted: true,
      });
    },
    async readAnswer(answer, step) {
      const failure = errorIn(answer, client);
      if (failure) throw failure;
      const { data, usage } = readJson(answer, answerShape);
      const count = step.primitive === 'ask' ? 0 : step.count;
      const items = (data ?? []).slice(0, count);
      if (items.length < count)
        throw new EngineError(
          'engine_error',
          reason('images_missing', { found: items.length, wanted: count }),
          {
            retryable: true,
          },
        );
      const files = await Promise.all(items.map(({ b64_json }) => toHeldPicture(decodeBase64(b64_json))));
      return { files, ...toCost(usage) };
    },
    startFailure: answer => openRouterFailure(answer, client),
  };
}

/** SVG is left out by asking for PNG: models that draw vectors would answer with it. */
function toBody(step: GenerateStep | InstructStep, settings: OpenRouterSettings): object {
  const { pictureResolution, seed, provider: slug } = settings;
  const { ownParameters, passedParameters } = providerParameters(step.parameters, {
    types: parameterTypes,
    slug,
  });
  const pictures = step.primitive === 'instruct' ? step.pictures : [];
  return {
    model: step.upstream,
    prompt: step.prompt,
    n: step.count,
    aspect_ratio: nearestRatio(step, listRatios(settings)),
    ...(pictureResolution !== 'default' && { resolution: pictureResolution }),
    output_format: 'png',
    ...(seed && { seed: step.seed % 0x7fff_ffff }),
    ...ownParameters,
    ...(pictures.length > 0 && { input_references: pictures.map(imageUrl) }),
    // Options for one provider are dropped by all others.
    ...(slug !== '' && {
      provider: { only: [slug], ...(passedParameters && { options: { [slug]: passedParameters } }) },
    }),
  };
}
