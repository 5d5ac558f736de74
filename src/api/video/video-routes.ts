/** The routes of the video interface. */
import { eventRoutes } from '../http/tasks/event-routes.ts';
import type { EventDependencies } from '../http/tasks/task-events.ts';
import { route, type Route } from '../http/route.ts';
import type { TaskRouteDependencies } from '../http/tasks/task-route-parts.ts';
import { idempotent, rangeHeaders } from '../http/sent-headers.ts';
import { contentResponses } from '../http/reply/send-file.ts';
import { clipFields, createFields } from './body-fields.ts';
import { cancelVideo } from './cancel-video.ts';
import { editVideo, extendVideo, remixVideo } from './change-video.ts';
import { createVideo, quoteVideo } from './create-video.ts';
import { deleteVideo } from './delete-video.ts';
import { getVideoContent } from './get-video-content.ts';
import { getVideo } from './get-video.ts';
import { listVideos } from './list-videos.ts';
import { listWebhooks, redeliverWebhook } from './webhooks.ts';
import { contentQuery, createBody, editBody, extendBody, listQuery, noQuery, remixBody } from './bodies.ts';
import {
  deletedResponse,
  quoteResponse,
  redeliveredResponse,
  videoEvents,
  videoList,
  videoRecord,
  webhookList,
} from './wire.ts';

const video = { interfaceName: 'video', auth: 'key', query: noQuery } as const;
const post = { ...video, method: 'POST', multipart: true } as const;
const makes = {
  ...post,
  headers: idempotent,
  responses: {
    200: {
      description: 'The record of the new clip, or of the clip created earlier with this Idempotency-Key.',
      shape: videoRecord,
      headers: ['openai-poll-after-ms', 'x-should-retry'],
    },
  },
} as const;
/** Error codes of prompts and models, of pictures, and of creating a clip. */
const ofWords = [
  'engine_loop',
  'model_not_in_group',
  'model_not_allowed',
  'group_closed',
  'banned_word',
  'prompt_flagged',
  'moderation_unavailable',
] as const;
const ofPictures = [
  'model_unknown',
  'field_not_taken',
  'picture_invalid',
  'link_invalid',
  'file_expired',
] as const;
const ofMaking = [
  'token_expired',
  'account_suspended',
  'insufficient_balance',
  'token_cap_reached',
  'member_budget_reached',
  'task_unknown',
  'idempotency_conflict',
  'queue_full',
  'token_rate_reached',
  'token_open_reached',
  'account_open_reached',
] as const;
const changes = { ...makes, errorCodes: [...ofWords, ...ofMaking, 'parent_not_ready'] } as const;

export function videoRoutes(parts: TaskRouteDependencies & EventDependencies): Route[] {
  return [
    ...createRoutes(parts),
    ...changeRoutes(parts),
    ...readRoutes(parts),
    ...content(parts),
    ...eventRoutes(parts, videoEvents(parts), {
      one: '/v1/videos/:id/events',
      all: '/v1/events',
      noun: 'clip',
    }),
    ...webhookRoutes(parts),
  ];
}

function createRoutes(parts: TaskRouteDependencies): Route[] {
  const fields = createFields(parts.catalogue.models.map(({ card }) => card));
  return [
    route({
      ...makes,
      path: '/v1/videos',
      summary: 'Create a clip',
      body: createBody,
      fields,
      errorCodes: [...ofWords, ...ofPictures, ...ofMaking, 'uploads_full'],
      handle: createVideo(parts),
    }),
    route({
      ...post,
      path: '/v1/videos/quote',
      summary: 'Get the price of a request without creating a clip',
      body: createBody,
      fields,
      responses: { 200: { description: 'The price; no clip is created.', shape: quoteResponse } },
      errorCodes: [...ofWords, ...ofPictures],
      handle: quoteVideo(parts),
    }),
  ];
}

