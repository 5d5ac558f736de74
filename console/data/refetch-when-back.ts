/** Refetches the queries that failed while the server was unreachable, as soon as it responds again. */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { basePath } from './server-path.ts';

const pollEveryMs = 2000;
const unreachableStatuses: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** The script of a page could not be loaded. */
export class PageNotLoaded extends Error {}

/** Whether the same request may succeed once the server, or the proxy in front of it, is available again. */
export function isServerUnreachable(error: unknown): boolean {
  return error instanceof PageNotLoaded || (error instanceof ApiError && unreachableStatuses.has(error.status));
}

const waiting = new WeakSet<QueryClient>();

/** Does nothing while it is already waiting, so it can be called for every failed query. */
export async function refetchWhenBack(client: QueryClient): Promise<void> {
  if (waiting.has(client)) return;
  waiting.add(client);
  await waitForServer();
  waiting.delete(client);
  await client.refetchQueries({ type: 'active', predicate: ({ state }) => isServerUnreachable(state.error) });
}

/** Resolves when the server responds, after one polling interval at the earliest. */
export async function waitForServer(): Promise<void> {
  do await new Promise(resolve => setTimeout(resolve, pollEveryMs));
  while (!(await isResponding()));
}

async function isResponding(): Promise<boolean> {
  const answer = await fetch(`${basePath}/livez`, { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true;
}
