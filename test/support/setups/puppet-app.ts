/** A server whose models all run on a puppet. */
import type { EngineTraits } from '../../../src/engines/contract/engine.ts';
import { cardsForPuppet } from '../engines/cards.ts';
import { startPuppet, type Puppet } from '../engines/puppet.ts';
import { puppetEngine } from '../engines/puppet-engine.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../servers/app.ts';

export interface PuppetApp extends TestApp {
  readonly puppet: Puppet;
}

interface PuppetAppOptions extends Omit<TestAppOptions, 'engines' | 'cards'> {
  /** Those that differ from the usual ones of a puppet. */
  readonly traits?: Partial<EngineTraits>;
}

/** Stopped automatically when the tests of the file have ended. */
export async function startPuppetApp({ traits, ...options }: PuppetAppOptions = {}): Promise<PuppetApp> {
  const puppet = await startPuppet();
  const engines = [puppetEngine(puppet.url, traits)];
  return { ...(await startTestApp({ ...options, engines, cards: cardsForPuppet })), puppet };
}
