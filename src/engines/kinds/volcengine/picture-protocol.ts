/** Pictures: one request, which is answered with the picture. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { AnswerProtocol } from '../../adapter-kit/hosted/answer-engine.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { cardParameters } from '../../planner/card-parameters.ts';
import { decodeBase64, toDataUrl, toHeldPicture } from '../../adapter-kit/answers/held-picture.ts';
import { arkStartFailure, errorShape, isContentRefusal } from './failures.ts';

const parameters = { watermark: 'boolean', guidance_scale: 'number', output_format: 'string' } as const;

const answerShape = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), error: errorShape.nullish() })).nullish(),
  error: errorShape.nullish(),
});

export function pictureProtocol(client: HttpClient): AnswerProtocol {
  return {
    toRequest(step) {
      if (step.primitive !== 'generate' && step.primitive !== 'instruct')
        throw new EngineError('engine_rejected', reason('step_unsupported', { primitive: step.primitive }), {
          notStarted: true,
        });
      const { upstream: model, prompt, width, height } = step;
      const pictures = step.primitive === 'instruct' ? step.pictures.map(toDataUrl) : [];
      const body = {
        // It puts a mark into the corner unless it is told otherwise.
        watermark: false,
        ...cardParameters(step.parameters, parameters),
        model,
        prompt,
        size: `${width}x${height}`,
        response_format: 'b64_json',
        ...(pictures.length > 0 && { image: pictures.length > 1 ? pictures : pictures[0] }),
      };
      return { path: '/api/v3/images/generations', body };
    },
    async readAnswer(answer) {
      const { data, error } = readJson(answer, answerShape);
      const [item] = data ?? [];
      if (item?.b64_json) return { files: [await toHeldPicture(decodeBase64(item.b64_json))] };
      const { code, message } = item?.error ?? error ?? {};
      const cause = client.clean(message ?? '');
      if (isContentRefusal(code))
        throw new EngineError('content_refused', reason('refused', { said: cause }), { notStarted: true });
      throw new EngineError('engine_error', reason('picture_none'), { retryable: true, cause });
    },
    startFailure: answer => arkStartFailure(answer, client),
  };
}
