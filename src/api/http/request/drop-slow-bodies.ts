/** Ends requests whose bodies arrive too slowly, because they would use up the body budget. */
import type { FastifyRequest } from 'fastify';
import type { BodyBudget } from './body-budget.ts';

/**
 * The interval between checks, in milliseconds. Each connection must deliver 4 KB of its body per second in
 * it.
 */
export const slowBodyCheckMs = 15_000;
const minBytesPerCheck = 60 * 1024;

/** Returns the check, to be called every `slowBodyCheckMs`. `drop` sends 408 and closes the connection. */
export function openSlowBodyCheck(
  budget: Pick<BodyBudget, 'arriving'>,
  drop: (request: FastifyRequest) => void,
): () => void {
  let bytesAtLastCheck = new Map<FastifyRequest, number>();
  return () => {
    const now = new Map<FastifyRequest, number>();
    for (const request of budget.arriving) {
      const { bytesRead } = request.raw.socket;
      const before = bytesAtLastCheck.get(request);
      if (before !== undefined && bytesRead - before < minBytesPerCheck) drop(request);
      else now.set(request, bytesRead);
    }
    bytesAtLastCheck = now;
  };
}
