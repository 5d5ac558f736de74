/** The URL contract on one page: method, path, who may call, and the handler. */
import { z } from 'zod';
import type { Database } from '../db/open.ts';
import { AppError } from '../errors.ts';
import type { Storage } from '../media/storage.ts';
import { cancelImageTask } from './image/cancel-image-task.ts';
import { fetchTask } from './image/fetch-task.ts';
import { listTasks } from './image/list-tasks.ts';
import { submitAction } from './image/submit-action.ts';
import { submitImagine } from './image/submit-imagine.ts';
import { actionBody, imagineBody, listBody, submitAnswer, taskRecord } from './image/wire.ts';
import { getOutput } from './media/get-output.ts';
import { getModel, listModels } from './models/list-models.ts';
import type { KeptReplies } from './kept-replies.ts';
import type { Records } from './records.ts';
import { route, type Route } from './route.ts';
import { livez, readyz } from './site/health.ts';
import { startPage } from './site/start-page.ts';
import type { SubmitParts } from './submit.ts';
import { cancelVideo } from './video/cancel-video.ts';
import { createVideo } from './video/create-video.ts';
import { getVideoContent } from './video/get-video-content.ts';
import { getVideo } from './video/get-video.ts';
import { listVideos } from './video/list-videos.ts';
import { contentQuery, createBody, errorAnswer, listQuery, videoList, videoRecord } from './video/wire.ts';

export interface RouteParts extends SubmitParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly records: Records;
  readonly replies: KeptReplies;
  readonly retentionHours: number;
  readonly baseUrl: string | undefined;
  readonly isDraining: () => boolean;
  /** The document of the server that the routes are put on. */
  readonly openApi: () => object;
}

/** The image interface is mounted under each of these; the first is the one in the OpenAPI document. */
const imagePrefixes = [
  '/mj',
  '/mj-fast/mj',
  '/mj-relax/mj',
  '/mj-turbo/mj',
  '/fast/mj',
  '/relax/mj',
  '/turbo/mj',
  '/mj/mj',
] as const;

export function routes(parts: RouteParts): Route[] {
  return [
    ...imagePrefixes.flatMap(prefix => imageRoutes(prefix, parts)),
    ...videoRoutes(parts),
    ...siteRoutes(parts),
  ];
}

/** Known to clients of the format, and not offered: a clear refusal, since gateways switch off a channel for a 404. */
const notOffered = [
  'submit/change',
  'submit/simple-change',
  'submit/modal',
  'submit/blend',
  'submit/describe',
  'submit/shorten',
  'submit/edits',
  'submit/edit',
  'submit/retexture',
  'submit/video',
  'submit/show',
  'submit/upload-discord-images',
  'insight-face/swap',
] as const;

function imageRoutes(prefix: string, parts: RouteParts): Route[] {
  const image = { family: 'image', auth: 'key', hidden: prefix !== '/mj' } as const;
  const refused = notOffered.map(name =>
    route({
      ...image,
      hidden: true,
      method: 'POST',
      path: `${prefix}/${name}`,
      summary: 'Not offered',
      handle: async () => {
        throw new AppError('not_offered', { operation: name });
      },
    }),
  );
  return [
    ...refused,
    route({
      ...image,
      method: 'POST',
      path: `${prefix}/submit/imagine`,
      summary: 'Text to a 2x2 grid of pictures',
      body: imagineBody,
      answers: { 200: submitAnswer },
      handle: submitImagine(parts),
    }),
    route({
      ...image,
      method: 'POST',
      path: `${prefix}/submit/action`,
      summary: 'Press a button of a finished task',
      body: actionBody,
      answers: { 200: submitAnswer },
      handle: submitAction(parts),
    }),
    route({
      ...image,
      method: 'GET',
      path: `${prefix}/task/:id/fetch`,
      summary: 'The record of a task',
      answers: { 200: taskRecord, 404: submitAnswer },
      handle: fetchTask(parts),
    }),
    route({
      ...image,
      method: 'POST',
      path: `${prefix}/task/list-by-condition`,
      summary: 'The records of several tasks',
      body: listBody,
      answers: { 200: z.array(taskRecord) },
      handle: listTasks(parts),
    }),
    route({
      ...image,
      method: 'POST',
      path: `${prefix}/task/:id/cancel`,
      summary: 'Cancel a task, uncharged',
      answers: { 200: submitAnswer, 404: submitAnswer },
      handle: cancelImageTask(parts),
    }),
  ];
}

