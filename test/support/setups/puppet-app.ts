/** A server whose models all run on a puppet. */
import { cardsForPuppet } from '../engines/cards.ts';
import { startPuppet, type Puppet } from '../engines/puppet.ts';
import { puppetEngine } from '../engines/puppet-engine.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../servers/app.ts';

export interface PuppetApp extends TestApp {
  readonly puppet: Puppet;
}

/** Stopped automatically when the tests of the file have ended. */
export async function startPuppetApp(
  options: Omit<TestAppOptions, 'engines' | 'cards'> = {},
): Promise<PuppetApp> {
  const puppet = await startPuppet();
  const engines = [puppetEngine(puppet.url)];
  return { ...(await startTestApp({ ...options, engines, cards: cardsForPuppet })), puppet };
}
