/** Asks a chat model one question: a request, and one more if the server refuses what is optional in it. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import type { HttpClient, HttpResponse } from '../../adapter-kit/http/http-client.ts';
import {
  openAiErrorShape,
  paidStartFailure,
  startFailure,
  failureText,
} from '../../adapter-kit/http/http-failures.ts';
import type { AskStep } from '../../contract/steps/step.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';
import { readAnswer, type ChatAnswer } from './chat-answer.ts';
import { chatBody, plainBody } from './chat-request.ts';
import type { ChatSettings } from './chat-settings.ts';

export interface ChatQuestion {
  readonly step: AskStep;
  readonly signal: AbortSignal;
  /** Called when the first request was sent. */
  readonly onSent: () => void;
}

export type AskChat = (question: ChatQuestion) => Promise<ChatAnswer>;

export interface ChatServer {
  readonly client: HttpClient;
  readonly url: string;
  readonly settings: ChatSettings;
}

/** Throws EngineError. */
export function openChat(server: ChatServer): AskChat {
  const { client, url, settings } = server;
  const path = `${apiPath(url)}/chat/completions`;
  const timeoutMs = settings.timeoutSeconds * 1000;
  /**
   * Whether the server answered the plain request after it had refused the other one. From then on, it gets
   * only plain ones.
   */
  let isPlain = false;

  const send = (body: object, { signal, onSent }: Omit<ChatQuestion, 'step'>): Promise<HttpResponse> =>
    client.send({ path, body, signal, timeoutMs, onSent });

  return async question => {
    const { step } = question;
    const plain = () => plainBody(step, settings);
    const first = await send(isPlain ? await plain() : await chatBody(step, settings), question);
    const isRefused = first.status === 400 || first.status === 422;
    const response = isRefused && !isPlain ? await send(await plain(), question) : first;
    if (!response.isOk) throw toFailure(response, server);
    isPlain ||= isRefused;
    return readAnswer(response);
  };
}

/**
 * llama.cpp answers 500 with its own error if it cannot answer this one question: an image without a
 * projector, a text that is not UTF-8. The server is there. A provider that is paid may say so after it
 * counted the answer, so there it stays unknown.
 */
function toFailure(response: HttpResponse, { client, settings }: ChatServer): EngineError {
  if (settings.paid) return paidStartFailure(response, client, openAiErrorShape);
  const isOwn = openAiErrorShape.safeParse(boundedJson(response.bytes)).success;
  if (response.status !== 500 || !isOwn) return startFailure(response, client);
  const cause = failureText(response, client);
  return new EngineError('engine_error', reason('question_unanswered'), { retryable: true, cause });
}

/** A base URL that is only an origin has the API at `/v1`. */
export function apiPath(url: string): string {
  return new URL(url).pathname === '/' ? '/v1' : '';
}
