/**
 * The server for monitoring: `/metrics`, `/livez` and `/readyz`. Apart from the interfaces, so that it also
 * serves workers, and while draining.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Readiness } from '../../../platform/lib/async/readiness.ts';

export interface MonitoringDependencies {
  readonly readiness: Readiness;
  /** Returns all metrics in Prometheus's text format. */
  readonly readMetrics: () => Promise<string>;
}

const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

export function openMonitoringServer(parts: MonitoringDependencies): Server {
  const timeouts = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 30_000 };
  return createServer(timeouts, ({ method, url = '' }, response) => {
    if (method !== 'GET' && method !== 'HEAD')
      return send(response.setHeader('allow', 'GET, HEAD'), 405, 'Allowed: GET, HEAD.\n');
    void answer(url.split('?')[0] ?? '', response, parts);
  });
}

async function answer(path: string, response: ServerResponse, parts: MonitoringDependencies): Promise<void> {
  if (path === '/livez') return sendJson(response, 200, { status: 'ok' });
  if (path === '/readyz') {
    const report = await parts.readiness.read();
    return sendJson(response, report.status === 'ok' ? 200 : 503, report);
  }
  if (path === '/metrics')
    return send(response.setHeader('content-type', metricsType), 200, await parts.readMetrics());
  return send(response, 404, 'Available: /metrics, /livez, /readyz.\n');
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response.setHeader('content-type', 'application/json'), status, JSON.stringify(body));
}

function send(response: ServerResponse, status: number, body: string): void {
  response.setHeader('cache-control', 'no-store');
  response.writeHead(status).end(body);
}
