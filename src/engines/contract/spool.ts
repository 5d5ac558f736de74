/**
 * Files that must survive a restart before their task is saved: answers of engines that send a result only
 * once. They are deleted with the task's work. `key` is the key of the start.
 */
export interface Spool {
  /**
   * Stores a file. If one with this name is stored already, nothing changes. `name`: `^[a-z0-9][a-z0-9.-]*$`.
   */
  put(key: string, name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a file. Returns undefined if it was not stored, or was deleted. */
  get(key: string, name: string): Promise<Uint8Array | undefined>;
  /** Deletes all files of the key. Safe to repeat. */
  drop(key: string): Promise<void>;
}
