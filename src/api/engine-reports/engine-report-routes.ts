/**
 * The routes by which providers report that work has changed. A report is only a hint to ask the provider: it
 * writes nothing, and its content serves only to check its signature. A wrong address or signature has the
 * same response as a route that does not exist.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import { route, type Call, type Route } from '../http/route.ts';
import { joinedHeaders, rawBody } from '../http/request/raw-request.ts';
import { systemClock } from '@kinora/shared/clock';
import { limitReports } from './limit-reports.ts';

export interface EngineReport {
  /** Name of the engine. */
  readonly engine: string;
  /** Identifies the start that the report is about. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

export interface EngineReports {
  /** Whether this server has made the address. */
  isGenuine(start: Pick<EngineReport, 'engine' | 'key'>, token: string): Promise<boolean>;
  /**
   * Makes a worker check the work, if the report comes from the provider of the engine. Otherwise does
   * nothing and returns false.
   */
  receive(report: EngineReport): Promise<boolean>;
}

const maxBytes = 256 * 1024;

export function engineReportRoutes({ engineReports }: { readonly engineReports: EngineReports }): Route[] {
  const count = limitReports(systemClock);
  return [
    route({
      method: 'POST',
      path: '/engine-webhooks/:engine/:key/:token',
      interfaceName: 'site',
      auth: 'none',
      summary: 'Report that the work of an engine has changed',
      rawBodyBytes: maxBytes,
      responses: { 204: { description: 'The work is checked.' } },
      errorCodes: ['route_unknown', 'reports_too_many'],
      // Runs before the body is read: only a provider that was given the address may send a body.
      authorize: async request => {
        const { engine = '', key = '', token = '' } = request.params as Record<string, string>;
        if (!(await engineReports.isGenuine({ engine, key }, token))) throw unknown(request);
        count(`${engine} ${key}`);
      },
      handle: receive(engineReports),
    }),
  ];
}

function receive(engineReports: EngineReports) {
  return async ({ request, reply, params }: Call) => {
    const { engine = '', key = '' } = params;
    const report = { engine, key, headers: joinedHeaders(request), body: rawBody(request) };
    if (!(await engineReports.receive(report))) throw unknown(request);
    return reply.code(204).send();
  };
}

function unknown({ method, url }: FastifyRequest): AppError {
  return new AppError('route_unknown', { method, path: url.split('?')[0] ?? '' });
}
