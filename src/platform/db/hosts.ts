/**
 * The hosts of a database with replicas, of which one takes writes: the primary. It is searched for when the
 * first connection is made and again when one breaks. The holders of connections to another host are notified
 * that it has moved.
 */
import pg from 'pg';

export interface Hosts {
  /** The URL of the host that was the primary at the last search. */
  readonly url: string;
  /**
   * Searches for the primary. Calls during a search share its result. Resolves to whether the primary has
   * moved, and never rejects.
   */
  find(): Promise<boolean>;
  onMove(handle: () => void): void;
}

/** A host that does not answer must not delay the result of those that do. */
const answerTimeoutMs = 2_000;

/** Returns undefined if there is only one host, which is then used without a search. */
export function openHosts(urls: readonly string[]): Hosts | undefined {
  const [firstUrl] = urls;
  if (firstUrl === undefined || urls.length === 1) return undefined;
  const handlers: (() => void)[] = [];
  let url = firstUrl;
  let pendingSearch: Promise<boolean> | undefined;

  const find = async (): Promise<boolean> => {
    // If no host is the primary now, the last one may come back.
    const primaryUrl = await Promise.any(urls.map(requirePrimary)).catch(() => url);
    const hasMoved = primaryUrl !== url;
    url = primaryUrl;
    if (hasMoved) handlers.forEach(handle => handle());
    return hasMoved;
  };
  return {
    get url() {
      return url;
    },
    find: () => {
      pendingSearch ??= find().finally(() => {
        pendingSearch = undefined;
      });
      return pendingSearch;
    },
    onMove: handle => void handlers.push(handle),
  };
}

/** Returns the URL if its server is the primary. Rejects if the server cannot be reached or is read-only. */
async function requirePrimary(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kinora primary',
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ writable: boolean }>(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
    );
    if (!rows[0]?.writable) throw new Error('It is a replica.');
    return url;
  } finally {
    void client.end().catch(() => {});
  }
}
