/** The URL contract on one page: method, path, who may call, and the handler. */
import { z } from 'zod';
import type { Database } from '../db/open.ts';
import type { Storage } from '../media/storage.ts';
import { imageRoutes } from './image/image-routes.ts';
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

export function routes(parts: RouteParts): Route[] {
  return [...imageRoutes(parts), ...videoRoutes(parts), ...siteRoutes(parts)];
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
