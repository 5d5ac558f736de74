/** The video interface's part of the URL contract. */
import { getAccountEvents, getVideoEvents, type EventParts } from './get-events.ts';
import type { RouteParts } from '../routes.ts';
import { route, type Route } from '../route.ts';
import { idempotent, ranged, resumable } from '../sent-headers.ts';
import { contentAnswers } from '../send-file.ts';
import { clipFields, createFields } from './body-fields.ts';
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
  eventsQuery,
  extendBody,
  listQuery,
  noQuery,
  quoteAnswer,
  redeliveredAnswer,
  remixBody,
  videoList,
  videoRecord,
  webhookList,
} from './wire.ts';

const video = { family: 'video', auth: 'key', query: noQuery } as const;
const post = { ...video, method: 'POST', multipart: true } as const;
const makes = {
  ...post,
  headers: idempotent,
  answers: {
    200: {
      says: 'The record of the new clip, or of the one that this Idempotency-Key made before.',
      shape: videoRecord,
      headers: ['openai-poll-after-ms', 'x-should-retry'],
    },
  },
} as const;
/** Of words and models, of pictures, and of what making a clip takes. */
const ofWords = ['model_not_in_group', 'model_not_allowed', 'group_closed', 'banned_word'] as const;
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
  'task_unknown',
  'idempotency_conflict',
  'queue_full',
  'token_rate_reached',
  'token_open_reached',
] as const;
const changes = { ...makes, refusals: [...ofWords, ...ofMaking, 'parent_not_ready'] } as const;

export function videoRoutes(parts: RouteParts & EventParts): Route[] {
  return [...makers(parts), ...readers(parts), ...content(parts), ...tellers(parts)];
}

function makers(parts: RouteParts): Route[] {
  const fields = createFields(parts.catalogue.models.map(({ card }) => card));
  return [
    route({
      ...makes,
      path: '/v1/videos',
      summary: 'Words, pictures or both to a clip',
      body: createBody,
      fields,
      refusals: [...ofWords, ...ofPictures, ...ofMaking, 'uploads_full'],
      handle: createVideo(parts),
    }),
    route({
      ...post,
      path: '/v1/videos/quote',
      summary: 'What that request would cost',
      body: createBody,
      fields,
      answers: { 200: { says: 'The price; nothing is made.', shape: quoteAnswer } },
      refusals: [...ofWords, ...ofPictures],
      handle: quoteVideo(parts),
    }),
    route({
      ...changes,
      path: '/v1/videos/edits',
      summary: 'A clip of yours changed as the prompt says',
      body: editBody,
      fields: clipFields,
      handle: editVideo(parts),
    }),
    route({
      ...changes,
      path: '/v1/videos/extensions',
      summary: 'A clip of yours goes on',
      body: extendBody,
      fields: clipFields,
      handle: extendVideo(parts),
    }),
    route({
      ...changes,
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
      answers: {
        200: { says: 'Its record; what is being made ends a moment later.', shape: videoRecord },
      },
      refusals: ['task_unknown'],
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
      answers: { 200: { says: 'A page of records.', shape: videoList } },
      refusals: ['cursor_unknown'],
      handle: listVideos(parts),
    }),
    route({
      ...video,
      method: 'GET',
      path: '/v1/videos/:id',
      summary: 'The record of a clip',
      answers: {
        200: { says: 'The record.', shape: videoRecord, headers: ['ETag', 'openai-poll-after-ms'] },
        304: { says: 'It has not changed.', headers: ['ETag', 'openai-poll-after-ms'] },
      },
      refusals: ['task_unknown'],
      handle: getVideo(parts),
    }),
    route({
      ...video,
      method: 'DELETE',
      path: '/v1/videos/:id',
      summary: 'Delete a clip, file and record',
      answers: { 200: { says: 'It is gone.', shape: deletedAnswer } },
      refusals: ['task_unknown'],
      handle: deleteVideo(parts),
    }),
  ];
}

function content(parts: RouteParts): Route[] {
  const line = {
    ...video,
    path: '/v1/videos/:id/content',
    query: contentQuery,
    headers: ranged,
    answers: contentAnswers('The clip, its thumbnail or its spritesheet', [
      'video/mp4',
      'image/webp',
      'image/jpeg',
    ]),
    refusals: [
      'variant_unknown',
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
    route({ ...line, method: 'GET', summary: 'The finished clip, its thumbnail or its spritesheet' }),
    route({ ...line, method: 'HEAD', summary: 'Size and type of the finished clip', hidden: true }),
  ];
}

function tellers(parts: RouteParts & EventParts): Route[] {
  const stream = { ...video, method: 'GET', query: eventsQuery, headers: resumable, streams: true } as const;
  const events = {
    says: 'Each event is named after the status, numbered, and holds the record.',
    types: ['text/event-stream'],
  };
  return [
    route({
      ...stream,
      path: '/v1/videos/:id/events',
      summary: 'Changes of a clip, as server-sent events',
      answers: { 200: events, 204: { says: 'It has ended, and you have read all of it.' } },
      refusals: ['task_unknown', 'streams_too_many'],
      handle: getVideoEvents(parts),
    }),
    route({
      ...stream,
      path: '/v1/events',
      summary: 'Changes of all your clips, as server-sent events',
      answers: { 200: events },
      refusals: ['streams_too_many'],
      handle: getAccountEvents(parts),
    }),
    route({
      ...video,
      method: 'GET',
      path: '/v1/videos/:id/webhooks',
      summary: 'What was told of a clip, and how it went',
      answers: { 200: { says: 'Each address with every attempt.', shape: webhookList } },
      refusals: ['task_unknown'],
      handle: listWebhooks(parts),
    }),
    route({
      ...video,
      method: 'POST',
      path: '/v1/videos/:id/webhooks/:hook/redeliver',
      summary: 'Tell it once more',
      answers: { 200: { says: 'It will be told.', shape: redeliveredAnswer } },
      refusals: ['task_unknown', 'hook_unknown', 'video_not_ready'],
      handle: redeliverWebhook(parts),
    }),
  ];
}
