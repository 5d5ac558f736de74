/**
 * The hosts of a database with replicas, of which one takes writes: the primary. It is found when
 * the first connection is made and again when one breaks, and those who hold connections to
 * another host are told that it has moved.
 */
import pg from 'pg';

export interface Hosts {
  /** The URL of the host that was the primary when it was last looked for. */
  readonly url: string;
  /**
   * Looks for the primary. Those who ask meanwhile wait for the same answer. Resolves with
   * whether it has moved, never rejects.
   */
  find(): Promise<boolean>;
  onMove(handle: () => void): void;
}

/** An address that answers nothing must not hold up those that do. */
const answerTimeoutMs = 2_000;

/** Returns undefined if there is only one host, which is used whatever it is. */
export function openHosts(urls: readonly string[]): Hosts | undefined {
  const [first] = urls;
  if (first === undefined || urls.length === 1) return undefined;
  const handlers: (() => void)[] = [];
  let url = first;
  let finding: Promise<boolean> | undefined;

  const find = async (): Promise<boolean> => {
    // No primary for now: the last one may come back.
    const primaryUrl = await Promise.any(urls.map(primaryAt)).catch(() => url);
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
      finding ??= find().finally(() => {
        finding = undefined;
      });
      return finding;
    },
    onMove: handle => void handlers.push(handle),
  };
}

/** Rejects if the server cannot be reached or cannot be written to. */
async function primaryAt(url: string): Promise<string> {
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
