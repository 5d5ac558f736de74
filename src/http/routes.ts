/** The URL contract on one page: method, path, who may call, and the handler. */
import { z } from 'zod';
import type { Storage } from '../media/storage.ts';
import { imageRoutes } from './image/image-routes.ts';
import { getOutput } from './media/get-output.ts';
import { getModel, listModels, modelRecord } from './models/list-models.ts';
import type { OpenStreams } from './open-streams.ts';
import type { TaskBus } from './task-bus.ts';
import type { KeptReplies } from './kept-replies.ts';
import type { Records } from './records.ts';
import { route, type Route } from './route.ts';
import { aboutRoutes } from './console/about-route.ts';
import { consolePageRoutes, type ConsolePageParts } from './console/console-page.ts';
import { consoleEvents } from './console/console-events.ts';
import { taskDownload } from './console/download-tasks.ts';
import { joinRoutes } from './console/join-routes.ts';
import { openIdRoutes, type OpenIdParts } from './console/open-id-routes.ts';
import { passkeyRoutes } from './console/passkey-routes.ts';
import { procedureRoutes, type ConsoleParts } from './console/procedure-routes.ts';
import { sessionRoutes } from './console/session-routes.ts';
import { ranged } from './sent-headers.ts';
import { livez, readyz } from './site/health.ts';
import { startPage } from './site/start-page.ts';
import type { SubmitParts } from './submit.ts';
import { noQuery } from './video/wire.ts';
import { videoRoutes } from './video/video-routes.ts';
import { contentAnswers } from './send-file.ts';

export interface RouteParts extends SubmitParts, ConsoleParts, OpenIdParts, ConsolePageParts {
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
  return [
    ...consolePageRoutes(parts),
    ...aboutRoutes(parts),
    ...sessionRoutes(parts),
    ...joinRoutes(parts),
    ...passkeyRoutes(parts),
    ...openIdRoutes(parts),
    ...procedureRoutes(parts),
    consoleEvents(parts),
    taskDownload(parts),
  ];
}

const site = { family: 'site', auth: 'none' } as const;

function siteRoutes(parts: RouteParts): Route[] {
  const health = (says: string) => ({
    answers: { 200: { says, shape: z.object({ status: z.literal('ok') }).loose() } },
  });
  return [
    route({
      ...site,
      method: 'GET',
      path: '/',
      summary: 'Start page',
      hidden: true,
      handle: startPage(parts),
    }),
    route({
      ...site,
      ...health('It is.'),
      method: 'GET',
      path: '/livez',
      summary: 'Is the process alive?',
      refusals: ['shutting_down'],
      handle: livez(parts),
    }),
    route({
      ...site,
      ...health('It can.'),
      method: 'GET',
      path: '/readyz',
      summary: 'Can it serve requests?',
      refusals: ['shutting_down', 'database_unavailable'],
      handle: readyz(parts),
    }),
    route({
      ...site,
      method: 'GET',
      path: '/openapi.json',
      summary: 'This document',
      answers: { 200: { says: 'OpenAPI 3.1.', shape: z.looseObject({ openapi: z.string() }) } },
      handle: async ({ reply }) => reply.type('application/json').send(JSON.stringify(parts.openApi())),
    }),
    ...models(parts),
    ...media(parts),
  ];
}

function models(parts: RouteParts): Route[] {
  const line = { ...site, method: 'GET', auth: 'any-key', query: noQuery } as const;
  return [
    route({
      ...line,
      path: '/v1/models',
      summary: 'The models your token can use',
      answers: {
        200: {
          says: 'Their cards.',
          shape: z.object({ object: z.literal('list'), data: z.array(modelRecord) }),
        },
      },
      handle: listModels(parts),
    }),
    route({
      ...line,
      path: '/v1/models/:id',
      summary: 'One model: prices and parameters',
      answers: { 200: { says: 'Its card.', shape: modelRecord } },
      refusals: ['model_not_found'],
      handle: getModel(parts),
    }),
  ];
}

function media(parts: RouteParts): Route[] {
  const line = {
    ...site,
    path: '/media/:file',
    headers: ranged,
    answers: contentAnswers('The file', ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'video/mp4']),
    refusals: ['file_unknown', 'file_expired', 'range_invalid'],
    handle: getOutput(parts),
  } as const;
  return [
    route({ ...line, method: 'GET', summary: 'A picture or a clip by its address' }),
    route({ ...line, method: 'HEAD', summary: 'Size and type of a file', hidden: true }),
  ];
}
