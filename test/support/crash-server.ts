/**
 * A server for crash tests, in a process of its own: draws by the puppet, or by test engines (TEST_ENGINES). At the event named by CRASH_AT,
 * once, it kills itself or its database with SIGKILL.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import type { EngineTraits } from '../../src/engines/engine.ts';
import type { Events } from '../../src/events.ts';
import { cardsForPuppet } from './cards.ts';
import { killDatabase } from './kill-database.ts';
import { placeEngines } from './place-engines.ts';
import { puppetEngine } from './puppet-engine.ts';
import { testEngineKind } from './test-engine/kind.ts';

const { CRASH_AT, CRASH_WHAT, PUPPET_URL = '', AFTER_UNKNOWN_START = 'repeat', TEST_ENGINES } = process.env;
const config = loadConfig();
const marker = join(config.dataDir, `crashed-at-${CRASH_AT}`);

const puppet = () =>
  puppetEngine(PUPPET_URL, { afterUnknownStart: AFTER_UNKNOWN_START as EngineTraits['afterUnknownStart'] });
const app = await startApp(config, {
  ...(TEST_ENGINES ? { kinds: [testEngineKind] } : { engines: [puppet()], cards: cardsForPuppet }),
  events: usual => (CRASH_AT ? crashing(usual) : usual),
});
if (TEST_ENGINES) {
  await placeEngines(app.db, JSON.parse(TEST_ENGINES));
  await app.refreshConfig();
}
process.stdout.write(`${JSON.stringify({ address: app.address, keys: app.firstKeys })}\n`);
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));

function crashing(usual: Events): Events {
  return new Proxy(usual, {
    get: (target, name) => {
      const tell = Reflect.get(target, name) as (...args: unknown[]) => void;
      return (...args: unknown[]) => {
        tell(...args);
        if (name === CRASH_AT && !existsSync(marker)) crash();
      };
    },
  });
}

function crash(): void {
  writeFileSync(marker, '');
  if (CRASH_WHAT === 'database') killDatabase(config.dataDir);
  else process.kill(process.pid, 'SIGKILL');
}
