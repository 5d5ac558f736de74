/** The value that an engine returns from a start, and receives with every later call. */
import type { Json } from './json.ts';

/** The engine's reference to work in progress. Opaque, stored with the task, at most 1 MB of JSON. */
export type EngineHandle = Json;
