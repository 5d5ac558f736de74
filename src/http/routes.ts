/** The URL contract on one page: method, path, who may call, and the handler. */
import { z } from 'zod';
import type { Storage } from '../media/storage.ts';
import { imageRoutes } from './image/image-routes.ts';
import { getOutput } from './media/get-output.ts';
import { getModel, listModels } from './models/list-models.ts';
import type { OpenStreams } from './open-streams.ts';
import type { TaskBus } from './task-bus.ts';
import type { KeptReplies } from './kept-replies.ts';
import type { Records } from './records.ts';
import { route, type Route } from './route.ts';
import { operationRoutes, type ConsoleParts } from './console/operation-routes.ts';
import { sessionRoutes } from './console/session-routes.ts';
import { ranged } from './sent-headers.ts';
import { livez, readyz } from './site/health.ts';
import { startPage } from './site/start-page.ts';
import type { SubmitParts } from './submit.ts';
import { videoRoutes } from './video/video-routes.ts';
import { errorAnswer } from './video/wire.ts';

export interface RouteParts extends SubmitParts, ConsoleParts {
  /** Announced changes, for streams. */
  readonly bus: TaskBus;
  readonly streams: OpenStreams;
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
  return [...imageRoutes(parts), ...videoRoutes(parts), ...consoleRoutes(parts), ...siteRoutes(parts)];
}

function consoleRoutes(parts: RouteParts): Route[] {
  return [...sessionRoutes(parts), ...operationRoutes(parts)];
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
      headers: ranged,
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
