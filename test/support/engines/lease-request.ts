/** A request for the first tasks of all models of an engine. */
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';
import type { QueueLeaseRequest } from '../../../src/core/tasks/work/lease-tasks.ts';

const { routes } = readCatalogue();

export function leaseRequest(request: Partial<QueueLeaseRequest> = {}): QueueLeaseRequest {
  const { engine = 'sketch' } = request;
  return {
    engine,
    owner: 'test',
    limit: 1,
    leaseMs: 60_000,
    maxRuns: undefined,
    isStarting: false,
    generation: undefined,
    routes: routes
      .filter(route => route.engine === engine)
      .map(({ model }) => ({ model, timeoutSeconds: 60, fromTurns: [0n, 0n, 0n] })),
    ...request,
  };
}
