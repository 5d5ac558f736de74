/** The route of chat completions. */
import { route, type Route } from '../../http/route.ts';
import type { ImagesParts } from '../openai/images-parts.ts';
import { post } from '../openai/post.ts';
import { answerChat } from './answer-chat.ts';
import { chatBody } from './bodies.ts';
import { chatResponse } from './chat-response.ts';

export function chatRoutes(parts: ImagesParts): Route[] {
  return [
    route({
      ...post,
      multipart: false,
      path: '/v1/chat/completions',
      summary: 'Generate images in a chat (OpenAI chat completions)',
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
  ];
}