function changeRoutes(parts: TaskRouteDependencies): Route[] {
  return [
    route({
      ...changes,
      path: '/v1/videos/edits',
      summary: 'Edit a clip',
      body: editBody,
      fields: clipFields,
      handle: editVideo(parts),
    }),
    route({
      ...changes,
      path: '/v1/videos/extensions',
      summary: 'Extend a clip',
      body: extendBody,
      fields: clipFields,
      handle: extendVideo(parts),
    }),
    route({
      ...changes,
      path: '/v1/videos/:id/remix',
      summary: 'Remix a clip with another prompt',
      body: remixBody,
      handle: remixVideo(parts),
    }),
    route({
      ...video,
      method: 'POST',
      path: '/v1/videos/:id/cancel',
      summary: 'Cancel a clip without charge',
      responses: {
        200: {
          description: 'The record of the clip. A running task stops shortly afterwards.',
          shape: videoRecord,
        },
      },
      errorCodes: ['task_unknown', 'task_ended', 'task_bought'],
      handle: cancelVideo(parts),
    }),
  ];
}

function readRoutes(parts: TaskRouteDependencies): Route[] {
  return [
    route({
      ...video,
      method: 'GET',
      path: '/v1/videos',
      summary: 'List your clips, newest first',
      query: listQuery,
      responses: { 200: { description: 'A page of records.', shape: videoList } },
      errorCodes: ['cursor_unknown'],
      handle: listVideos(parts),
    }),
    route({
      ...video,
      method: 'GET',
      path: '/v1/videos/:id',
      summary: 'Retrieve a clip',
      responses: {
        200: { description: 'The record.', shape: videoRecord, headers: ['ETag', 'openai-poll-after-ms'] },
        304: { description: 'Not modified.', headers: ['ETag', 'openai-poll-after-ms'] },
      },
      errorCodes: ['task_unknown'],
      isPoll: true,
      handle: getVideo(parts),
    }),
    route({
      ...video,
      method: 'DELETE',
      path: '/v1/videos/:id',
      summary: 'Delete a clip with its file and record',
      responses: { 200: { description: 'Deleted.', shape: deletedResponse } },
      errorCodes: ['task_unknown'],
      handle: deleteVideo(parts),
    }),
  ];
}

function content(parts: TaskRouteDependencies): Route[] {
  const line = {
    ...video,
    path: '/v1/videos/:id/content',
    query: contentQuery,
    headers: rangeHeaders,
    responses: contentResponses('The clip, its thumbnail or its spritesheet', [
      'video/mp4',
      'video/webm',
      'video/quicktime',
      'video/x-matroska',
      'image/webp',
      'image/jpeg',
    ]),
    errorCodes: [
      'variant_unknown',
      'variant_missing',
      'task_unknown',
      'file_unknown',
      'video_not_ready',
      'video_failed',
      'video_expired',
      'file_expired',
      'range_invalid',
    ],
    handle: getVideoContent(parts),
  } as const;
  return [
    route({ ...line, method: 'GET', summary: 'Download a finished clip, its thumbnail or its spritesheet' }),
    route({ ...line, method: 'HEAD', summary: 'Get the size and type of a finished clip', hidden: true }),
  ];
}

function webhookRoutes(parts: TaskRouteDependencies & EventDependencies): Route[] {
  return [
    route({
      ...video,
      method: 'GET',
      path: '/v1/videos/:id/webhooks',
      summary: 'List the webhook deliveries of a clip',
      responses: { 200: { description: 'Each URL with its delivery attempts.', shape: webhookList } },
      errorCodes: ['task_unknown'],
      handle: listWebhooks(parts),
    }),
    route({
      ...video,
      method: 'POST',
      path: '/v1/videos/:id/webhooks/:hook/redeliver',
      summary: 'Redeliver a webhook',
      responses: { 200: { description: 'The delivery is scheduled.', shape: redeliveredResponse } },
      errorCodes: ['task_unknown', 'hook_unknown', 'video_not_ready'],
      handle: redeliverWebhook(parts),
    }),
  ];
}
