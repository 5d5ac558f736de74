/** POST /mj/submit/imagine: a prompt with inline parameters -> a grid of four candidates. */
import { quote } from '../../billing/quote.ts';
import { AppError } from '../../errors.ts';
import { newSeed } from '../../lib/id.ts';
import type { Tier } from '../../models/model-card.ts';
import { normalisePrompt, parsePrompt, type ParsedPrompt } from '../../prompt/parse-prompt.ts';
import { candidateSize } from '../../prompt/picture-size.ts';
import { submitTask } from '../../tasks/submit-task.ts';
import type { Call } from '../route.ts';
import { repeatOf, type SubmitParts } from '../submit.ts';
import { acceptedAnswer, refuseUnoffered } from './submit-answer.ts';
import { tierOfPrefix, type ImageWire, type ImagineBody } from './wire.ts';

export function submitImagine(parts: SubmitParts) {
  return async ({ request, body, token, language }: Call<ImagineBody>) => {
    refuseUnoffered(body);
    const isNiji = /^niji/i.test(body.botType ?? '');
    const prompt = readPrompt(body.prompt, isNiji ? 'niji 7' : parts.defaultVersion);
    const model = parts.catalogue.forVersion(token.group, prompt.version);
    const tier = tierOf(request.url, body, prompt);
    const seed = prompt.seed ?? newSeed();
    const text = body.prompt.trim();
    const wire: ImageWire = {
      action: 'IMAGINE',
      prompt: text,
      finalPrompt: normalisePrompt(prompt),
      description: `/imagine ${text}`,
      state: body.state ?? null,
      botType: prompt.version.startsWith('niji') ? 'NIJI_JOURNEY' : 'MID_JOURNEY',
      parentId: null,
    };
    const submitted = await submitTask(
      parts.db,
      {
        interface: 'image',
        accountId: token.accountId,
        tokenId: token.id,
        model,
        tier,
        job: {
          kind: 'grid',
          prompt: prompt.text,
          seed,
          ...candidateSize(prompt.version, prompt.aspect),
          exclude: prompt.exclude,
          version: prompt.version,
          raw: prompt.raw,
        },
        quote: quote(model.card, { parameters: { operation: 'grid' }, tier, pictures: 4 }),
        wire: { ...wire },
        ...repeatOf(request, body),
      },
      parts,
    );
    return acceptedAnswer(submitted, language);
  };
}

function readPrompt(text: string, defaultVersion: string): ParsedPrompt {
  const parsed = parsePrompt(text, defaultVersion);
  if (!parsed.ok) throw new AppError(parsed.problem.code, parsed.problem.details);
  return parsed.prompt;
}

/** URL prefix, then accountFilter, then the prompt, then fast. */
function tierOf(path: string, body: ImagineBody, prompt: ParsedPrompt): Tier {
  const filtered = body.accountFilter?.modes?.[0]?.toLowerCase() as Tier | undefined;
  return tierOfPrefix(path) ?? filtered ?? prompt.tier ?? 'fast';
}
