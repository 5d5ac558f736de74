/** Where the database is, and connections to it. */
import pg from 'pg';
import { urlsOfHosts } from '../config/postgres-url.ts';
import { openHosts, type Hosts } from './hosts.ts';

export type ConnectionSettings =
  | {
      readonly connectionString: string;
      /** Several servers, of which one takes writes. `connectionString` is then that of no server. */
      readonly hosts?: Hosts | undefined;
    }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/** The database of a URL. If it has several hosts, the primary is looked for. */
export async function connectionTo(url: string): Promise<ConnectionSettings> {
  const hosts = openHosts(urlsOfHosts(url));
  await hosts?.find();
  return { connectionString: url, hosts };
}

/** The hosts to choose from. Returns undefined if there is one. */
export function listHosts(connection: ConnectionSettings): Hosts | undefined {
  return 'hosts' in connection ? connection.hosts : undefined;
}

/** The settings of node-postgres for the host to use now. */
function current(connection: ConnectionSettings): pg.ClientConfig {
  if (!('connectionString' in connection)) return connection;
  return { connectionString: connection.hosts?.url ?? connection.connectionString };
}

/** A connection that was not opened yet. */
export function newClient(connection: ConnectionSettings, options: pg.ClientConfig): pg.Client {
  return new pg.Client({ ...options, ...current(connection) });
}

/** The class of a pool's connections, each of which is made to the host that is the primary then. */
export function clientClass(connection: ConnectionSettings): typeof pg.Client {
  return class extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, ...current(connection) });
    }
  };
}
