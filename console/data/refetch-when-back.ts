/** What could not be read while the server was away is read again as soon as it answers. */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

const askEveryMs = 2000;
const away: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** The files of a page could not be loaded. */
export class PageNotLoaded extends Error {}

/** The same request may succeed when the server, or what stands before it, is back. */
export function isAway(error: unknown): boolean {
  return error instanceof PageNotLoaded || (error instanceof ApiError && away.has(error.status));
}

const waiting = new WeakSet<QueryClient>();

/** Safe to call for every query that fails. */
export async function readWhenBack(client: QueryClient): Promise<void> {
  if (waiting.has(client)) return;
  waiting.add(client);
  await serverBack();
  waiting.delete(client);
  await client.refetchQueries({ type: 'active', predicate: ({ state }) => isAway(state.error) });
}

/** Resolves when the server answers, and not before a moment has passed. */
export async function serverBack(): Promise<void> {
  do await new Promise(resolve => setTimeout(resolve, askEveryMs));
  while (!(await isAnswering()));
}

async function isAnswering(): Promise<boolean> {
  const answer = await fetch('/livez', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true;
}
