/**
 * OpenRouter's paths, under the base URL that its clients have: `/api/v1`. Images and videos have a form of
 * their own; chats and models are those of `/v1`. Decision 42 compares the forms.
 */
import { z } from 'zod';
import { contentResponses } from '../http/reply/send-file.ts';
import { route, type Route } from '../http/route.ts';
import { idempotent, rangeHeaders } from '../http/sent-headers.ts';
import type { WaitingDependencies } from '../http/tasks/waiting-parts.ts';
import { post } from '../image/openai/post.ts';
import { contentQuery } from '../video/bodies.ts';
import { getVideoContent } from '../video/get-video-content.ts';
import { generateOpenRouterImages, imagesBody, openRouterImages } from './open-router-images.ts';
import {
  createOpenRouterVideo,
  getOpenRouterVideo,
  openRouterVideo,
  videosBody,
} from './open-router-videos.ts';

const base = '/api/v1';

/** `shared`: routes of `/v1` whose form is the same. */
export function openRouterRoutes(parts: WaitingDependencies, shared: readonly Route[]): Route[] {
  const aliasRoutes = shared.map(one => ({ ...one, path: one.path.replace(/^\/v1/, base), hidden: true }));
  return [imagesRoute(parts), ...videoRoutes(parts), ...aliasRoutes];
}

function imagesRoute(parts: WaitingDependencies): Route {
  return route({
    ...post,
    multipart: false,
    path: `${base}/images`,
    summary: 'Generate or edit images (OpenRouter)',
    body: imagesBody,
    responses: {
      200: {
        description: 'The images. With `stream`, server-sent events as of the Images API instead.',
        shape: openRouterImages,
        types: ['text/event-stream'],
      },
    },
    handle: generateOpenRouterImages(parts),
  });
}

function videoRoutes(parts: WaitingDependencies): Route[] {
  const line = { interfaceName: 'video', auth: 'key' } as const;
  const ofMaking = [
    'insufficient_balance',
    'queue_full',
    'idempotency_conflict',
    'banned_word',
    'prompt_flagged',
    'moderation_unavailable',
  ] as const;
  return [
    route({
      ...line,
      method: 'POST',
      path: `${base}/videos`,
      summary: 'Create a clip (OpenRouter)',
      body: videosBody,
      headers: idempotent,
      responses: { 202: { description: 'The clip, which goes on.', shape: openRouterVideo } },
      errorCodes: ofMaking,
      handle: createOpenRouterVideo(parts),
    }),
    route({
      ...line,
      method: 'GET',
      path: `${base}/videos/:id`,
      summary: 'Retrieve a clip (OpenRouter)',
      responses: { 200: { description: 'The clip.', shape: openRouterVideo } },
      errorCodes: ['task_unknown'],
      handle: getOpenRouterVideo(parts),
    }),
    route({
      ...line,
      method: 'GET',
      path: `${base}/videos/:id/content`,
      summary: 'Download a clip (OpenRouter)',
      query: contentQuery.extend({ index: z.literal('0').optional() }),
      headers: rangeHeaders,
      responses: contentResponses('The clip', [
        'video/mp4',
        'video/webm',
        'video/quicktime',
        'video/x-matroska',
      ]),
      errorCodes: ['task_unknown', 'video_not_ready', 'file_expired'],
      handle: getVideoContent(parts),
    }),
  ];
}
