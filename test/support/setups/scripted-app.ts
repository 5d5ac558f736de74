/** A server whose models all run on a scripted. */
import type { EngineTraits } from '../../../src/engines/contract/engine-traits.ts';
import { scriptedCards } from '../engines/cards.ts';
import { startScriptedServer, type ScriptedServer } from '../engines/scripted-server.ts';
import { scriptedEngine } from '../engines/scripted-engine.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../servers/app.ts';

export interface ScriptedApp extends TestApp {
  readonly scriptedServer: ScriptedServer;
}

interface ScriptedAppOptions extends Omit<TestAppOptions, 'engines' | 'cards'> {
  /** Those that differ from the usual ones of a scripted. */
  readonly traits?: Partial<EngineTraits>;
}

/** Stopped automatically when the tests of the file have ended. */
export async function startScriptedApp({
  traits,
  ...options
}: ScriptedAppOptions = {}): Promise<ScriptedApp> {
  const scriptedServer = await startScriptedServer();
  const engines = [scriptedEngine(scriptedServer.url, traits)];
  return { ...(await startTestApp({ ...options, engines, cards: scriptedCards })), scriptedServer };
}
