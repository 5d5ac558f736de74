/** The database of this process, built-in or external. */
import type { ConnectionSettings } from '../../platform/db/connection.ts';
import type { Database } from '../../platform/db/open.ts';

export interface StartedDatabase {
  /** A connection to the server itself, past a pooler, for what needs a session of its own. */
  readonly connection: ConnectionSettings;
  /** Opens the database, through the pooler if there is one. */
  open(maxConnections?: number): Database;
  readonly embedded: boolean;
  /** Whether the database was running already, for another Kinora or for one that has ended. */
  readonly foundRunning: boolean;
  /** Stops a built-in database. An external one is left running. */
  stop(): Promise<void>;
  /** Makes `stop` do nothing, because the database belongs to another process. */
  leaveRunning(): void;
}
