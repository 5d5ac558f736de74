/** Lists all routes: method, path, authentication and handler. */
import { z } from 'zod';
import { createSchema } from './create-schema.ts';
import { imageRoutes } from './image/image-routes.ts';
import { balanceRecord, getBalance } from './balance/get-balance.ts';
import { getSubscription, getUsage, subscriptionRecord, usageRecord } from './balance/billing-paths.ts';
import { getOutput } from './files/get-output.ts';
import { modelsToOffer } from './image/order/models-to-offer.ts';
import { getModel, listModels, modelRecord } from './models/list-models.ts';
import type { Language } from '@kinora/shared/errors/errors';
import type { Readiness } from '../platform/lib/async/readiness.ts';
import { sendOpenApi } from './http/openapi/send-openapi.ts';
import { route, type ErrorWires, type Route } from './http/route.ts';
import { aboutRoutes, type AboutDependencies } from './console/about-route.ts';
import { consolePageRoutes, type ConsolePageDependencies } from './console/console-page.ts';
import { consoleEvents } from './console/console-events.ts';
import { documentDownloads } from './console/download-documents.ts';
import { taskDownload } from './console/download-tasks.ts';
import { joinRoutes } from './console/join-routes.ts';
import { openIdRoutes, type OpenIdDependencies } from './console/open-id-routes.ts';
import { passkeyRoutes } from './console/passkey-routes.ts';
import { procedureRoutes, type ConsoleDependencies, type LinesFor } from './console/procedure-routes.ts';
import { signUpRoutes, type SignUpDependencies } from './console/sign-up-routes.ts';
import { sessionRoutes } from './console/session-routes.ts';
import { rangeHeaders } from './http/sent-headers.ts';
import { engineReportRoutes, type EngineReports } from './engine-reports/engine-report-routes.ts';
import { paymentRoutes, type PaymentRouteDependencies } from './payments/payment-routes.ts';
import { livez, readinessRecord, readyz } from './site/health.ts';
import { readDocs } from './site/docs/read-docs.ts';
import { docsRoutes } from './site/docs/docs-routes.ts';
import { favicon } from './site/favicon.ts';
import { startPage } from './site/start-page.ts';
import { siteErrors } from './site/site-errors.ts';
import { basePath } from './http/request/server-path.ts';
import { retryTerms } from './records/retry-terms.ts';
import { openTaskRecorder } from './records/task-summary.ts';
import { noQuery } from './video/bodies.ts';
import { oauthErrors } from './oauth/oauth-errors.ts';
import { oauthRoutes, type OAuthDependencies } from './oauth/oauth-routes.ts';
import { consentRoutes, type ConsentDependencies } from './console/consent-routes.ts';
import { videoErrors } from './video/wire.ts';
import { imageErrors } from './image/wire/wire.ts';
import type { WaitingDependencies } from './http/tasks/waiting-parts.ts';
import { imagesErrors } from './image/openai/images-response.ts';
import { chatRoutes } from './chat/chat-routes.ts';
import { openRouterRoutes } from './open-router/open-router-routes.ts';
import { imageTools } from './image/agent-tools/image-tools.ts';
import { mcpErrors } from './mcp/mcp-errors.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import type { McpDependencies } from './mcp/mcp-parts.ts';
import { openaiRoutes } from './image/openai/openai-routes.ts';
import { videoTools } from './video/agent-tools/video-tools.ts';
import { videoRoutes } from './video/video-routes.ts';
import { contentResponses } from './http/reply/send-file.ts';

export interface RouteDependencies
  extends
    WaitingDependencies,
    Omit<McpDependencies, 'makers' | 'docs'>,
    Omit<ConsoleDependencies, keyof LinesFor | 'retryTerms'>,
    OpenIdDependencies,
    SignUpDependencies,
    OAuthDependencies,
    ConsentDependencies,
    PaymentRouteDependencies,
    ConsolePageDependencies {
  readonly readiness: Readiness;
  readonly starred: AboutDependencies['starred'];
  readonly engineReports: EngineReports;
  /** Returns the OpenAPI document of the server. */
  readonly openApi: () => Promise<object>;
}

export function routes(parts: RouteDependencies): Route[] {
  return [
    ...imageRoutes(parts),
    ...openaiRoutes(parts),
    ...chatRoutes(parts),
    ...openRouterRoutes(parts, [...chatRoutes(parts), ...models(parts)]),
    ...videoRoutes(parts),
    ...mcpRoutes({ ...parts, docs: keptDocs(), makers: [...imageTools(parts), ...videoTools(parts)] }),
    ...consoleRoutes(parts),
    ...oauthRoutes(parts),
    ...siteRoutes(parts),
  ];
}

/** Read once, when an agent asks for them. */
function keptDocs(): McpDependencies['docs'] {
  let docs: ReturnType<typeof readDocs> | undefined;
  return () => (docs ??= readDocs());
}

/**
 * The error format of each interface. The Console uses that of the video interface, and
 * so does the site for programs.
 */
export function errorWires({ baseUrl, oauth }: Pick<RouteDependencies, 'baseUrl' | 'oauth'>): ErrorWires {
  return {
    image: imageErrors,
    images: imagesErrors,
    video: videoErrors,
    mcp: mcpErrors({ baseUrl, oauth }),
    console: videoErrors,
    oauth: oauthErrors,
    site: siteErrors(videoErrors, basePath(baseUrl)),
  };
}

