/** Refetches queries after a delay, so that many events cause one request. */
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

const defaultDelayMs = 2500;
const pendingKeys = new WeakMap<QueryClient, Set<string>>();

/**
 * Refetches once after `afterMs`. It never cancels a request in progress, which under
 * many events would never finish.
 */
export function refetchSoon(client: QueryClient, queryKey: QueryKey, afterMs = defaultDelayMs): void {
  const name = hashKey(queryKey);
  const names = pendingKeys.get(client) ?? new Set();
  pendingKeys.set(client, names);
  if (names.has(name)) return;
  names.add(name);
  setTimeout(() => {
    names.delete(name);
    // The response in progress may predate the event.
    if (client.isFetching({ queryKey }) > 0) return refetchSoon(client, queryKey, afterMs);
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }, afterMs);
}

/** Repeats the queries that are in progress: their responses may predate an event. */
export function refetchInProgress(client: QueryClient, queryKey: QueryKey, afterMs: number): void {
  const reading = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  for (const query of reading) refetchSoon(client, query.queryKey, afterMs);
}
