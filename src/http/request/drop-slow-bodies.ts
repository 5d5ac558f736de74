/** Ends requests whose bodies arrive too slowly, because they would use up the body budget. */
import type { FastifyRequest } from 'fastify';
import type { BodyBudget } from './body-budget.ts';

/** The time between two checks. In it each connection must deliver 4 KB a second of its body. */
export const lookEveryMs = 15_000;
const minBytesALook = 60 * 1024;

/** Returns the check, to be called every `lookEveryMs`. `drop` sends 408 and closes the connection. */
export function openSlowBodyCheck(
  budget: Pick<BodyBudget, 'arriving'>,
  drop: (request: FastifyRequest) => void,
): () => void {
  let seen = new Map<FastifyRequest, number>();
  return () => {
    const now = new Map<FastifyRequest, number>();
    for (const request of budget.arriving) {
      const { bytesRead } = request.raw.socket;
      const before = seen.get(request);
      if (before !== undefined && bytesRead - before < minBytesALook) drop(request);
      else now.set(request, bytesRead);
    }
    seen = now;
  };
}
