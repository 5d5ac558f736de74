/** The state that an engine needs of a finished task to make its follow-ups. */
import type { Json } from './json.ts';

/** Engine state of a finished task, returned to the engine in `EngineJob.parent`. Opaque. */
export type Recipe = Json;
