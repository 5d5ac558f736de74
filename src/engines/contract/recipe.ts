/** What an engine wants to know of a finished task when another one follows it up. */
import type { Json } from './json.ts';

/** Engine state of a finished task, returned to the engine in `EngineJob.parent`. Opaque. */
export type Recipe = Json;
