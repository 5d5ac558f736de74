/**
 * /livez: the process responds. /readyz: it can serve requests. The monitoring listener answers the same
 * (start/begin-monitoring.ts).
 */
import { z } from 'zod';
import type { Call } from '../http/route.ts';
import type { Readiness } from '../../platform/lib/async/readiness.ts';

export const readinessRecord = (status: 'ok' | 'unavailable') =>
  z.object({ status: z.literal(status) }).catchall(z.string());

export async function livez() {
  return { status: 'ok' };
}

export function readyz({ readiness }: { readonly readiness: Readiness }) {
  return async ({ reply }: Call) => {
    const report = await readiness.read();
    return reply
      .code(report.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  };
}
