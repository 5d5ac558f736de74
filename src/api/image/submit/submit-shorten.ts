/** POST /mj/submit/shorten: finds the important words of a prompt and suggests five shorter prompts. */
import { AppError } from '@kinora/shared/errors/errors';
import type { Call } from '../../http/route.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import { usableModels, type ModelScope } from '../../../core/catalogue/models/usable-models.ts';
import type { ShortenBody } from '../wire/bodies.ts';
import { rejectUnusableParameters } from '../order/follow-up-order.ts';
import { botTypeFor, readSinglePrompt, type Order } from '../order/order.ts';
import { chooseDefaultVersion, placeOrders, usableNamed } from '../order/place-order.ts';
import { promptUse } from '../order/prompt-use.ts';
import { acceptedResponse } from '../wire/submit-response.ts';

export function submitShorten(parts: SubmitDependencies) {
  return async (call: Call<ShortenBody>) => {
    const { body, token, language } = call;
    const text = body.prompt.trim();
    const version = chooseDefaultVersion(parts, token, body);
    const prompt = readSinglePrompt(text, version, {
      ...promptUse(parts, token, { text, version, model: body.model }),
      for: 'change',
    });
    if (prompt.text === '') throw new AppError('prompt_empty');
    rejectUnusableParameters(prompt, 'shorten');
    const order: Order = {
      // The seed is fixed, so that the same words give the same result.
      job: { kind: 'shorten', prompt: prompt.text, seed: 0, exclude: [], width: 0, height: 0 },
      model: body.model ?? findShortener(parts, token, prompt.model),
      tier: prompt.tier,
      wire: {
        action: 'SHORTEN',
        prompt: text,
        finalPrompt: '',
        // The shorter prompts keep the parameters.
        parameters: /\s(?:--|[—–])\S[\s\S]*$/.exec(text)?.[0].trim() ?? '',
        description: `/shorten ${text}`,
        aspect: prompt.aspect,
        botType: botTypeFor(prompt.version),
        parentId: null,
      },
    };
    return acceptedResponse(await placeOrders(parts, call, [order]), language);
  };
}

/**
 * The model of the prompt, if it shortens prompts. Otherwise it is only the one that is meant to generate the
 * shorter prompts. Throws AppError `parameter_invalid`.
 */
function findShortener(
  { catalogue }: Pick<SubmitDependencies, 'catalogue'>,
  scope: ModelScope,
  requestedModel: string | undefined,
): string | undefined {
  if (requestedModel === undefined) return undefined;
  const { card } = usableNamed(
    catalogue,
    { usable: usableModels(catalogue, scope), group: scope.group },
    requestedModel,
  );
  return card.operations.includes('shorten') ? card.id : undefined;
}
