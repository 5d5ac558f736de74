/**
 * A server for crash tests in a separate process: its engine is the scripted engine, test engines
 * (TEST_ENGINES), or engines of the product's kinds (PLACED_KINDS). At the event named by CRASH_AT, at its
 * first or CRASH_TIMES-th occurrence, it kills itself or its database with SIGKILL, once. The event
 * `answerSpooled` is when an engine has stored the files of an answer in its spool but not its manifest. For
 * a wrong clock, see wrong-clock.ts. For the steps of installations, see
 * test/support/local-models/crash-steps.ts.
 */
import './wrong-clock.ts';
import '../local-models/crash-steps.ts';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApp } from '../../../src/app/start/app.ts';
import { loadConfig } from '../../../src/platform/config/config.ts';
import type { EngineTraits } from '../../../src/engines/contract/engine-traits.ts';
import type { EngineKind } from '../../../src/engines/contract/kind/engine-kind.ts';
import { engineKinds } from '../../../src/engines/kinds/engine-kinds.ts';
import type { Spool } from '../../../src/engines/contract/spool.ts';
import type { Events } from '../../../src/core/operate/events.ts';
import { scriptedCards } from '../engines/cards.ts';
import { killDatabase } from './kill-database.ts';
import { placeEngines } from '../test-engine/place-engines.ts';
import { placeKinds } from '../engines/place-kinds.ts';
import { scriptedEngine } from '../engines/scripted-engine.ts';
import { testEngineKind } from '../test-engine/kind.ts';
import { heldTestKind, plannedTestKind } from '../test-engine/step-kind.ts';

const {
  CRASH_AT,
  CRASH_WHAT,
  CRASH_TIMES = '1',
  SCRIPTED_URL = '',
  AFTER_UNKNOWN_START = 'repeat',
} = process.env;
const { TEST_ENGINES, PLACED_KINDS } = process.env;
const config = loadConfig();
const marker = join(config.dataDir, `crashed-at-${CRASH_AT}`);
const kinds = PLACED_KINDS
  ? engineKinds(config)
  : TEST_ENGINES && [testEngineKind, plannedTestKind, heldTestKind].map(spoolingKind);
let timesLeft = Number(CRASH_TIMES);

const makeEngine = () =>
  scriptedEngine(SCRIPTED_URL, {
    afterUnknownStart: AFTER_UNKNOWN_START as EngineTraits['afterUnknownStart'],
  });
const app = await startApp(config, {
  ...(kinds ? { kinds } : { engines: [makeEngine()], cards: scriptedCards }),
  events: usual => (CRASH_AT ? crashing(usual) : usual),
});
if (TEST_ENGINES) {
  await placeEngines(app.db, JSON.parse(TEST_ENGINES));
  await app.refreshConfig();
}
if (PLACED_KINDS && kinds) {
  await placeKinds(app.db, kinds, JSON.parse(PLACED_KINDS));
  await app.refreshConfig();
}
process.stdout.write(`${JSON.stringify({ address: app.address, keys: app.firstKeys })}\n`);
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));

function crashing(usual: Events): Events {
  return new Proxy(usual, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as (...args: unknown[]) => void;
      return (...args: unknown[]) => {
        method(...args);
        crashAt(String(name));
      };
    },
  });
}

function spoolingKind(kind: EngineKind): EngineKind {
  return { ...kind, open: options => kind.open({ ...options, spool: crashingSpool(options.spool) }) };
}

function crashingSpool(usual: Spool): Spool {
  return {
    ...usual,
    put: async (key, name, bytes) => {
      if (name === 'answer.json') crashAt('answerSpooled');
      await usual.put(key, name, bytes);
    },
  };
}

function crashAt(event: string): void {
  if (event === CRASH_AT && !existsSync(marker) && --timesLeft === 0) crash();
}

function crash(): void {
  writeFileSync(marker, '');
  if (CRASH_WHAT !== 'database') process.kill(process.pid, 'SIGKILL');
  else if (!killDatabase(config.dataDir)) throw new Error('There is no database to kill.');
}
