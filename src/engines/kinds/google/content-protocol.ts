/** Pictures of Nano Banana and answers of Gemini: one request each, answered with the result. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import type { AnswerProtocol } from '../../adapter-kit/hosted/answer-engine.ts';
import type { HttpClient } from '../../adapter-kit/http/http-client.ts';
import { toHeldPicture } from '../../adapter-kit/answers/held-picture.ts';
import { readContent, type Content } from './content-answer.ts';
import { pictureRequest, questionRequest } from './content-request.ts';
import { googleStartFailure } from './google-client.ts';
import type { GoogleSettings } from './google-settings.ts';

export function contentProtocol(client: HttpClient, settings: GoogleSettings): AnswerProtocol {
  return {
    toRequest(step) {
      if (step.primitive === 'ask') return questionRequest(step);
      if (step.primitive === 'generate' || step.primitive === 'instruct')
        return pictureRequest(step, settings);
      throw new EngineError('engine_rejected', reason('step_unsupported', { primitive: step.primitive }), {
        notStarted: true,
      });
    },
    async readAnswer(answer, { primitive }) {
      const content = readContent(answer, client);
      if (primitive === 'ask') return { files: [], texts: [wordsIn(content)] };
      const [bytes] = content.pictures;
      if (bytes) return { files: [await toHeldPicture(bytes)] };
      const message = client.clean(content.text) || content.reason;
      throw new EngineError('engine_error', reason('image_none', { said: message }), {
        retryable: true,
        ...(content.reason && { cause: content.reason }),
      });
    },
    startFailure: answer => googleStartFailure(answer, client),
  };
}

function wordsIn({ text, isCut, reason: ending }: Content): string {
  if (isCut) throw new EngineError('engine_error', reason('text_cut'));
  if (text === '')
    throw new EngineError('engine_error', reason('text_none'), {
      retryable: true,
      ...(ending && { cause: ending }),
    });
  return text;
}
