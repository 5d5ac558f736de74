/** The database of this process, built-in or external. */
import type { ConnectionSettings } from '../../platform/db/connection.ts';
import type { Database } from '../../platform/db/open.ts';

export interface StartedDatabase {
  /** A connection to the server itself, past a pooler, for what needs a session of its own. */
  readonly connection: ConnectionSettings;
  /** Opens it, through the pooler if there is one. */
  open(maxConnections?: number): Database;
  readonly embedded: boolean;
  /** It was running already: another Kinora's, or one that outlived its Kinora. */
  readonly foundRunning: boolean;
  /** Stops the built-in one; an outside one is left alone. */
  stop(): Promise<void>;
  /** It belongs to another process: `stop` will do nothing. */
  leaveRunning(): void;
}
