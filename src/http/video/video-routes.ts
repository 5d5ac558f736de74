/** The video interface's part of the URL contract. */
import { z } from 'zod';
import { getAccountEvents, getVideoEvents, type EventParts } from './get-events.ts';
import type { RouteParts } from '../routes.ts';
import { route, type Route } from '../route.ts';
import { idempotent, ranged, resumable } from '../sent-headers.ts';
import { cancelVideo } from './cancel-video.ts';
import { editVideo, extendVideo, remixVideo } from './change-video.ts';
import { createVideo, quoteVideo } from './create-video.ts';
import { deleteVideo } from './delete-video.ts';
import { getVideoContent } from './get-video-content.ts';
import { getVideo } from './get-video.ts';
import { listVideos } from './list-videos.ts';
import { listWebhooks, redeliverWebhook } from './webhooks.ts';
import {
  contentQuery,
  createBody,
  deletedAnswer,
  editBody,
  errorAnswer,
  eventsQuery,
  extendBody,
  listQuery,
  quoteAnswer,
  remixBody,
  videoList,
  videoRecord,
  webhookList,
} from './wire.ts';

const video = { family: 'video', auth: 'key' } as const;
const refused = { 400: errorAnswer, 401: errorAnswer, 403: errorAnswer };
const missing = { 401: errorAnswer, 404: errorAnswer };
const made = { 200: videoRecord, ...refused, 402: errorAnswer, 409: errorAnswer, 429: errorAnswer };
const post = { ...video, method: 'POST', multipart: true, answers: made, headers: idempotent } as const;

export function videoRoutes(parts: RouteParts & EventParts): Route[] {
  return [...makers(parts), ...readers(parts), ...content(parts), ...tellers(parts)];
}

function makers(parts: RouteParts): Route[] {
  return [
    route({
      ...post,
      path: '/v1/videos',
      summary: 'Words, pictures or both to a clip',
      body: createBody,
      handle: createVideo(parts),
    }),
    route({
      ...video,
      method: 'POST',
      multipart: true,
      path: '/v1/videos/quote',
      summary: 'What that request would cost',
      body: createBody,
      answers: { 200: quoteAnswer, ...refused },
      handle: quoteVideo(parts),
    }),
    route({
      ...post,
      path: '/v1/videos/edits',
      summary: 'A clip of yours changed as the prompt says',
      body: editBody,
      handle: editVideo(parts),
    }),
    route({
      ...post,
      path: '/v1/videos/extensions',
      summary: 'A clip of yours goes on',
      body: extendBody,
      handle: extendVideo(parts),
    }),
    route({
      ...post,
      path: '/v1/videos/:id/remix',
      summary: 'The clip with another prompt',
      body: remixBody,
      handle: remixVideo(parts),
    }),
    route({
      ...video,
      method: 'POST',
      path: '/v1/videos/:id/cancel',
      summary: 'Cancel a clip, uncharged',
      answers: { 200: videoRecord, ...missing },
      handle: cancelVideo(parts),
    }),
  ];
}

function readers(parts: RouteParts): Route[] {
  return [
    route({
      ...video,
      method: 'GET',
      path: '/v1/videos',
      summary: 'Your clips, newest first',
      query: listQuery,
      answers: { 200: videoList, ...refused },
      handle: listVideos(parts),
    }),
    route({
      ...video,
      method: 'GET',
      path: '/v1/videos/:id',
      summary: 'The record of a clip',
      answers: { 200: videoRecord, ...missing },
      handle: getVideo(parts),
    }),
    route({
      ...video,
      method: 'DELETE',
      path: '/v1/videos/:id',
      summary: 'Delete a clip, file and record',
      answers: { 200: deletedAnswer, ...missing },
      handle: deleteVideo(parts),
    }),
  ];
}

function content(parts: RouteParts): Route[] {
  const file = z.string().meta({ format: 'binary' });
  const line = {
    ...video,
    path: '/v1/videos/:id/content',
    query: contentQuery,
    headers: ranged,
    answers: { 200: file, 206: file, 404: errorAnswer, 409: errorAnswer, 410: errorAnswer },
    handle: getVideoContent(parts),
  } as const;
  return [
    route({ ...line, method: 'GET', summary: 'The finished clip, its thumbnail or its spritesheet' }),
    route({ ...line, method: 'HEAD', summary: 'Size and type of the finished clip', hidden: true }),
  ];
}

function tellers(parts: RouteParts & EventParts): Route[] {
  const events = { 200: z.string().meta({ contentMediaType: 'text/event-stream' }), ...missing };
  return [
    route({
      ...video,
      method: 'GET',
      path: '/v1/videos/:id/events',
      summary: 'Changes of a clip, as server-sent events',
      query: eventsQuery,
      headers: resumable,
      streams: true,
      answers: events,
      handle: getVideoEvents(parts),
    }),
    route({
      ...video,
      method: 'GET',
      path: '/v1/events',
      summary: 'Changes of all your clips, as server-sent events',
      query: eventsQuery,
      headers: resumable,
      streams: true,
      answers: events,
      handle: getAccountEvents(parts),
    }),
    route({
      ...video,
      method: 'GET',
      path: '/v1/videos/:id/webhooks',
      summary: 'What was told of a clip, and how it went',
      answers: { 200: webhookList, ...missing },
      handle: listWebhooks(parts),
    }),
    route({
      ...video,
      method: 'POST',
      path: '/v1/videos/:id/webhooks/:hook/redeliver',
      summary: 'Tell it once more',
      answers: { 200: z.object({ id: z.string(), object: z.string(), state: z.string() }), ...missing },
      handle: redeliverWebhook(parts),
    }),
  ];
}
