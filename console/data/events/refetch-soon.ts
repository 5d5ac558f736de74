/** Reads anew what many events make old, once for all of them. */
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

const defaultDelayMs = 2500;
const due = new WeakMap<QueryClient, Set<string>>();

/** Once in `afterMs`, and never breaking off what is being read: under many events it would never be read to its end. */
export function readSoon(client: QueryClient, queryKey: QueryKey, afterMs = defaultDelayMs): void {
  const name = hashKey(queryKey);
  const names = due.get(client) ?? new Set();
  due.set(client, names);
  if (names.has(name)) return;
  names.add(name);
  setTimeout(() => {
    names.delete(name);
    // What is being read now may be older than the event.
    if (client.isFetching({ queryKey }) > 0) return readSoon(client, queryKey, afterMs);
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }, afterMs);
}