function videoRoutes(parts: RouteParts): Route[] {
  const video = { family: 'video', auth: 'key' } as const;
  const refused = { 400: errorAnswer, 401: errorAnswer, 403: errorAnswer };
  const file = z.string().meta({ format: 'binary' });
  const content = {
    ...video,
    path: '/v1/videos/:id/content',
    query: contentQuery,
    answers: { 200: file, 206: file, 404: errorAnswer, 409: errorAnswer, 410: errorAnswer },
  } as const;
  return [
    route({
      ...video,
      method: 'POST',
      path: '/v1/videos',
      summary: 'Text to a clip',
      body: createBody,
      multipart: true,
      answers: { 200: videoRecord, ...refused, 402: errorAnswer, 429: errorAnswer },
      handle: createVideo(parts),
    }),
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
      answers: { 200: videoRecord, 401: errorAnswer, 404: errorAnswer },
      handle: getVideo(parts),
    }),
    route({
      ...content,
      method: 'GET',
      summary: 'The finished clip, or its thumbnail',
      handle: getVideoContent(parts),
    }),
    route({
      ...content,
      method: 'HEAD',
      summary: 'Size and type of the finished clip',
      hidden: true,
      handle: getVideoContent(parts),
    }),
    route({
      ...video,
      method: 'POST',
      path: '/v1/videos/:id/cancel',
      summary: 'Cancel a clip, uncharged',
      answers: { 200: videoRecord, 404: errorAnswer },
      handle: cancelVideo(parts),
    }),
  ];
}

function siteRoutes(parts: RouteParts): Route[] {
  const site = { family: 'site', auth: 'none' } as const;
  const model = z.record(z.string(), z.unknown());
  return [
    route({
      ...site,
      method: 'GET',
      path: '/',
      summary: 'Start page',
      hidden: true,
      handle: startPage(parts),
    }),
    route({ ...site, method: 'GET', path: '/livez', summary: 'Is the process alive?', handle: livez(parts) }),
    route({
      ...site,
      method: 'GET',
      path: '/readyz',
      summary: 'Can it serve requests?',
      handle: readyz(parts),
    }),
    route({
      ...site,
      method: 'GET',
      path: '/openapi.json',
      summary: 'This document',
      handle: async ({ reply }) => reply.type('application/json').send(JSON.stringify(parts.openApi())),
    }),
    route({
      ...site,
      method: 'GET',
      path: '/v1/models',
      auth: 'any-key',
      summary: 'The models your token can use',
      answers: { 200: z.object({ object: z.literal('list'), data: z.array(model) }) },
      handle: listModels(parts),
    }),
    route({
      ...site,
      method: 'GET',
      path: '/v1/models/:id',
      auth: 'any-key',
      summary: 'One model: prices and parameters',
      answers: { 200: model, 404: errorAnswer },
      handle: getModel(parts),
    }),
    route({
      ...site,
      method: 'GET',
      path: '/media/:file',
      summary: 'A picture by its address',
      answers: { 200: z.string().meta({ format: 'binary' }) },
      handle: getOutput(parts),
    }),
    route({
      ...site,
      method: 'HEAD',
      path: '/media/:file',
      summary: 'Size and type of a picture',
      hidden: true,
      handle: getOutput(parts),
    }),
  ];
}
