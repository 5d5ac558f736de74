/** POST /mj/submit/shorten: a prompt -> what counts in it, and five shorter ones. */
import { AppError } from '../../errors.ts';
import type { Call } from '../route.ts';
import type { SubmitParts } from '../submit.ts';
import type { ShortenBody } from './bodies.ts';
import { refuseUnheeded } from './follow-up-order.ts';
import { botTypeOf, readSinglePrompt, type Order } from './order.ts';
import { defaultVersionOf, placeOrders } from './place-order.ts';
import { acceptedAnswer } from './submit-answer.ts';

export function submitShorten(parts: SubmitParts) {
  return async (call: Call<ShortenBody>) => {
    const { body, language } = call;
    const text = body.prompt.trim();
    const prompt = readSinglePrompt(text, defaultVersionOf(parts, body), { for: 'change' });
    if (prompt.text === '') throw new AppError('prompt_empty');
    refuseUnheeded(prompt, 'shorten');
    const order: Order = {
      // The same words have the same answer: no dice.
      job: { kind: 'shorten', prompt: prompt.text, seed: 0, exclude: [], width: 0, height: 0 },
      tier: prompt.tier,
      wire: {
        action: 'SHORTEN',
        prompt: text,
        finalPrompt: '',
        // The shorter prompts keep them.
        parameters: /\s(?:--|[—–])\S[\s\S]*$/.exec(text)?.[0].trim() ?? '',
        description: `/shorten ${text}`,
        aspect: prompt.aspect,
        botType: botTypeOf(prompt.version),
        parentId: null,
      },
    };
    return acceptedAnswer(await placeOrders(parts, call, [order]), language);
  };
}