function consoleRoutes(shared: RouteDependencies): Route[] {
  const parts = {
    ...shared,
    retryTerms,
    linesFor: (options: { baseUrl: string; language: Language }) =>
      openTaskRecorder({ ...shared, ...options }),
  };
  return [
    ...consolePageRoutes(parts),
    ...aboutRoutes(parts),
    ...sessionRoutes(parts),
    ...signUpRoutes(parts),
    ...joinRoutes(parts),
    ...passkeyRoutes(parts),
    ...openIdRoutes(parts),
    ...consentRoutes(parts),
    ...procedureRoutes(parts),
    consoleEvents(parts),
    taskDownload(parts),
    ...documentDownloads(parts),
  ];
}

const site = { interfaceName: 'site', auth: 'none' } as const;

function siteRoutes(parts: RouteDependencies): Route[] {
  return [
    ...pageRoutes(parts),
    ...probeRoutes(parts),
    route({
      ...site,
      method: 'GET',
      path: '/openapi.json',
      summary: 'Get this document',
      responses: { 200: { description: 'OpenAPI 3.1.', shape: z.looseObject({ openapi: z.string() }) } },
      handle: sendOpenApi(parts),
    }),
    ...docsRoutes(parts),
    ...engineReportRoutes(parts),
    ...paymentRoutes(parts),
    ...models(parts),
    ...balance(parts),
    ...media(parts),
  ];
}

function pageRoutes(parts: RouteDependencies): Route[] {
  return [
    route({
      ...site,
      method: 'GET',
      path: '/',
      summary: 'Show the start page',
      hidden: true,
      handle: startPage(parts),
    }),
    route({
      ...site,
      method: 'GET',
      path: '/favicon.ico',
      summary: 'Get the icon',
      hidden: true,
      handle: async call => favicon(call),
    }),
  ];
}

function probeRoutes(parts: RouteDependencies): Route[] {
  return [
    route({
      ...site,
      method: 'GET',
      path: '/livez',
      summary: 'Check whether the process is alive',
      responses: { 200: { description: 'It is.', shape: z.object({ status: z.literal('ok') }) } },
      handle: livez,
    }),
    route({
      ...site,
      method: 'GET',
      path: '/readyz',
      summary: 'Check whether the server is ready to serve requests',
      responses: {
        200: { description: 'It is.', shape: readinessRecord('ok') },
        503: { description: 'It is not: what each check found.', shape: readinessRecord('unavailable') },
      },
      handle: readyz(parts),
    }),
  ];
}

function models(parts: RouteDependencies): Route[] {
  const line = { ...site, method: 'GET', auth: 'any-key', query: noQuery } as const;
  return [
    route({
      ...line,
      path: '/v1/models',
      summary: 'List the models available to the token',
      responses: {
        200: {
          description: 'The model cards.',
          shape: z.object({ object: z.literal('list'), data: z.array(modelRecord) }),
        },
      },
      handle: listModels({
        ...parts,
        requestSchema: createSchema,
        modelsFor: token => modelsToOffer(parts, token),
      }),
    }),
    route({
      ...line,
      path: '/v1/models/:id',
      summary: 'Retrieve a model with its prices and parameters',
      responses: { 200: { description: 'The model card.', shape: modelRecord } },
      errorCodes: ['model_not_found'],
      handle: getModel({ ...parts, requestSchema: createSchema }),
    }),
  ];
}

function balance(parts: RouteDependencies): Route[] {
  const line = { ...site, method: 'GET', auth: 'any-key' } as const;
  return [
    route({
      ...line,
      query: noQuery,
      path: '/v1/balance',
      summary: 'Get what the token may spend, and the balance of its account if it sees that',
      responses: { 200: { description: 'The balance.', shape: balanceRecord } },
      handle: getBalance(parts),
    }),
    route({
      ...line,
      path: '/v1/dashboard/billing/subscription',
      summary: 'Get what the token has spent and may spend, for clients of new-api',
      responses: { 200: { description: 'The limit.', shape: subscriptionRecord } },
      handle: getSubscription(parts),
    }),
    route({
      ...line,
      path: '/v1/dashboard/billing/usage',
      summary: 'Get what the token has spent, for clients of new-api',
      responses: { 200: { description: 'The usage.', shape: usageRecord } },
      handle: getUsage(parts),
    }),
  ];
}

function media(parts: RouteDependencies): Route[] {
  const line = {
    ...site,
    path: '/media/:file',
    headers: rangeHeaders,
    responses: {
      ...contentResponses('The file', [
        'image/png',
        'image/jpeg',
        'image/webp',
        'image/gif',
        'video/mp4',
        'video/webm',
        'video/quicktime',
        'video/x-matroska',
      ]),
      302: {
        description: 'The file is at this address of the bucket, if redirects are turned on.',
        headers: ['Location'],
      },
    },
    errorCodes: ['file_unknown', 'file_expired', 'range_invalid'],
    handle: getOutput(parts),
  } as const;
  return [
    route({ ...line, method: 'GET', summary: 'Download an image or a clip' }),
    route({ ...line, method: 'HEAD', summary: 'Get the size and type of a file', hidden: true }),
  ];
}
