/** POST /mj/submit/edits, /edit and /retexture: changes a picture of the client according to the prompt. */
import { problemDetails } from '@kinora/shared/prompt/problem-details';
import { promptWords, untranslatedText } from '@kinora/shared/prompt/prompt-words';
import { sizeText } from '../../../media/picture/size-text.ts';
import { reason, reasonTexts, type Reason } from '@kinora/shared/errors/reason';
import { AppError } from '@kinora/shared/errors/errors';
import { newSeed } from '../../../platform/lib/id.ts';
import { normalizePrompt } from '@kinora/shared/prompt/parse-prompt';
import type { PixelSize } from '@kinora/shared/prompt/picture-size';
import type { TaskInput } from '../../../core/tasks/task.ts';
import type { Call } from '../../http/route.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import type { EditBody } from '../wire/bodies.ts';
import { rejectUnusableParameters } from '../order/follow-up-order.ts';
import { botTypeFor, engineParameters, readAs, readSinglePrompt, type Order } from '../order/order.ts';
import { chooseDefaultVersion, placeOrders } from '../order/place-order.ts';
import { promptUse } from '../order/prompt-use.ts';
import { acceptedResponse } from '../wire/submit-response.ts';
import { takeInputs, type InputsRequest } from '../order/take-inputs.ts';

export function submitEdit(parts: SubmitDependencies, kind: 'edit' | 'retexture') {
  return async (call: Call<EditBody>) => {
    const { body, token, language } = call;
    const text = body.prompt.trim();
    const version = chooseDefaultVersion(parts, token, body);
    const prompt = readSinglePrompt(text, version, {
      ...promptUse(parts, token, { text, version, model: body.model }),
      for: 'change',
    });
    rejectUnusableParameters(prompt, kind);
    if (prompt.hasAspect)
      throw new AppError(
        'parameter_conflict',
        problemDetails({
          parameter: '--ar',
          other: untranslatedText(kind),
          remedy: promptWords('result_keeps_shape'),
        }),
      );
    const addresses: InputsRequest['addresses'] = [
      { address: body.image, role: 'picture', param: 'image' },
      ...(body.maskBase64 ? [{ address: body.maskBase64, role: 'mask', param: 'maskBase64' } as const] : []),
    ];
    if (prompt.text === '') throw new AppError('prompt_empty');
    const { inputs, pictures } = await takeInputs(parts, { addresses, token });
    const size = editSize(inputs[0] as TaskInput);
    const order: Order = {
      job: {
        ...engineParameters(prompt),
        kind,
        prompt: prompt.text,
        seed: prompt.seed ?? newSeed(),
        ...size,
        inputs,
      },
      pictures,
      model: body.model ?? prompt.model,
      tier: prompt.tier,
      wire: {
        action: kind === 'edit' ? 'EDIT' : 'RETEXTURE',
        prompt: text,
        finalPrompt: normalizePrompt(prompt),
        ...readAs(prompt),
        description: `/${kind} ${text}`,
        aspect: size,
        botType: botTypeFor(prompt.version),
        parentId: null,
      },
    };
    return acceptedResponse(await placeOrders(parts, call, [order]), language);
  };
}

const longestEdge = 2048;
const shortestEdge = 64;

/** The size of the picture, up to a limit, because four are generated. Throws AppError `picture_invalid`. */
export function editSize({ width, height }: PixelSize): PixelSize {
  const scale = Math.min(1, longestEdge / Math.max(width, height));
  if (Math.min(width, height) * scale < shortestEdge)
    throw new AppError('picture_invalid', { param: 'image', ...reasonTexts(tooSmall({ width, height })) });
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function tooSmall(size: PixelSize): Reason {
  return reason('edit_size', { size: sizeText(size), least: shortestEdge, most: longestEdge });
}
