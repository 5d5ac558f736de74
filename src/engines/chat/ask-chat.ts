/** Asks a chat model one question: a request, and one more if the server refuses what is optional in it. */
import type { HttpClient, HttpResponse } from '../http/http-client.ts';
import { openAiErrorShape, paidStartFailure, startFailure } from '../http/http-failures.ts';
import type { AskStep } from '../plan/step-engine.ts';
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
export function openChat({ client, url, settings }: ChatServer): AskChat {
  const path = `${apiPath(url)}/chat/completions`;
  const timeoutMs = settings.timeoutSeconds * 1000;
  /** Once the server has answered the plain request where it refused the other, it gets only plain ones. */
  let isPlain = false;

  const send = (body: object, { signal, onSent }: Omit<ChatQuestion, 'step'>): Promise<HttpResponse> =>
    client.send({ path, body, signal, timeoutMs, onSent });

  return async question => {
    const { step } = question;
    const plain = () => plainBody(step, settings);
    const first = await send(isPlain ? await plain() : await chatBody(step, settings), question);
    const isRefused = first.status === 400 || first.status === 422;
    const response = isRefused && !isPlain ? await send(await plain(), question) : first;
    if (!response.isOk)
      throw settings.paid
        ? paidStartFailure(response, client, openAiErrorShape)
        : startFailure(response, client);
    isPlain ||= isRefused;
    return readAnswer(response);
  };
}

/** A base URL that is only an origin has the API at `/v1`. */
export function apiPath(url: string): string {
  return new URL(url).pathname === '/' ? '/v1' : '';
}
