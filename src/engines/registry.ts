/** The engines of this process, by name. A new engine is one folder and one line in app.ts. */
import type { Engine } from './engine.ts';

export interface EngineRegistry {
  readonly engines: readonly Engine[];
  close(): Promise<void>;
}

export function registerEngines(engines: readonly Engine[]): EngineRegistry {
  const names = engines.map(engine => engine.name);
  if (new Set(names).size !== names.length) throw new Error(`Two engines share a name: ${names.join(', ')}`);
  return {
    engines,
    close: async () => {
      await Promise.all(engines.map(engine => engine.close()));
    },
  };
}
