/** Pictures of Nano Banana and answers of Gemini: one request each, answered with the result. */
import { EngineError } from '../../contract/engine.ts';
import type { AnswerProtocol } from '../../adapter-kit/hosted/answer-engine.ts';
import type { HttpClient } from '../../adapter-kit/http/http-client.ts';
import { pictureOf } from '../../adapter-kit/answers/picture-of.ts';
import { readContent, type Content } from './content-answer.ts';
import { pictureRequest, questionRequest } from './content-request.ts';
import { googleStartFailure } from './google-client.ts';
import type { GoogleSettings } from './google-settings.ts';

export function contentProtocol(client: HttpClient, settings: GoogleSettings): AnswerProtocol {
  return {
    requestOf(step) {
      if (step.primitive === 'ask') return questionRequest(step);
      if (step.primitive === 'generate' || step.primitive === 'instruct')
        return pictureRequest(step, settings);
      throw new EngineError('engine_rejected', `it cannot do ${step.primitive}`, { notStarted: true });
    },
    async answerOf(answer, { primitive }) {
      const content = readContent(answer, client);
      if (primitive === 'ask') return { files: [], texts: [wordsIn(content)] };
      const [bytes] = content.pictures;
      if (bytes) return { files: [await pictureOf(bytes)] };
      const said = client.clean(content.text) || content.reason;
      const message = `it responded without an image${said && `: ${said}`}`;
      throw new EngineError('engine_error', message, {
        retryable: true,
        ...(content.reason && { cause: content.reason }),
      });
    },
    startFailure: answer => googleStartFailure(answer, client),
  };
}

function wordsIn({ text, isCut, reason }: Content): string {
  if (isCut) throw new EngineError('engine_error', 'the response exceeds its length limit');
  if (text === '')
    throw new EngineError('engine_error', 'the model returned no text', {
      retryable: true,
      ...(reason && { cause: reason }),
    });
  return text;
}
