/** The routes of clients that chat: chat completions and responses, for tokens of images and of clips. */
import { route, type Route } from '../http/route.ts';
import type { WaitingDependencies } from '../http/tasks/waiting-parts.ts';
import { post } from '../image/openai/post.ts';
import { answerChat } from './answer-chat.ts';
import { answerResponses } from './answer-responses.ts';
import { chatBody } from './bodies.ts';
import { chatResponse } from './chat-response.ts';
import { responsesBody } from './responses-body.ts';
import { responsesResponse } from './responses-response.ts';

const line = { ...post, auth: 'any-key', multipart: false } as const;

export function chatRoutes(parts: WaitingDependencies): Route[] {
  return [
    route({
      ...line,
      path: '/v1/chat/completions',
      summary: 'Generate images or clips in a chat (OpenAI chat completions)',
      body: chatBody,
      responses: {
        200: {
          description: 'The answer. With `stream`, server-sent events instead.',
          shape: chatResponse,
          types: ['text/event-stream'],
        },
      },
      handle: answerChat(parts),
    }),
    route({
      ...line,
      path: '/v1/responses',
      summary: 'Generate images or clips in a chat (OpenAI responses)',
      body: responsesBody,
      responses: {
        200: {
          description: 'The answer. With `stream`, server-sent events instead.',
          shape: responsesResponse,
          types: ['text/event-stream'],
        },
      },
      handle: answerResponses(parts),
    }),
  ];
}
